import { z } from 'zod';
import { instantSchema } from '../../shared/dates.ts';
import { currencySchema, formatMoney, largestPrice } from '../../shared/money.ts';
import { defaultCountryCode, phoneCountryCodeSchema, phoneSchema } from '../../shared/phone.ts';
import {
  emailSchema,
  externalIdSchema,
  idSchema,
  isReadableName,
  requiredText,
  textSchema,
} from '../../shared/text.ts';
import { orderTypes } from './orders.rules.ts';

const largestOfAny = Math.max(...Object.values(largestPrice));

const paymentFields = {
  /** Required for an unpaid order. */
  provider: z.enum(['stripe', 'hitpay']).optional(),
  completed_on: instantSchema.optional(),
  /** The received amount; by default the item's `price`. */
  amount: z.number().min(0).optional(),
  /** Currency of `amount`; by default the class's. */
  currency: currencySchema.optional(),
};

const orderFields = {
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
  /** The price shown to the family, in the class's currency; a new order is refused if the product's price differs. */
  price: z.number().min(0).max(largestOfAny).optional(),
  remark: textSchema(2000).default(''),
  payment: z.strictObject(paymentFields),
};

const cancelFields = {
  external_id: externalIdSchema,
  status: z.literal('CANCELLED'),
  remark: textSchema(2000).default(''),
};

/**
 * A web shop order: INIT when started, PAID when paid, CANCELLED when abandoned (part 2 §4, decisions: Orders). All
 * have the same external id; `payment.completed_on` is only sent with PAID. `readShopOrder` parses the items.
 */
export const shopOrderSchema = z.union([
  z.strictObject(cancelFields),
  z.strictObject(orderFields).superRefine((order, context) => {
    if (order.payment.completed_on !== undefined && order.status !== 'PAID')
      context.addIssue({
        code: 'custom',
        path: ['payment', 'completed_on'],
        message: 'Only allowed for a paid order.',
      });
    if (order.payment.provider === undefined && order.status !== 'PAID')
      context.addIssue({
        code: 'custom',
        path: ['payment', 'provider'],
        message: 'Required for an unpaid order.',
      });
    const { amount = 0, currency } = order.payment;
    const most = currency ? largestPrice[currency] : largestOfAny;
    if (amount > most)
      context.addIssue({
        code: 'custom',
        path: ['payment', 'amount'],
        message: `At most ${formatMoney(most, currency ?? 'IDR')}`,
      });
  }),
]);
export type ShopOrder = z.output<typeof shopOrderSchema>;
export type ShopCancel = Extract<ShopOrder, { status: 'CANCELLED' }>;
export type ShopPurchase = Exclude<ShopOrder, ShopCancel>;

export const shopWarningSchema = z.object({
  code: z.enum([
    'field_ignored',
    'phone_ignored',
    'name_missing',
    'provider_changed',
    'content_changed',
  ]),
  field: z.string(),
  message: z.string(),
});
export type ShopWarning = z.infer<typeof shopWarningSchema>;

type Sent = Record<string, unknown>;

const isObject = (value: unknown): value is Sent =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Parses an item of the shop. An unknown field is ignored with a warning. A paid order is refused only if its class,
 * lessons, student, type or amount cannot be read; other unreadable fields are left out, and a missing name is taken
 * from the address.
 */
export const readShopOrder = (sent: unknown) => {
  const warnings: ShopWarning[] = [];
  const order = isObject(sent) ? tidy(sent, warnings) : sent;
  // Errors of a union do not name its members' fields, so the item is parsed by the member that its status selects.
  const schema =
    isObject(order) && order['status'] === 'CANCELLED'
      ? shopOrderSchema.options[0]
      : shopOrderSchema.options[1];
  return { read: schema.safeParse(order) as z.ZodSafeParseResult<ShopOrder>, warnings };
};

const tidy = (sent: Sent, warnings: ShopWarning[]): Sent => {
  if (sent['status'] === 'CANCELLED') return known(sent, cancelFields, '', warnings, orderFields);
  const order = known(sent, orderFields, '', warnings);
  if (isObject(order['payment']))
    order['payment'] = known(order['payment'], paymentFields, 'payment.', warnings);
  return order['status'] === 'PAID' ? forgiving(order, warnings) : order;
};

/** Removes fields that are not in `fields`, with a warning unless they are in `quiet`. */
const known = (
  sent: Sent,
  fields: object,
  path: string,
  warnings: ShopWarning[],
  quiet: object = {},
): Sent => {
  const kept: Sent = {};
  for (const [field, value] of Object.entries(sent)) {
    if (Object.hasOwn(fields, field)) kept[field] = value;
    else if (!Object.hasOwn(quiet, field) && warnings.length < mostWarnings)
      warnings.push({
        code: 'field_ignored',
        field: `${path}${field}`.slice(0, 100),
        message: 'This field is not known and was ignored.',
      });
  }
  return kept;
};

/** Most warnings about fields of one item. */
const mostWarnings = 20;

const forgiving = (order: Sent, warnings: ShopWarning[]): Sent => {
  const { phone_country_code: code, phone, name, payment = {}, ...rest } = order;
  const hasPhone =
    phoneSchema.default('').safeParse(phone).success &&
    phoneCountryCodeSchema.default(defaultCountryCode).safeParse(code).success;
  if (!hasPhone)
    warnings.push({
      code: 'phone_ignored',
      field: 'phone',
      message: 'This phone number cannot be read and was left out.',
    });
  const hasName = orderFields.name.safeParse(name).success && isReadableName(String(name));
  if (!hasName)
    warnings.push({
      code: 'name_missing',
      field: 'name',
      message: 'The name cannot be read: the part of the e-mail before the @ is used.',
    });
  const local = String(order['email']).split('@')[0]?.slice(0, 200) ?? '';
  shorten(rest, warnings);
  if (isObject(payment)) {
    leaveOutUnreadable(payment, ['provider', 'completed_on'], paymentFields, 'payment.', warnings);
    // Without an amount the price is the amount received.
    if (payment['amount'] !== undefined)
      leaveOutUnreadable(rest, ['price'], orderFields, '', warnings);
  }
  return {
    ...rest,
    payment,
    ...(hasPhone && phone !== undefined && { phone }),
    ...(hasPhone && code !== undefined && { phone_country_code: code }),
    name: hasName ? name : isReadableName(local) ? local : 'Web shop',
  };
};

/** Limits texts to their length; a shortened code is unknown, so the order needs attention. */
const shorten = (order: Sent, warnings: ShopWarning[]): void => {
  for (const [field, most] of [
    ['remark', 2000],
    ['discount_code', 80],
  ] as const) {
    const text = order[field];
    if (typeof text === 'string' && text.length > most) {
      order[field] = text.slice(0, most);
      warnings.push({
        code: 'field_ignored',
        field,
        message: `This text is longer than ${most} characters and was shortened.`,
      });
    }
  }
  leaveOutUnreadable(order, ['remark', 'discount_code'], orderFields, '', warnings);
};

const leaveOutUnreadable = (
  sent: Sent,
  fields: readonly string[],
  known: Readonly<Record<string, z.ZodType>>,
  path: string,
  warnings: ShopWarning[],
): void => {
  for (const field of fields) {
    if (known[field]?.optional().safeParse(sent[field]).success) continue;
    delete sent[field];
    warnings.push({
      code: 'field_ignored',
      field: `${path}${field}`,
      message: 'This value cannot be read and was left out.',
    });
  }
};
