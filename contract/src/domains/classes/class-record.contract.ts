import { z } from 'zod';
import { changesQuery, recordChangeSchema } from '../../shared/changes.ts';
import { instantSchema } from '../../shared/dates.ts';
import { levelTags } from '../../shared/levels.ts';
import { currencySchema } from '../../shared/money.ts';
import { many, one, operation } from '../../shared/operation.ts';
import { richTextSchema } from '../../shared/rich-text.ts';
import { idSchema, requiredText } from '../../shared/text.ts';
import { needs } from '../identity/permissions.ts';
import { classSummarySchema, classTypes, subjects } from './classes.contract.ts';
import { countries, daysOfWeek, highestMaxCap, lowestRate, rateProblem } from './classes.rules.ts';

const staff = z.object({ _id: idSchema, name: z.string() });

/** A class whole (part 1 §3, Class). `rate` is the cost per lesson in `currency`. */
export const classSchema = classSummarySchema.extend({
  country: z.enum(countries),
  desc: z.string().describe('Formatted text, cleaned'),
  ta: z.array(staff),
  lesson_count: z.int().describe('All lessons of the class, inactive ones too'),
  created: z.string(),
  version: z.int(),
  abilities: z.object({ manage: z.boolean() }),
});
export type Class = z.infer<typeof classSchema>;

const idParams = z.object({ id: idSchema });

/** One class. Throws not_found, also for classes out of the actor's scope. */
export const getClass = operation({
  name: 'getClass',
  summary: 'One class',
  method: 'GET',
  path: '/admin/class/{id}',
  access: ['/course', '/lessons'],
  params: idParams,
  response: one(classSchema),
});

/** What was changed on a class, by whom and when, newest first. */
export const listClassChanges = operation({
  name: 'listClassChanges',
  summary: 'The timeline of a class',
  method: 'GET',
  path: '/admin/audit/class/{id}',
  access: ['/course'],
  permission: needs('course.canManage'),
  params: idParams,
  query: changesQuery,
  response: many(recordChangeSchema),
});

const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Write the time as HH:MM, for example 19:00.');

const schedule = z.strictObject({
  start_time: timeOfDay,
  end_time: timeOfDay,
  date_of_week: z.enum(daysOfWeek),
});

const staffIds = z.array(idSchema).max(50);

const fields = {
  name: requiredText('Please enter a name', 200),
  subject: z.enum(subjects),
  country: z.enum(countries),
  class_type: z.enum(classTypes),
  desc: richTextSchema(),
  start_date: instantSchema,
  end_date: instantSchema,
  schedule,
  level: z
    .array(z.string().refine((tag) => levelTags.includes(tag), 'This level does not exist'))
    .min(1, 'Please choose a level')
    .max(30),
  is_free: z.boolean(),
  is_trial: z.boolean(),
  is_featured: z.boolean(),
  is_listed: z.boolean(),
  is_sold_out: z.boolean(),
  is_active: z.boolean(),
  force_full_purchase: z.boolean(),
  max_cap: z.int().min(1, 'At least 1').max(highestMaxCap),
  rate: z.number().min(lowestRate, 'At least 1'),
  currency: currencySchema,
  tutor: staffIds.min(1, 'Please choose a tutor'),
  ta: staffIds,
};

type Written = {
  start_date?: string | undefined;
  end_date?: string | undefined;
  rate?: number | undefined;
  currency?: (typeof currencySchema)['_output'] | undefined;
};

/** What no single field can say: the end after the start, a rate its currency can carry. */
const fitsTogether = (written: Written, context: z.RefinementCtx) => {
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

/** A new class with the specification's defaults (part 1 §3, §9). */
export const createClassSchema = z
  .strictObject({
    ...fields,
    country: fields.country.default('SG'),
    class_type: fields.class_type.default('Workshop'),
    desc: fields.desc.default(''),
    is_free: fields.is_free.default(false),
    is_trial: fields.is_trial.default(false),
    is_featured: fields.is_featured.default(false),
    is_listed: fields.is_listed.default(true),
    is_sold_out: fields.is_sold_out.default(false),
    is_active: fields.is_active.default(true),
    force_full_purchase: fields.force_full_purchase.default(false),
    max_cap: fields.max_cap.default(20),
    rate: fields.rate.default(18),
    currency: fields.currency.default('SGD'),
    ta: fields.ta.default([]),
  })
  .superRefine(fitsTogether);
export type CreateClass = z.output<typeof createClassSchema>;

export const createClass = operation({
  name: 'createClass',
  summary: 'Create a class',
  method: 'POST',
  path: '/admin/class',
  access: ['/course'],
  permission: needs('course.canManage'),
  body: createClassSchema,
  response: one(classSchema),
  status: 201,
  idempotent: true,
});

export const updateClassSchema = z
  .strictObject({ ...fields, _id: idSchema })
  .partial()
  .extend({
    version: z.int().optional(),
    coming_lessons: z
      .enum(['leave', 'ask', 'change'])
      .default('leave')
      .describe('Whether active lessons to come follow that have the old tutors, TAs or times'),
    allow_overlap: z.boolean().default(false),
    allow_unusual: z.boolean().default(false),
  })
  .superRefine(fitsTogether);

/**
 * Changes the given fields; lists of tutors and TAs are the new whole lists. Asked to `ask`, it is refused with
 * coming_lessons where lessons would follow; asked to `change`, these are changed by the rules of a lesson's own edit
 * (decisions: Classes, lessons, rosters).
 */
export const updateClass = operation({
  name: 'updateClass',
  summary: 'Change a class',
  method: 'PATCH',
  path: '/admin/class/{id}',
  access: ['/course'],
  permission: needs('course.canManage'),
  params: idParams,
  body: updateClassSchema,
  response: one(classSchema),
  errors: ['stale', 'coming_lessons', 'tutor_booked', 'lesson_unusual'],
});
