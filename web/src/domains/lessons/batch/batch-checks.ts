import {
  holidaysOn,
  holidayYears,
  type Holiday,
} from 'staffroom-contract/domains/lessons/holidays.ts';
import type { Class } from 'staffroom-contract/domains/classes/class-record.contract.ts';
import type { CreateLesson } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import type { LessonSummary } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import { addDays, businessDayOf } from 'staffroom-contract/shared/dates.ts';
import { isDay } from '../../../kit/form/field.ts';
import { formatDay } from '../../../lib/formats.ts';
import { lessonCode } from '../lesson-words.ts';
import { planLessons, type Batch, type PlannedLesson } from './batch-rows.ts';

/** Holidays on this day: public ones, and school holidays if the batch counts them. */
export const holidaysFor = (batch: Batch, day: string): readonly Holiday[] =>
  holidaysOn(day).filter(({ kind }) => kind === 'public' || batch.countsSchoolHolidays);

/** Returns whether the day is after the last year in the list of holidays. */
export const isBeyondHolidays = (day: string): boolean =>
  Number(day.slice(0, 4)) > holidayYears.last;

/** "Deepavali (public holiday, forecast)". The kind is left out if the name already says "school". */
export const holidayWords = ({ name, kind, forecast }: Holiday): string => {
  const of = kind === 'public' ? 'public holiday' : /school/.test(name) ? '' : 'school holiday';
  const notes = [of, forecast ? 'forecast' : ''].filter(Boolean);
  return notes.length > 0 ? `${name} (${notes.join(', ')})` : name;
};

/**
 * Moves the lesson with this key, or without a key every lesson on a holiday, to its next free day, and all later
 * lessons by the same number of days. Undo with `undoSkip`.
 */
export const skipHolidays = (batch: Batch, className: string, key?: string): Batch => {
  const rows = [...batch.rows];
  for (const [at, row] of rows.entries()) {
    if ((key !== undefined && row.key !== key) || row.sent) continue;
    const { day } = planLessons({ ...batch, rows }, className)[at] ?? {};
    if (day === undefined || !isDay(day) || holidaysFor(batch, day).length === 0) continue;
    const free = nextFreeDay(batch, day);
    const weeks = daysBetween(day, free);
    for (const [later, other] of rows.entries())
      if (later === at) rows[later] = { ...other, day: free };
      else if (later > at && other.day !== null && isDay(other.day))
        rows[later] = { ...other, day: addDays(other.day, weeks) };
  }
  const isSame = rows.every((row, at) => row === batch.rows[at]);
  if (isSame) return batch;
  return { ...askedAnew(batch), rows, daysBefore: batch.rows.map(({ day }) => day) };
};

/** Restores the days from before `skipHolidays`. */
export const undoSkip = (batch: Batch): Batch => {
  const { daysBefore } = batch;
  if (!daysBefore) return batch;
  return {
    ...askedAnew(batch),
    daysBefore: null,
    rows: batch.rows.map((row, at) => ({ ...row, day: daysBefore[at] ?? null })),
  };
};

/** Resets the decision about clashes: on other days other lessons clash. */
const askedAnew = (batch: Batch): Batch =>
  batch.clashes === 'save' ? { ...batch, clashes: 'change' } : batch;

const nextFreeDay = (batch: Batch, from: string): string => {
  let day = from;
  while (holidaysFor(batch, day).length > 0) day = addDays(day, batch.daysBetween);
  return day;
};

const daysBetween = (from: string, to: string) =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to)).days;

type Ready = PlannedLesson & { body?: CreateLesson };

/** Context for `unusualRows`. */
type Around = {
  tuitionClass: Pick<Class, 'end_date'>;
  /** The class's active lessons. */
  lessons: readonly Pick<LessonSummary, 'name' | 'meta'>[];
  now: string;
  zone: string;
};

/** Warnings by row key, besides holidays: in the past, after the class's end, term and number taken or repeated. */
export const unusualRows = (
  planned: readonly Ready[],
  { tuitionClass, lessons, now, zone }: Around,
): ReadonlyMap<string, readonly string[]> => {
  const end = businessDayOf(tuitionClass.end_date, zone);
  const rows = planned.filter(({ row }) => row.sent === null);
  return new Map(
    rows.map(({ row, body, day }) => {
      if (!body) return [row.key, []];
      const code = lessonCode(body);
      const taken = lessons.find((lesson) => lessonCode(lesson) === code);
      const twice =
        rows.filter((other) => other.body && lessonCode(other.body) === code).length > 1;
      return [
        row.key,
        [
          ...(Date.parse(body.ended_on) <= Date.parse(now) ? ['In the past.'] : []),
          ...(day > end ? [`After the class’s end, ${formatDay(end)}.`] : []),
          ...(taken ? [`${code} is also ${taken.name}.`] : []),
          ...(twice ? [`${code} appears twice.`] : []),
        ],
      ];
    }),
  );
};

/** Rows whose tutors teach another overlapping row, by key, with that row's position. */
export const clashingRows = (planned: readonly Ready[]): ReadonlyMap<string, number> => {
  const clashes = new Map<string, number>();
  for (const [at, { row, body }] of planned.entries())
    for (const [otherAt, { body: other }] of planned.entries())
      if (at !== otherAt && body && other && overlap(body, other)) clashes.set(row.key, otherAt);
  return clashes;
};

const overlap = (one: CreateLesson, other: CreateLesson) =>
  Date.parse(one.scheduled_on) < Date.parse(other.ended_on) &&
  Date.parse(other.scheduled_on) < Date.parse(one.ended_on) &&
  one.tutor.some((id) => other.tutor.includes(id));
