import { z } from 'zod';
import { dateOrInstantSchema } from '../../shared/dates.ts';
import { pageQuery, reportQuery } from '../../shared/lists.ts';
import { many, operation } from '../../shared/operation.ts';
import { idParams } from '../../shared/record.ts';
import { moment, named } from '../../shared/shown.ts';
import { idSchema } from '../../shared/text.ts';

const path = '/admin/report/homework-assignment';
const access = ['/ops'] as const;

/** A lesson whose students have no homework (part 2 §3, Homework assignment stat). */
export const homeworkAssignmentSchema = z.object({
  _id: idSchema.describe('The lesson'),
  class: named,
  lesson: z.object({ name: z.string(), meta: z.object({ index: z.int(), term: z.int() }) }),
  scheduled_on: moment,
  ended_on: moment,
  student_without_homework_count: z.int().min(1),
});
export type HomeworkAssignment = z.infer<typeof homeworkAssignmentSchema>;

/**
 * The active lessons of a period that have begun, with paying students and no homework, latest first. Paying students
 * are assigned all homework of a lesson (ADR 17), so all of them have it or none. Throws invalid_value.
 */
export const listHomeworkAssignment = operation({
  name: 'listHomeworkAssignment',
  domain: 'reports',
  summary: 'Lessons whose paying students have no homework',
  method: 'POST',
  path,
  access,
  query: reportQuery({ sortBy: ['scheduled_on', 'count'], order: 'desc', max: 20 }),
  body: z.strictObject({
    date_range: z.strictObject({ between: z.tuple([dateOrInstantSchema, dateOrInstantSchema]) }),
  }),
  response: many(homeworkAssignmentSchema),
  csv: true,
});

/** The students behind the count of a lesson, by name; empty if the lesson has homework. Throws not_found. */
export const listStudentsWithoutHomework = operation({
  name: 'listStudentsWithoutHomework',
  domain: 'reports',
  summary: 'The paying students of a lesson without homework',
  method: 'GET',
  path: `${path}/{id}/student`,
  access,
  params: idParams,
  query: z.strictObject(pageQuery(20)),
  response: many(named.extend({ email: z.string() })),
  csv: true,
});
