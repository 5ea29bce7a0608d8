import { z } from 'zod';
import type { Class } from 'staffroom-contract/domains/classes/class-record.contract.ts';
import { daysOfWeek } from 'staffroom-contract/domains/classes/classes.rules.ts';
import {
  createLessonSchema,
  type CreateLesson,
} from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { hostingTypes } from 'staffroom-contract/domains/lessons/lessons.rules.ts';
import { addDays, businessDayOf } from 'staffroom-contract/shared/dates.ts';
import { isDay } from '../../../kit/form/field.ts';
import { numberProblem, readNumber, type NumberValue } from '../../../kit/form/typed-number.ts';
import { schemaProblems, type FormProblems } from '../../../lib/form-problems.ts';
import { newIdempotencyKey } from '../../../lib/idempotency-keys.ts';
import { noSuchDay } from '../../../ui/parse-day.ts';
import { timesOf } from '../lesson.form.ts';

const defaultLessonCount = 5;
/** The server's limit for one check for double bookings. */
export const mostLessons = 100;
const daysBetweenLessons = 7;
export const mostDaysBetween = 60;

/** How to treat rows whose tutor teaches an overlapping lesson: leave them out, change them first, or save them. */
export const clashChoices = ['leave', 'change', 'save'] as const;

const ownValue = <T extends z.ZodType>(schema: T) => schema.nullable();

/** A number, or the raw text if it is not a valid number. */
const typedNumber = z.union([z.int(), z.string()]);
const people = z.array(z.object({ _id: z.string(), name: z.string() }));

const rowSchema = z.object({
  /** The row's Idempotency-Key; kept until the server's answer is known. */
  key: z.string(),
  /** null means derived from the row above: day plus interval, next number, same term, name from these. */
  day: ownValue(z.string()),
  index: ownValue(typedNumber),
  term: ownValue(typedNumber),
  name: ownValue(z.string()),
  start: z.string(),
  end: z.string(),
  /** null means the class's tutors. */
  tutor: ownValue(people),
  /** The request that was sent without an answer; a retry must send the same body. */
  sent: ownValue(createLessonSchema),
});
export type BatchRow = z.infer<typeof rowSchema>;

/** The dialog's state: lessons to add to a class; also the format stored in the browser. */
export const batchSchema = z.object({
  rows: z.array(rowSchema),
  /** Base values for the first row. */
  first: z.object({ day: z.string(), index: z.int(), term: z.int() }),
  /** Number of lessons of this batch that are already saved. */
  saved: z.int(),
  countsSchoolHolidays: z.boolean(),
  platform: z.string(),
  type: z.enum(hostingTypes),
  // Batches stored by older versions lack these fields.
  daysBetween: z.int().min(1).max(mostDaysBetween).default(daysBetweenLessons),
  clashes: z.enum(clashChoices).default('change'),
  /** Days by row from before holidays were skipped; null if there is nothing to undo. */
  daysBefore: z.array(ownValue(z.string())).nullable(),
});
export type Batch = z.infer<typeof batchSchema>;

/** A row with its derived values resolved. */
export type PlannedLesson = {
  row: BatchRow;
  day: string;
  index: NumberValue;
  term: NumberValue;
  name: string;
};

type Planned = Pick<Class, 'name' | 'schedule' | 'start_date'>;

/** Five weekly lessons at the class's times, from its start or, if that is past, from today. */
export const newBatch = (
  tuitionClass: Planned,
  { today, zone, platform }: { today: string; zone: string; platform: string },
): Batch => {
  const { start_time: start, end_time: end } = tuitionClass.schedule;
  const starts = businessDayOf(tuitionClass.start_date, zone);
  const earliest = starts < today ? today : starts;
  return {
    rows: Array.from({ length: defaultLessonCount }, () => newRow({ start, end })),
    first: { day: firstDay(tuitionClass.schedule.date_of_week, earliest), index: 1, term: 1 },
    saved: 0,
    countsSchoolHolidays: true,
    platform,
    type: 'webinar',
    daysBetween: daysBetweenLessons,
    clashes: 'change',
    daysBefore: null,
  };
};

