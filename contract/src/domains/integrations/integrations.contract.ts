import { z } from 'zod';
import { errorItemSchema } from '../../shared/errors.ts';
import { operation } from '../../shared/operation.ts';
import { idSchema } from '../../shared/text.ts';
import { classroomEventSchema } from '../attendance/classroom-event.schema.ts';
import { feedbackItemSchema } from '../feedback/feedback-item.schema.ts';
import { submissionEventSchema } from '../homework/submission-event.schema.ts';
import type { TokenScope } from '../identity/permissions.ts';
import { shopOrderSchema } from '../orders/shop-order.schema.ts';

/** Items of one call: each is answered for itself. */
export const mostItems = 200;

/** What became of each item, in the order sent; `errors` name the item's fields. */
export const itemAnswersSchema = z.object({
  data: z.array(
    z.object({
      external_id: z.string().nullable().describe('null where none could be read'),
      ok: z.boolean(),
      _id: idSchema.optional().describe('The record that stands for the item'),
      repeated: z.boolean().optional().describe('Sent before; nothing was done again'),
      errors: z.array(errorItemSchema).optional(),
    }),
  ),
});
export type ItemAnswers = z.infer<typeof itemAnswersSchema>;

const call = (scope: TokenScope, name: string, summary: string, item: z.ZodType) =>
  operation({
    name,
    summary,
    method: 'POST',
    path: `/integrations/${scope}`,
    access: { scope },
    // One item that cannot be read keeps no other from being taken: each is read by itself.
    body: z.strictObject({
      items: z
        .array(z.unknown().meta(z.toJSONSchema(item, { io: 'input', unrepresentable: 'any' })))
        .min(1)
        .max(mostItems),
    }),
    response: itemAnswersSchema,
    errors: ['service_token_unknown', 'service_scope_missing', 'external_id_reused'],
  });

export const sendClassroomEvents = call(
  'classroom-events',
  'sendClassroomEvents',
  'Students who came, went or answered, from the classroom',
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
  'What students say of their lessons, from the student app',
  feedbackItemSchema,
);

export const sendShopOrders = call(
  'orders',
  'sendShopOrders',
  'Orders of the web shop: INIT, then PAID',
  shopOrderSchema,
);
