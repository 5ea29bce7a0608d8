const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const toDay = (year: number, month: number, day: number): string | null => {
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' }).toString();
  } catch {
    return null;
  }
};

/** A year of two digits is of this century; none is the year of `today`. */
const toYear = (typed: string | undefined, today: string) => {
  if (!typed) return Number(today.slice(0, 4));
  return typed.length === 2 ? 2000 + Number(typed) : Number(typed);
};

/** What a person is told who typed a day that the calendar does not have. */
export const noSuchDay = (typed: string) =>
  `“${typed}” is no day of the calendar. Write it like 7 Apr 2011.`;

/**
 * A day as people type it: "7 Apr 2026", "7 Apr", "7/4/2026" (day first), "2026-04-07".
 * Answers `YYYY-MM-DD`, or null when it is not a day of the calendar.
 */
export const parseDay = (typed: string, today: string): string | null => {
  const text = typed.trim().toLowerCase();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  if (iso) return toDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const numeric = /^(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{4}|\d{2}))?$/.exec(text);
  if (numeric) return toDay(toYear(numeric[3], today), Number(numeric[2]), Number(numeric[1]));
  const named = /^(\d{1,2})\s*([a-z]{3})[a-z]*\.?,?\s*(\d{4}|\d{2})?$/.exec(text);
  const month = months.indexOf(named?.[2] ?? '') + 1;
  return named && month > 0 ? toDay(toYear(named[3], today), month, Number(named[1])) : null;
};