/** The first day with this weekday, from `from` on; `from` itself if the weekday is unknown. */
export const firstDay = (weekday: string, from: string): string => {
  const wanted = daysOfWeek.findIndex((name) => name === weekday) + 1;
  if (wanted === 0) return from;
  return addDays(from, (wanted - Temporal.PlainDate.from(from).dayOfWeek + 7) % 7);
};

const newRow = (times: Pick<BatchRow, 'start' | 'end'>): BatchRow => ({
  ...times,
  key: newIdempotencyKey(),
  day: null,
  index: null,
  term: null,
  name: null,
  tutor: null,
  sent: null,
});

/** Whether some lessons are or may be saved, so that the rest must be kept. */
export const isUnderWay = (batch: Batch): boolean =>
  batch.saved > 0 || batch.rows.some(({ sent }) => sent !== null);

/** Resolves every row's day, number, term and name; invalid values above are skipped. */
export const planLessons = (batch: Batch, className: string): PlannedLesson[] => {
  let { day: nextDay, index: nextIndex, term: nextTerm } = batch.first;
  return batch.rows.map((row) => {
    const day = row.day ?? nextDay;
    const index = row.index ?? nextIndex;
    const term = row.term ?? nextTerm;
    if (isDay(day)) nextDay = addDays(day, batch.daysBetween);
    if (isWhole(index)) nextIndex = readNumber(index) + 1;
    if (isWhole(term)) nextTerm = readNumber(term);
    return { row, day, index, term, name: row.name ?? `${className} L${index}` };
  });
};

const isWhole = (typed: NumberValue) => Number.isSafeInteger(readNumber(typed));

/** Changes a row; a new day, time or tutor resets the decision about clashes. */
export const changeRow = (batch: Batch, key: string, changes: Partial<BatchRow>): Batch => {
  const asksAnew = ['day', 'start', 'end', 'tutor'].some((field) => field in changes);
  return {
    ...batch,
    daysBefore: 'day' in changes ? null : batch.daysBefore,
    clashes: asksAnew && batch.clashes === 'save' ? 'change' : batch.clashes,
    rows: batch.rows.map((row) => (row.key === key ? { ...row, ...changes } : row)),
  };
};

/** Appends rows or removes rows from the end; at least one remains. */
export const withRowCount = (batch: Batch, wanted: number): Batch => {
  const count = Math.min(mostLessons, Math.max(1, wanted));
  const last = batch.rows.at(-1);
  const times = { start: last?.start ?? '', end: last?.end ?? '' };
  const more = Array.from({ length: Math.max(0, count - batch.rows.length) }, () => newRow(times));
  return { ...batch, daysBefore: null, rows: [...batch.rows.slice(0, count), ...more] };
};

/** Removes a row; later rows keep their days and are renumbered. The last remaining row cannot be removed. */
export const removeRow = (batch: Batch, key: string, className: string): Batch => {
  const at = batch.rows.findIndex((row) => row.key === key);
  if (at === -1 || batch.rows.length === 1) return batch;
  const below = planLessons(batch, className)[at + 1];
  return {
    ...batch,
    daysBefore: null,
    rows: batch.rows
      .map((row, index) => (index === at + 1 && below ? { ...row, day: below.day } : row))
      .filter((row) => row.key !== key),
  };
};

/** Removes these rows; at least one remains. */
export const withoutRows = (batch: Batch, keys: readonly string[], className: string): Batch =>
  keys.reduce((rest, key) => removeRow(rest, key, className), batch);

/** The change that copies a cell from the row above. */
export const valueAbove = (above: PlannedLesson, cell: BatchCell): Partial<BatchRow> => {
  const { row, day, index, term, name } = above;
  const { start, end, tutor } = row;
  return { [cell]: { day, index, term, name, start, end, tutor }[cell] };
};

