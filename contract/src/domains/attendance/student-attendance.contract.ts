import { z } from 'zod';
import { pageQuery } from '../../shared/lists.ts';
import { operation } from '../../shared/operation.ts';
import { idParams } from '../../shared/record.ts';
import { idSchema } from '../../shared/text.ts';

/** Number of past live lessons with known attendance in the summary. */
export const summedLessons = 8;

/**
 * A student's attendance in past lessons, paged in the order of `listStudentLessons`. Video places are not expected;
 * half attended counts as attended. Throws not_found, also for students out of the actor's scope.
 */
export const listStudentAttendance = operation({
  name: 'listStudentAttendance',
  domain: 'users',
  summary: 'How a student attended past lessons',
  method: 'GET',
  path: '/admin/user/{id}/attendance',
  access: ['/lessons', '/tickets/trial', '/tickets/renewal'],
  params: idParams,
  query: z.strictObject(pageQuery(20)),
  response: z.object({
    data: z.array(
      z.object({
        lesson: idSchema,
        attended: z.enum(['attended', 'absent']).nullable().describe('null while it is not known'),
      }),
    ),
    count: z.int(),
    recent: z
      .object({ attended: z.int(), of: z.int() })
      .describe(`The last live lessons with known attendance, at most ${summedLessons}`),
  }),
});
