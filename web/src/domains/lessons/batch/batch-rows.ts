import { z } from 'zod';
import type { Class } from '@staffroom/contract/domains/classes/class-record.contract.ts';
import { daysOfWeek } from '@staffroom/contract/domains/classes/classes.rules.ts';
import {
  createLessonSchema,
  type CreateLesson,
} from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import { hostingTypes } from '@staffroom/contract/domains/lessons/lessons.rules.ts';
import { addDays, businessDayOf } from '@staffroom/contract/shared/dates.ts';
import { isDay } from '../../../kit/form/field.ts';
import { numberProblem, readNumber, type NumberValue } from '../../../kit/form/typed-number.ts';
import { schemaProblems, type FormProblems } from '../../../lib/form-problems.ts';
import { newIdempotencyKey } from '../../../lib/idempotency-keys.ts';
import { noSuchDay } from '../../../ui/parse-day.ts';
import { timesOf } from '../lesson.form.ts';

export const defaultLessonCount = 5;
/** As many as one check for double bookings takes. */
export const mostLessons = 100;
const daysBetweenLessons = 7;
export const mostDaysBetween = 60;

/** What is done about rows whose tutor teaches another lesson then: they wait, are not saved, or are saved so. */
export const clashChoices = ['leave', 'change', 'save'] as const;

const ownValue = <T extends z.ZodType>(schema: T) => schema.nullable();

/** A number, or what was typed in its place. */
const typedNumber = z.union([z.int(), z.string()]);
const people = z.array(z.object({ _id: z.string(), name: z.string() }));

const rowSchema = z.object({
  /** Its Idempotency-Key as long as nobody knows the server's answer. */
  key: z.string(),
  /** null follows from the row above: the days between later, the next number, the same term, the class's name with it. */
  day: ownValue(z.string()),
  index: ownValue(typedNumber),
  term: ownValue(typedNumber),
  name: ownValue(z.string()),
  start: z.string(),
  end: z.string(),
  /** null are the class's tutors. */
  tutor: ownValue(people),
  /** What went out without an answer: it must be sent again as it was. */
  sent: ownValue(createLessonSchema),
});
export type BatchRow = z.infer<typeof rowSchema>;

/** Lessons to be added to a class, as the dialog holds and keeps them. */
export const batchSchema = z.object({
  rows: z.array(rowSchema),
  /** What the first row follows. */
  first: z.object({ day: z.string(), index: z.int(), term: z.int() }),
  /** Lessons of this batch that the server has already. */
  saved: z.int(),
  countsSchoolHolidays: z.boolean(),
  platform: z.string(),
  type: z.enum(hostingTypes),
  // Batches that were kept before could not say these.
  daysBetween: z.int().min(1).max(mostDaysBetween).default(daysBetweenLessons),
  clashes: z.enum(clashChoices).default('change'),
  /** The days by row as they were before holidays were skipped. */
  daysBefore: z.array(ownValue(z.string())).nullable(),
});
export type Batch = z.infer<typeof batchSchema>;

/** A row with everything that follows from the rows above it. */
export type PlannedLesson = {
  row: BatchRow;
  day: string;
  index: NumberValue;
  term: NumberValue;
  name: string;
};

type Planned = Pick<Class, 'name' | 'schedule' | 'start_date'>;

/** Five lessons in the class's weekly time, the first at its start or, where that is past, from today. */
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

/** The first such weekday from a day on, the day itself included; the day where the class has no weekday. */
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

/** Some lessons are saved, or perhaps saved: the others must not be forgotten. */
export const isUnderWay = (batch: Batch): boolean =>
  batch.saved > 0 || batch.rows.some(({ sent }) => sent !== null);

/** Every row with its day, number, term and name; what cannot be read above is passed over. */
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

/** Changes a row; another time or tutor asks anew about tutors who are booked twice. */
export const changeRow = (batch: Batch, key: string, changes: Partial<BatchRow>): Batch => {
  const asksAnew = ['day', 'start', 'end', 'tutor'].some((field) => field in changes);
  return {
    ...batch,
    daysBefore: 'day' in changes ? null : batch.daysBefore,
    clashes: asksAnew && batch.clashes === 'save' ? 'change' : batch.clashes,
    rows: batch.rows.map((row) => (row.key === key ? { ...row, ...changes } : row)),
  };
};

/** More rows at the end, or fewer; one always stays. */
export const withRowCount = (batch: Batch, wanted: number): Batch => {
  const count = Math.min(mostLessons, Math.max(1, wanted));
  const last = batch.rows.at(-1);
  const times = { start: last?.start ?? '', end: last?.end ?? '' };
  const more = Array.from({ length: Math.max(0, count - batch.rows.length) }, () => newRow(times));
  return { ...batch, daysBefore: null, rows: [...batch.rows.slice(0, count), ...more] };
};

/**
 * Without a row: later lessons keep their days and are numbered anew. The last one cannot be removed.
 */
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

/** Without these rows, as far as one stays. */
export const withoutRows = (batch: Batch, keys: readonly string[], className: string): Batch =>
  keys.reduce((rest, key) => removeRow(rest, key, className), batch);

/** What a cell takes from the row above it. */
export const valueAbove = (above: PlannedLesson, cell: BatchCell): Partial<BatchRow> => {
  const { row, day, index, term, name } = above;
  const { start, end, tutor } = row;
  return { [cell]: { day, index, term, name, start, end, tutor }[cell] };
};

/** The first row was saved: the next ones go on from it. */
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

/** Who teaches the lesson of a row. */
export const tutorsOf = (row: BatchRow, tuitionClass: Pick<Class, 'tutor'>) =>
  row.tutor ?? tuitionClass.tutor;

/** The request of a row that is ready, as it was sent where its answer was lost; else what is wrong with it. */
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
    // What cannot be read is told by itself; anything will do in its place to look at the others.
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

/** What of a row is missing or stays as it was typed because it cannot be read. */
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
 * The lessons that are still to be added to a class, kept for this person in the browser with their keys until the
 * server has them or they are discarded: closing the dialog, another tab or a lost connection never adds a lesson twice
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
