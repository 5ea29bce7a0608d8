import { z } from 'zod';
import { errorItemSchema } from '../../shared/errors.ts';
import { operation } from '../../shared/operation.ts';
import { idSchema } from '../../shared/text.ts';
import { classroomEventSchema } from '../attendance/classroom-event.schema.ts';
import { feedbackItemSchema } from '../feedback/feedback-item.schema.ts';
import { submissionEventSchema } from '../homework/submission-event.schema.ts';
import type { TokenScope } from '../identity/permissions.ts';
import { shopOrderSchema, shopWarningSchema } from '../orders/shop-order.schema.ts';

/** Most items of one call; each item has its own result. */
export const mostItems = 200;

/** Result of each item, in the order sent; `errors` name the item's fields. */
export const itemAnswersSchema = z.object({
  data: z.array(
    z.object({
      external_id: z.string().nullable().describe('null if it could not be read'),
      ok: z.boolean(),
      _id: idSchema.optional().describe('The record of the item'),
      repeated: z.boolean().optional().describe('Sent before; nothing was changed'),
      errors: z.array(errorItemSchema).optional(),
      warnings: z
        .array(shopWarningSchema)
        .optional()
        .describe('Parts of the item that were ignored'),
    }),
  ),
});
export type ItemAnswers = z.infer<typeof itemAnswersSchema>;

const call = (scope: TokenScope, name: string, summary: string, item: z.ZodType) =>
  operation({
    name,
    domain: 'integrations',
    summary,
    method: 'POST',
    path: `/integrations/${scope}`,
    access: { scope },
    // Each item is parsed by itself, so that an invalid one does not block the others.
    body: z.strictObject({
      items: z
        .array(z.unknown().meta(z.toJSONSchema(item, { io: 'input', unrepresentable: 'any' })))
        .min(1)
        .max(mostItems),
    }),
    response: itemAnswersSchema,
    errors: [
      'service_token_unknown',
      'service_scope_missing',
      'external_id_reused',
      'order_already_paid',
    ],
  });

export const sendClassroomEvents = call(
  'classroom-events',
  'sendClassroomEvents',
  'Joins, leaves and poll answers of students, from the classroom',
  classroomEventSchema,
);

export const sendSubmissions = call(
  'submissions',
  'sendSubmissions',
  'Homework that was handed in or marked, from the student app',
  submissionEventSchema,
);

export const sendFeedback = call(
  'feedback',
  'sendFeedback',
  'Feedback of students on their lessons, from the student app',
  feedbackItemSchema,
);

export const sendShopOrders = call(
  'orders',
  'sendShopOrders',
  'Orders of the web shop: INIT, then PAID or CANCELLED',
  shopOrderSchema,
);
