/** The error for input that is not a time of day. */
export const noSuchTime = (typed: string) =>
  `“${typed}” is not a time. Write it like 19:00 or 7pm.`;

/**
 * Parses a typed time of day: "7pm", "7.30 pm", "19:00", "1900", "7:30 a.m."; 24 hours without am or pm. Returns
 * `HH:MM`, or null if invalid or ambiguous (`halvesOf`).
 */
export const parseTime = (typed: string): string | null =>
  halvesOf(typed) === null ? read(typed) : null;

/**
 * "5" and "5:30" may mean morning or evening: returns both as `HH:MM`. Returns null for unambiguous input: "05:30",
 * "10:30" and "17:00" are 24-hour times.
 */
export const halvesOf = (typed: string): readonly [morning: string, evening: string] | null => {
  const text = typed.trim();
  const time = read(text);
  if (time === null || !/^(?:[1-9]|1[01]|[1-9]\s*[:.h]?\s*\d{2})$/i.test(text)) return null;
  return [time, `${Number(time.slice(0, 2)) + 12}${time.slice(2)}`];
};

const read = (typed: string): string | null => {
  const text = typed.toLowerCase().replace(/[\s.]*([ap])\s*\.?\s*m\.?$/, '$1');
  const parts = /^(\d{1,2})(?:\s*[:.h]?\s*(\d{2}))?([ap])?$/.exec(text.trim());
  if (!parts) return null;
  const hour = hourOf(Number(parts[1]), parts[3]);
  const minute = Number(parts[2] ?? 0);
  return hour === null || hour > 23 || minute > 59
    ? null
    : `${twoDigits(hour)}:${twoDigits(minute)}`;
};

const twoDigits = (number: number) => String(number).padStart(2, '0');

/** 12 am is midnight, 12 pm is noon; "19:00 pm" is valid, "19:00 am" is not. */
const hourOf = (hour: number, half: string | undefined): number | null => {
  if (half === 'a') return hour > 12 ? null : hour % 12;
  return half === 'p' && hour < 12 ? hour + 12 : hour;
};
