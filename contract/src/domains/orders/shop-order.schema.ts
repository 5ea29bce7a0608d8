import { z } from 'zod';
import { instantSchema } from '../../shared/dates.ts';
import { largestPrice } from '../../shared/money.ts';
import { defaultCountryCode, phoneCountryCodeSchema, phoneSchema } from '../../shared/phone.ts';
import {
  emailSchema,
  externalIdSchema,
  idSchema,
  requiredText,
  textSchema,
} from '../../shared/text.ts';
import { orderTypes } from './orders.rules.ts';

/**
 * An order of the web shop: INIT when it is begun, PAID when the money is there (part 2 §4, decisions: Orders). Both
 * have the same external id and content; `payment.completed_on` comes with PAID.
 */
export const shopOrderSchema = z
  .strictObject({
    external_id: externalIdSchema,
    status: z.enum(['INIT', 'PAID']),
    type: z.enum(orderTypes).default('PAYMENT'),
    email: emailSchema,
    name: requiredText('Please give the student’s name', 200),
    phone_country_code: phoneCountryCodeSchema.default(defaultCountryCode),
    phone: phoneSchema.default(''),
    class: idSchema,
    lesson: z.array(idSchema).min(1).max(500),
    discount_code: textSchema(80)
      .transform((code) => code.trim().toUpperCase())
      .optional(),
    /** What the family was shown, in the class's currency; an order that is begun is refused where ours is another. */
    price: z
      .number()
      .min(0)
      .max(Math.max(...Object.values(largestPrice)))
      .optional(),
    remark: textSchema(2000).default(''),
    payment: z.strictObject({
      provider: z.enum(['stripe', 'hitpay']),
      completed_on: instantSchema.optional(),
    }),
  })
  .superRefine((order, context) => {
    if ((order.payment.completed_on !== undefined) !== (order.status === 'PAID'))
      context.addIssue({
        code: 'custom',
        path: ['payment', 'completed_on'],
        message: 'An order that is paid says when, and no other.',
      });
  });
export type ShopOrder = z.output<typeof shopOrderSchema>;
