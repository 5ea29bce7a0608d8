import { z } from 'zod';
import { dateOrInstantSchema } from '../../shared/dates.ts';
import { reportQuery } from '../../shared/lists.ts';
import { many, operation } from '../../shared/operation.ts';
import { idSchema } from '../../shared/text.ts';

/** A student with a birthday on the day (part 2 §3). */
export const birthdayStudentSchema = z.object({
  _id: idSchema,
  name: z.string(),
  email: z.string(),
  phone_country_code: z.string(),
  phone: z.string(),
  date_of_birth: z.string(),
  turns: z.int().min(1),
});
export type BirthdayStudent = z.infer<typeof birthdayStudentSchema>;

/** The enabled students with a birthday on a business day, by name (part 2 §7). */
export const listBirthdayStudents = operation({
  name: 'listBirthdayStudents',
  domain: 'reports',
  summary: 'Students with a birthday on a day',
  method: 'POST',
  path: '/admin/report/birthday-student',
  access: ['/ops'],
  query: reportQuery({ sortBy: ['name', 'turns'], order: 'asc', max: 20 }),
  body: z.strictObject({
    birthday_date: dateOrInstantSchema.describe(
      'The day, or an instant of it in the business zone',
    ),
  }),
  response: many(birthdayStudentSchema),
  csv: true,
});
