import { z } from 'zod';
import { anyOf, contains, listQuery, reportQuery } from '../../shared/lists.ts';
import { many, operation } from '../../shared/operation.ts';
import { moment, named } from '../../shared/shown.ts';
import { idSchema } from '../../shared/text.ts';
import { subjects } from '../classes/classes.contract.ts';
import { needs } from '../identity/permissions.ts';
import { reportDaysSchema } from './report-days.ts';

const count = z.int().min(0);
const percent = z.int().nullable();

export const trialStudentSchema = z.object({
  _id: idSchema,
  name: z.string(),
  email: z.string(),
  /** Null while it is not final, and if no attendance data arrived. */
  attendance: z.enum(['attended', 'absent']).nullable(),
  class_purchased: z.boolean(),
  /** The first purchase after the trial. */
  purchase: z.object({ _id: idSchema, on: moment }).nullable(),
});
export type TrialStudent = z.output<typeof trialStudentSchema>;

/** A lesson with its trial students (part 2 §3, Trial stat row); `_id` is the lesson's. */
export const trialStatSchema = z.object({
  _id: idSchema,
  class: named,
  lesson: z.object({
    _id: idSchema,
    name: z.string(),
    meta: z.object({ index: z.int(), term: z.int() }),
    scheduled_on: moment,
  }),
  tutor: z.array(named),
  registered_trial_count: count,
  attendance_count: count,
  converted_count: count,
  attended_converted_count: count,
  attendance_percentage: percent.describe('Of those whose attendance is known'),
  attended_converted_percentage: percent.describe('Of those who attended'),
  trial_student: z.array(trialStudentSchema),
});
export type TrialStat = z.output<typeof trialStatSchema>;

const access = ['/dashboard'] as const;
const permission = needs('dashboard.canViewTrialStat');

/** Counts of a lesson's trial students. */
export const trialCounts = ['registered', 'attended', 'converted', 'attended-converted'] as const;
export type TrialCount = (typeof trialCounts)[number];

/** Attendance and purchases are looked up for each trial, so sorting by these counts is limited to this many days. */
export const mostDaysSorted = 92;

/**
 * The lessons with trials of a period, by business day (part 2 §7). Throws invalid_value for a start after the end, for
 * more than three years, and for more than `mostDaysSorted` days sorted by a count other than `registered`.
 */
export const listTrialStat = operation({
  name: 'listTrialStat',
  domain: 'reports',
  summary: 'Attendance and conversion of the trials of lessons',
  method: 'POST',
  path: '/admin/report/trial',
  access,
  permission,
  query: reportQuery({ sortBy: ['scheduled_on', 'class', ...trialCounts], order: 'desc', max: 20 }),
  body: z.strictObject({
    subject: anyOf(z.enum(subjects)).optional(),
    date_range: reportDaysSchema,
  }),
  response: many(trialStatSchema),
  csv: true,
});

/** The students behind a count of a lesson. Throws not_found for a lesson that is not in the actor's statistics. */
export const listTrialStudents = operation({
  name: 'listTrialStudents',
  domain: 'reports',
  summary: 'The students behind a count of the trial statistics',
  method: 'GET',
  path: '/admin/report/trial/{id}/students/{count}',
  access,
  permission,
  params: z.object({ id: idSchema, count: z.enum(trialCounts) }),
  query: listQuery({
    sortBy: ['name', 'email'],
    order: 'asc',
    max: 15,
    filter: { search: contains },
  }),
  response: many(trialStudentSchema),
  csv: true,
});
