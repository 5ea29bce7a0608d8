import { z } from 'zod';
import { instantSchema } from '../../shared/dates.ts';
import { emailSchema, externalIdSchema, idSchema, textSchema } from '../../shared/text.ts';

/** A student's feedback on a lesson, as another system sends it. */
export const feedbackItemSchema = z.strictObject({
  external_id: externalIdSchema,
  lesson: idSchema,
  email: emailSchema,
  rating: z.int().min(1).max(5),
  content: textSchema(5000).default(''),
  at: instantSchema,
});
export type FeedbackItem = z.output<typeof feedbackItemSchema>;
