const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const toDay = (year: number, month: number, day: number): string | null => {
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' }).toString();
  } catch {
    return null;
  }
};

/** Two-digit years are in this century. */
const toYear = (typed: string) => (typed.length === 2 ? 2000 + Number(typed) : Number(typed));

/** How many days ago a day without a year may be, to still be in this year. */
const mostDaysOver = 183;

/** A day without a year is in this year, or in the next if that was more than half a year ago: "6 Jan" in November. */
const dayOf = (year: string | undefined, month: number, day: number, today: string) => {
  if (year) return toDay(toYear(year), month, day);
  const thisYear = Number(today.slice(0, 4));
  const found = toDay(thisYear, month, day);
  if (found === null) return toDay(thisYear + 1, month, day);
  const over = Temporal.PlainDate.from(found).until(today).days;
  return over > mostDaysOver ? toDay(thisYear + 1, month, day) : found;
};

/** The error for input that is not a day of the calendar. */
export const noSuchDay = (typed: string) =>
  `“${typed}” is not a day of the calendar. Write it like 7 Apr 2011.`;

/**
 * Parses a typed day: "7 Apr 2026", "7 Apr", "7/4/2026" (day first), "2026-04-07". Returns `YYYY-MM-DD`, or null if
 * invalid.
 */
export const parseDay = (typed: string, today: string): string | null => {
  const text = typed.trim().toLowerCase();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  if (iso) return toDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const numeric = /^(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{4}|\d{2}))?$/.exec(text);
  if (numeric) return dayOf(numeric[3], Number(numeric[2]), Number(numeric[1]), today);
  const named = /^(\d{1,2})\s*([a-z]{3})[a-z]*\.?,?\s*(\d{4}|\d{2})?$/.exec(text);
  const month = months.indexOf(named?.[2] ?? '') + 1;
  return named && month > 0 ? dayOf(named[3], month, Number(named[1]), today) : null;
};
