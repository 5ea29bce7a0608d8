import { z } from 'zod';
import { instantSchema } from '../../shared/dates.ts';
import { emailSchema, externalIdSchema, idSchema } from '../../shared/text.ts';
import { submissionStatuses } from './homework.rules.ts';

/** A step of a student's submission: submitted, resubmission required, resubmitted, marked. */
export const submissionEventSchema = z.strictObject({
  external_id: externalIdSchema,
  homework: idSchema,
  email: emailSchema,
  status: z.enum(submissionStatuses),
  at: instantSchema,
});
export type SubmissionEvent = z.output<typeof submissionEventSchema>;
