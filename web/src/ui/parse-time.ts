/** What a person is told who typed what is no time of a day. */
export const noSuchTime = (typed: string) => `“${typed}” is no time. Write it like 19:00 or 7pm.`;

/**
 * A time of day as people type it: "7pm", "7.30 pm", "19:00", "1900", "7:30 a.m."; without am or pm it is of 24 hours.
 * Answers `HH:MM`, or null when it is not a time of a day.
 */
export const parseTime = (typed: string): string | null => {
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

/** Twelve am is midnight, twelve pm noon; "19:00 pm" is what it says, "19:00 am" is nothing. */
const hourOf = (hour: number, half: string | undefined): number | null => {
  if (half === 'a') return hour > 12 ? null : hour % 12;
  return half === 'p' && hour < 12 ? hour + 12 : hour;
};
