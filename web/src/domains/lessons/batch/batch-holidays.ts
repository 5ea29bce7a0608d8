import {
  holidaysOn,
  holidayYears,
  type Holiday,
} from '@staffroom/contract/domains/lessons/holidays.ts';
import { addDays } from '@staffroom/contract/shared/dates.ts';
import { daysBetweenLessons, planLessons, type Batch } from './batch-rows.ts';

/** The holidays of a day that count for this batch. */
export const holidaysFor = (batch: Batch, day: string): readonly Holiday[] =>
  holidaysOn(day).filter(({ kind }) => kind === 'public' || batch.countsSchoolHolidays);

/** Can the list of holidays say anything of this day? */
export const isBeyondHolidays = (day: string): boolean =>
  Number(day.slice(0, 4)) > holidayYears.last;

/** "Deepavali (public holiday, forecast)"; school holidays say what they are by name. */
export const holidayWords = ({ name, kind, forecast }: Holiday): string => {
  const of = kind === 'public' ? 'public holiday' : /school/.test(name) ? '' : 'school holiday';
  const notes = [of, forecast ? 'forecast' : ''].filter(Boolean);
  return notes.length > 0 ? `${name} (${notes.join(', ')})` : name;
};

/**
 * Moves lessons off holidays by whole weeks: the one with this key, or without a key each of them. All later
 * lessons move on with it. `undoSkip` brings the days of before back.
 */
export const skipHolidays = (batch: Batch, className: string, key?: string): Batch => {
  const rows = [...batch.rows];
  for (const [at, row] of rows.entries()) {
    if ((key !== undefined && row.key !== key) || row.sent) continue;
    const { day } = planLessons({ ...batch, rows }, className)[at] ?? {};
    if (day === undefined || holidaysFor(batch, day).length === 0) continue;
    const free = nextFreeDay(batch, day);
    const weeks = daysBetween(day, free);
    for (const [later, other] of rows.entries())
      if (later === at) rows[later] = { ...other, day: free, allowOverlap: false };
      else if (later > at)
        rows[later] = {
          ...other,
          day: other.day === null ? null : addDays(other.day, weeks),
          allowOverlap: false,
        };
  }
  const isSame = rows.every((row, at) => row === batch.rows[at]);
  if (isSame) return batch;
  return { ...batch, rows, daysBefore: batch.rows.map(({ day }) => day) };
};

/** The days as they were before holidays were skipped. */
export const undoSkip = (batch: Batch): Batch => {
  const { daysBefore } = batch;
  if (!daysBefore) return batch;
  return {
    ...batch,
    daysBefore: null,
    rows: batch.rows.map((row, at) => ({
      ...row,
      day: daysBefore[at] ?? null,
      allowOverlap: false,
    })),
  };
};

const nextFreeDay = (batch: Batch, from: string): string => {
  let day = from;
  while (holidaysFor(batch, day).length > 0) day = addDays(day, daysBetweenLessons);
  return day;
};

const daysBetween = (from: string, to: string) =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to)).days;
