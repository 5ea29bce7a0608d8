import { z } from 'zod';
import type { Class } from '@staffroom/contract/domains/classes/class-record.contract.ts';
import { daysOfWeek } from '@staffroom/contract/domains/classes/classes.rules.ts';
import { createLessonSchema } from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import { addDays, businessDayOf } from '@staffroom/contract/shared/dates.ts';
import { newIdempotencyKey } from '../../../lib/idempotency-keys.ts';

export const defaultLessonCount = 5;
/** As many as one check for double bookings takes. */
export const mostLessons = 100;
export const daysBetweenLessons = 7;

const ownValue = <T extends z.ZodType>(schema: T) => schema.nullable();

const rowSchema = z.object({
  /** Its Idempotency-Key as long as nobody knows the server's answer. */
  key: z.string(),
  /** null follows from the row above: 7 days later, the next number, the same term, the class's name with it. */
  day: ownValue(z.string()),
  index: ownValue(z.int()),
  term: ownValue(z.int()),
  name: ownValue(z.string()),
  start: z.string(),
  end: z.string(),
  /** A tutor who is booked twice was seen and accepted. */
  allowOverlap: z.boolean(),
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
  /** The days by row as they were before holidays were skipped. */
  daysBefore: z.array(ownValue(z.string())).nullable(),
});
export type Batch = z.infer<typeof batchSchema>;

/** A row with everything that follows from the rows above it. */
export type PlannedLesson = {
  row: BatchRow;
  day: string;
  index: number;
  term: number;
  name: string;
};

type Planned = Pick<Class, 'name' | 'schedule' | 'start_date'>;

/** Five lessons in the class's weekly time, the first at its start or, where that is past, from today. */
export const newBatch = (tuitionClass: Planned, today: string, timeZone: string): Batch => {
  const { start_time: start, end_time: end } = tuitionClass.schedule;
  const starts = businessDayOf(tuitionClass.start_date, timeZone);
  const earliest = starts < today ? today : starts;
  return {
    rows: Array.from({ length: defaultLessonCount }, () => newRow({ start, end })),
    first: { day: firstDay(tuitionClass.schedule.date_of_week, earliest), index: 1, term: 1 },
    saved: 0,
    countsSchoolHolidays: true,
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
  allowOverlap: false,
  sent: null,
});

/** Some lessons are saved, or perhaps saved: the others must not be forgotten. */
export const isUnderWay = (batch: Batch): boolean =>
  batch.saved > 0 || batch.rows.some(({ sent }) => sent !== null);

/** Every row with its day, number, term and name. */
export const planLessons = (batch: Batch, className: string): PlannedLesson[] => {
  const planned: PlannedLesson[] = [];
  for (const row of batch.rows) {
    const above = planned.at(-1);
    const index = row.index ?? (above ? above.index + 1 : batch.first.index);
    planned.push({
      row,
      day: row.day ?? (above ? addDays(above.day, daysBetweenLessons) : batch.first.day),
      index,
      term: row.term ?? above?.term ?? batch.first.term,
      name: row.name ?? `${className} L${index}`,
    });
  }
  return planned;
};

/** Changes a row; another time or day asks anew about a tutor who is booked twice. */
export const changeRow = (batch: Batch, key: string, changes: Partial<BatchRow>): Batch => {
  const isAnotherTime = ['day', 'start', 'end'].some((field) => field in changes);
  return {
    ...batch,
    daysBefore: 'day' in changes ? null : batch.daysBefore,
    rows: batch.rows.map((row) =>
      row.key === key ? { ...row, ...(isAnotherTime && { allowOverlap: false }), ...changes } : row,
    ),
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

/** The first row was saved: the next ones go on from it. */
export const withoutSaved = (batch: Batch, className: string): Batch => {
  const [saved] = planLessons(batch, className);
  if (!saved) return batch;
  return {
    ...batch,
    rows: batch.rows.slice(1),
    first: {
      day: addDays(saved.day, daysBetweenLessons),
      index: saved.index + 1,
      term: saved.term,
    },
    saved: batch.saved + 1,
    daysBefore: null,
  };
};
