/** Order of day and month in a file's numeric dates. */
export type DayOrder = 'day-first' | 'month-first';

type Clock = { hour: number; minute: number; second: number };

/** A parsed time; `numbers` are a day and a month whose order is not known yet. */
export type WrittenTime =
  | { instant: string }
  | ({ year: number; month: number; day: number } & Clock)
  | ({ year: number; numbers: [first: number, second: number] } & Clock);

const withOffset = /^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:?\d{2})$/;
const numeric =
  /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}),? (\d{1,2}):(\d{2})(?::(\d{2}))?(?: ?([AP])\.?M\.?)?$/i;
const yearFirst =
  /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2}),? (\d{1,2}):(\d{2})(?::(\d{2}))?(?: ?([AP])\.?M\.?)?$/i;
const monthInWords =
  /^([a-z]{3})[a-z]{0,6}\.? (\d{1,2}),? (\d{4}),? (\d{1,2}):(\d{2})(?::(\d{2}))?(?: ?([AP])\.?M\.?)?$/i;
const dayThenMonth =
  /^(\d{1,2})[ -]([a-z]{3})[a-z]{0,6}\.?[ ,-] ?(\d{4}),? (\d{1,2}):(\d{2})(?::(\d{2}))?(?: ?([AP])\.?M\.?)?$/i;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthOf = (word = '') => months.indexOf(word.toLowerCase()) + 1;

const clockOf = ([hour, minute, second = '0', half]: (string | undefined)[]): Clock => {
  const written = Number(hour);
  const isAfternoon = half?.toUpperCase() === 'P';
  return {
    hour: half === undefined ? written : (written % 12) + (isAfternoon ? 12 : 0),
    minute: Number(minute),
    second: Number(second),
  };
};

/**
 * Parses a time of a participant file: with an offset, "03/14/2026 02:00:12 PM", "14.03.2026 14:00", "2026-03-14
 * 14:00:12", "Nov 24, 2026 01:27:01 AM". Returns undefined for other text.
 */
export const readWrittenTime = (cell: string): WrittenTime | undefined => {
  if (cell.length > 60) return undefined;
  // Newer programs write a narrow no-break space before AM and PM.
  const text = cell.replaceAll(/\s/g, ' ').trim();
  if (withOffset.test(text)) return { instant: text };
  const [, first, second, year, ...clock] = numeric.exec(text) ?? [];
  if (year !== undefined)
    return { year: Number(year), numbers: [Number(first), Number(second)], ...clockOf(clock) };
  const [, ofYear, ofMonth, ofDay, ...yearClock] = yearFirst.exec(text) ?? [];
  if (ofYear !== undefined)
    return {
      year: Number(ofYear),
      month: Number(ofMonth),
      day: Number(ofDay),
      ...clockOf(yearClock),
    };
  const [, word, wordDay, wordYear, ...wordClock] = monthInWords.exec(text) ?? [];
  if (word !== undefined)
    return {
      year: Number(wordYear),
      month: monthOf(word),
      day: Number(wordDay),
      ...clockOf(wordClock),
    };
  const [, theDay, theWord, theYear, ...theClock] = dayThenMonth.exec(text) ?? [];
  if (theDay === undefined) return undefined;
  return {
    year: Number(theYear),
    month: monthOf(theWord),
    day: Number(theDay),
    ...clockOf(theClock),
  };
};

/** The instant of a written time in a zone; null for a date or clock time that does not exist. */
export const instantOfWritten = (
  written: WrittenTime,
  { timeZone, order }: { timeZone: string; order: DayOrder },
): string | null => {
  try {
    if ('instant' in written) return Temporal.Instant.from(written.instant).toString();
    const { year, hour, minute, second } = written;
    const [month, day] =
      'month' in written
        ? [written.month, written.day]
        : order === 'month-first'
          ? written.numbers
          : [written.numbers[1], written.numbers[0]];
    return Temporal.ZonedDateTime.from(
      { timeZone, year, month, day, hour, minute, second },
      { overflow: 'reject' },
    )
      .toInstant()
      .toString();
  } catch {
    return null;
  }
};

/** Order of a file's numeric dates: any number above 12 decides, then more times near the lesson, then month first. */
export const dayOrderOf = (
  times: readonly WrittenTime[],
  { timeZone, near }: { timeZone: string; near: string },
): DayOrder => {
  const numbers = times.flatMap((time) => ('numbers' in time ? [time.numbers] : []));
  if (numbers.some(([first, second]) => first > 12 && second <= 12)) return 'day-first';
  if (numbers.some(([first, second]) => second > 12 && first <= 12)) return 'month-first';
  const around = (order: DayOrder) =>
    times.filter((time) => {
      const instant = instantOfWritten(time, { timeZone, order });
      return instant !== null && Math.abs(Date.parse(instant) - Date.parse(near)) <= dayMs;
    }).length;
  return around('day-first') > around('month-first') ? 'day-first' : 'month-first';
};

const dayMs = 24 * 3_600_000;
