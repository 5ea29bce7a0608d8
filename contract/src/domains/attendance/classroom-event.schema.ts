import { z } from 'zod';
import { instantSchema } from '../../shared/dates.ts';
import { emailSchema, externalIdSchema, idSchema, textSchema } from '../../shared/text.ts';

/** A student's action in the classroom: a join, a leave, or an answer to a poll question. */
export const classroomEventSchema = z
  .strictObject({
    external_id: externalIdSchema,
    lesson: idSchema,
    email: emailSchema,
    name: textSchema(200).default(''),
    action: z.enum(['join', 'leave', 'answer']),
    at: instantSchema,
    /** The poll question and the chosen options, counted from 0; only for an answer. */
    poll: idSchema.optional(),
    answer: z.array(z.int().min(0).max(50)).max(50).optional(),
  })
  .superRefine((event, context) => {
    const isAnswer = event.action === 'answer';
    for (const field of ['poll', 'answer'] as const)
      if ((event[field] !== undefined) !== isAnswer)
        context.addIssue({
          code: 'custom',
          path: [field],
          message: isAnswer ? 'An answer needs this field.' : 'Only an answer has this field.',
        });
  });
export type ClassroomEvent = z.output<typeof classroomEventSchema>;
