import { z } from 'zod';
import { instantSchema } from '../../shared/dates.ts';
import { levelTags } from '../../shared/levels.ts';
import { currencySchema } from '../../shared/money.ts';
import { operation } from '../../shared/operation.ts';
import { changesOf, recordOperations } from '../../shared/record.ts';
import { richTextSchema } from '../../shared/rich-text.ts';
import { moment, named } from '../../shared/shown.ts';
import { idSchema, requiredText } from '../../shared/text.ts';
import { needs } from '../identity/permissions.ts';
import { classSummarySchema, classTypes, subjects } from './classes.contract.ts';
import { countries, daysOfWeek, highestMaxCap, lowestRate, rateProblem } from './classes.rules.ts';

/** A full class record (part 1 §3, Class). `rate` is the price per lesson in `currency`. */
export const classSchema = classSummarySchema.extend({
  country: z.enum(countries),
  desc: z.string().describe('Formatted text, cleaned'),
  ta: z.array(named),
  lesson_count: z.int().describe('All lessons of the class, inactive ones too'),
  students: z
    .object({ active: z.int(), ever: z.int() })
    .describe('Distinct paying students: of lessons that have not ended, and ever'),
  created: moment,
  version: z.int(),
  abilities: z.object({ manage: z.boolean() }),
});
export type Class = z.infer<typeof classSchema>;

const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Write the time as HH:MM, for example 19:00.');

const schedule = z.strictObject({
  start_time: timeOfDay,
  end_time: timeOfDay,
  date_of_week: z.enum(daysOfWeek),
});

const staffIds = z.array(idSchema).max(50);

/** With the specification's defaults (part 1 §3, §9). */
const fields = {
  name: requiredText('Please enter a name', 200),
  subject: z.enum(subjects),
  country: z.enum(countries).default('SG'),
  class_type: z.enum(classTypes).default('Workshop'),
  desc: richTextSchema().default(''),
  start_date: instantSchema,
  end_date: instantSchema,
  schedule,
  level: z
    .array(z.string().refine((tag) => levelTags.includes(tag), 'This level does not exist'))
    .min(1, 'Please choose a level')
    .max(30),
  is_free: z.boolean().default(false),
  is_trial: z.boolean().default(false),
  is_featured: z.boolean().default(false),
  is_listed: z.boolean().default(true),
  is_sold_out: z.boolean().default(false),
  is_active: z.boolean().default(true),
  force_full_purchase: z.boolean().default(false),
  max_cap: z.int().min(1).max(highestMaxCap).default(20),
  rate: z.number().min(lowestRate).default(18),
  currency: currencySchema.default('SGD'),
  tutor: staffIds.min(1, 'Please choose a tutor'),
  ta: staffIds.default([]),
};

type Written = {
  [Name in 'start_date' | 'end_date' | 'rate' | 'currency']?:
    z.output<(typeof fields)[Name]> | undefined;
};

/** Checks across fields: the end is after the start, and the rate fits its currency. */
export const fitsTogether = (written: Written, context: z.RefinementCtx) => {
  const refuse = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message });
  if (written.start_date !== undefined && written.end_date !== undefined)
    if (Date.parse(written.end_date) <= Date.parse(written.start_date))
      refuse('end_date', 'The end is not after the start');
  const problem =
    written.rate !== undefined && written.currency !== undefined
      ? rateProblem(written.rate, written.currency)
      : undefined;
  if (problem) refuse('rate', problem);
};

export const createClassSchema = z.strictObject(fields).superRefine(fitsTogether);
export type CreateClass = z.output<typeof createClassSchema>;

export const updateClassSchema = changesOf({ ...fields, _id: idSchema })
  .extend({
    coming_lessons: z
      .enum(['leave', 'ask', 'change'])
      .default('leave')
      .describe('Whether active future lessons with the old tutors, TAs or times change too'),
    allow_overlap: z.boolean().default(false),
    allow_host_overlap: z.boolean().default(false),
    allow_unusual: z.boolean().default(false),
    allow_pay_change: z
      .boolean()
      .default(false)
      .describe('Changing the type may change the pay of lessons already paid'),
  })
  .superRefine(fitsTogether);

const tuitionClass = recordOperations('Class', {
  noun: 'a class',
  domain: 'classes',
  path: '/admin/class',
  access: ['/course'],
  saves: needs('course.canManage'),
  readsChanges: needs('course.canManage'),
  record: classSchema,
  create: createClassSchema,
  update: updateClassSchema,
});

export const { listClassChanges, createClass } = tuitionClass;

export const getClass = operation({ ...tuitionClass.getClass, access: ['/course', '/lessons'] });

/**
 * Changes the given fields; `tutor` and `ta` replace the whole lists. With `ask`, throws coming_lessons if future
 * lessons would change too; with `change`, changes them by the rules of a lesson's own edit (decisions: Classes,
 * lessons, rosters).
 */
export const updateClass = operation({
  ...tuitionClass.updateClass,
  errors: [
    'stale',
    'coming_lessons',
    'tutor_booked',
    'host_booked',
    'lesson_unusual',
    'paid_lessons_change',
  ],
});
