/** A day of any year, as the database knows birthdays: month × 100 + day. */
const dayOfYear = (day: string): number => Number(day.slice(5, 7)) * 100 + Number(day.slice(8, 10));

const leapDay = 229;
const dayBefore = 228;

/**
 * The dates of birth, as month × 100 + day, whose birthday is kept on a business day. Those of 29 February have theirs on
 * 28 February in years without one: it stays in its month, and a wish comes early rather than late (ADR 6).
 */
export const birthdaysKeptOn = (day: string): number[] => {
  const own = dayOfYear(day);
  return own === dayBefore && !Temporal.PlainDate.from(day).inLeapYear ? [own, leapDay] : [own];
};

/** How old somebody turns on a birthday; both days are `YYYY-MM-DD`. */
export const turnsOn = (dateOfBirth: string, day: string): number =>
  Number(day.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
