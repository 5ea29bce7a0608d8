import { z } from 'zod';

/** Start of a business day as an instant, ISO 8601 in UTC. */
export const startOfBusinessDay = (day: string, timeZone: string) =>
  Temporal.PlainDate.from(day).toZonedDateTime({ timeZone }).toInstant();

/** The business day (`YYYY-MM-DD`) of an instant (decisions: Time, money, text). */
export const businessDayOf = (instant: string | Temporal.Instant, timeZone: string) =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDate().toString();

/** The day some days after `day`; both are `YYYY-MM-DD`. */
export const addDays = (day: string, days: number) =>
  Temporal.PlainDate.from(day).add({ days }).toString();

/** The day some months after `day`; the last day of a shorter month. */
export const addMonths = (day: string, months: number) =>
  Temporal.PlainDate.from(day).add({ months }).toString();

/** Number of days of a period, both ends included. */
export const countDays = ({ start, end }: { start: string; end: string }): number =>
  Temporal.PlainDate.from(start).until(end).days + 1;

/** First and last day of the month of `day`. */
export const monthOf = (day: string) => {
  const date = Temporal.PlainDate.from(day);
  return {
    start: date.with({ day: 1 }).toString(),
    end: date.with({ day: date.daysInMonth }).toString(),
  };
};

/** Monday and Sunday of the week of `day`. */
export const weekOf = (day: string) => {
  const date = Temporal.PlainDate.from(day);
  const start = date.subtract({ days: date.dayOfWeek - 1 });
  return { start: start.toString(), end: start.add({ days: 6 }).toString() };
};

const isPlainDate = (text: string) => {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!parts || Number(parts[1]) < 1900 || Number(parts[1]) > 2200) return false;
  try {
    Temporal.PlainDate.from(text, { overflow: 'reject' });
    return true;
  } catch {
    return false;
  }
};

/** A pure date, `YYYY-MM-DD`, that exists in the calendar. */
export const plainDateSchema = z
  .string()
  .max(10)
  .refine(isPlainDate, 'This is not a date. Write it as YYYY-MM-DD.');

/** Instants that both Temporal and PostgreSQL accept: the years of plain dates, at most nanoseconds, real offsets. */
const storableInstant =
  /^(19\d\d|20\d\d|21\d\d|2200)-[^.]{1,14}(\.\d{1,9})?(Z|[+-](0\d|1[0-4]):[0-5]\d)$/;

/** An instant, ISO 8601 with offset, from 1900 to 2200. */
export const instantSchema = z.iso
  .datetime({ offset: true })
  .refine((text) => storableInstant.test(text), 'This is not a valid point in time.');

/** A date, or an ISO instant that means its business day in the server's zone. */
export const dateOrInstantSchema = z.union([plainDateSchema, instantSchema]);

/** The business day of a `dateOrInstantSchema` value. */
export const toBusinessDay = (value: string, timeZone: string) =>
  value.length === 10 ? value : businessDayOf(value, timeZone);
