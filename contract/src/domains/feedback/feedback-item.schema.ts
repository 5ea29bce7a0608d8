import { z } from 'zod';
import { instantSchema } from '../../shared/dates.ts';
import { emailSchema, externalIdSchema, idSchema, textSchema } from '../../shared/text.ts';

/** What a student says of a lesson. */
export const feedbackItemSchema = z.strictObject({
  external_id: externalIdSchema,
  lesson: idSchema,
  email: emailSchema,
  rating: z.int().min(1).max(5),
  content: textSchema(5000).default(''),
  at: instantSchema,
});
export type FeedbackItem = z.output<typeof feedbackItemSchema>;
