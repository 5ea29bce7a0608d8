/** Day of a year as the database stores birthdays: month × 100 + day. */
const dayOfYear = (day: string): number => Number(day.slice(5, 7)) * 100 + Number(day.slice(8, 10));

const leapDay = 229;
const dayBefore = 228;

/**
 * The birthdays on a business day, as month × 100 + day. In years without 29 February, that birthday is on 28
 * February: it stays in its month, and greetings are early rather than late (ADR 6).
 */
export const birthdaysKeptOn = (day: string): number[] => {
  const own = dayOfYear(day);
  return own === dayBefore && !Temporal.PlainDate.from(day).inLeapYear ? [own, leapDay] : [own];
};

/** Age of a person on a birthday; both days are `YYYY-MM-DD`. */
export const turnsOn = (dateOfBirth: string, day: string): number =>
  Number(day.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