/** Removes the first row after it was saved and bases the next row on it. */
export const withoutSaved = (batch: Batch, className: string): Batch => {
  const [saved] = planLessons(batch, className);
  if (!saved) return batch;
  return {
    ...batch,
    rows: batch.rows.slice(1),
    first: {
      day: addDays(saved.day, batch.daysBetween),
      index: readNumber(saved.index) + 1,
      term: readNumber(saved.term),
    },
    saved: batch.saved + 1,
    daysBefore: null,
  };
};

const fieldOf = {
  name: 'name',
  day: 'scheduled_on',
  start: 'start',
  end: 'ended_on',
  term: 'meta.term',
  index: 'meta.index',
  tutor: 'tutor',
} as const;
export type BatchCell = keyof typeof fieldOf;
const places = Object.keys(fieldOf) as BatchCell[];

type Staffed = Pick<Class, '_id' | 'tutor' | 'ta'>;

/** The tutors of a row's lesson. */
export const tutorsOf = (row: BatchRow, tuitionClass: Pick<Class, 'tutor'>) =>
  row.tutor ?? tuitionClass.tutor;

/** The row's request, or its field problems. A row whose answer was lost returns the request that was sent. */
export const readLesson = (
  batch: Pick<Batch, 'platform' | 'type' | 'clashes'>,
  planned: PlannedLesson,
  tuitionClass: Staffed,
  zone: string,
): { body?: CreateLesson; problems: FormProblems<BatchCell> } => {
  const { row, day, index, term } = planned;
  if (row.sent) return { body: row.sent, problems: {} };
  const own = unreadable(planned);
  const body = {
    class: tuitionClass._id,
    name: planned.name.trim(),
    // Invalid input is reported by `unreadable`; placeholders let the schema check the other fields.
    meta: { index: own.index ? 1 : readNumber(index), term: own.term ? 1 : readNumber(term) },
    ...(timesOf({ day, start: row.start, end: row.end }, zone) ?? someTimes),
    hosting_platform: batch.platform,
    hosting_type: batch.type,
    tutor: tutorsOf(row, tuitionClass).map(({ _id }) => _id),
    ta: tuitionClass.ta.map(({ _id }) => _id),
    allow_overlap: batch.clashes === 'save',
  };
  const wrong = schemaProblems(createLessonSchema, body, Object.values(fieldOf));
  const problems: FormProblems<BatchCell> = {
    ...Object.fromEntries(
      places.flatMap((place) => {
        const text = wrong[fieldOf[place]];
        return text === undefined ? [] : [[place, text]];
      }),
    ),
    ...(wrong.form !== undefined && { form: wrong.form }),
    ...own,
  };
  if (Object.keys(problems).length > 0) return { problems };
  return { body: createLessonSchema.parse(body), problems };
};

const someTimes = { scheduled_on: '2000-01-01T00:00:00Z', ended_on: '2000-01-01T01:00:00Z' };

/** Problems of fields that are empty or not valid days or numbers. */
const unreadable = ({ row, day, index, term }: PlannedLesson): FormProblems<BatchCell> => {
  const numbers = { index: numberProblem(index, true), term: numberProblem(term, true) };
  return {
    ...(!isDay(day) && { day: noSuchDay(day) }),
    ...(row.start === '' && { start: 'Please enter the start' }),
    ...(row.end === '' && { end: 'Please enter the end' }),
    ...(numbers.index && { index: numbers.index }),
    ...(numbers.term && { term: numbers.term }),
  };
};

/**
 * The lessons still to be added to a class, stored in the browser per user with their idempotency keys until they are
 * saved or discarded, so that closing the dialog, a second tab or a lost connection never adds a lesson twice
 * (decisions: Classes, lessons, rosters).
 */
export const keptBatch = (userId: string, classId: string) => {
  const place = `batch-lessons ${userId} ${classId}`;
  return {
    read: (): Batch | null => parse(localStorage.getItem(place)),
    write: (batch: Batch) => localStorage.setItem(place, JSON.stringify(batch)),
    clear: () => localStorage.removeItem(place),
  };
};

const parse = (text: string | null): Batch | null => {
  if (text === null) return null;
  try {
    return batchSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
};
