/** Day of a year as the database stores birthdays: month × 100 + day. */
const dayOfYear = (day: string): number => Number(day.slice(5, 7)) * 100 + Number(day.slice(8, 10));

const leapDay = 229;
const dayBefore = 228;

/** Birthdays on a business day (month × 100 + day); 29 February is kept on the 28th in other years (ADR 6). */
export const birthdaysKeptOn = (day: string): number[] => {
  const own = dayOfYear(day);
  return own === dayBefore && !Temporal.PlainDate.from(day).inLeapYear ? [own, leapDay] : [own];
};

/** Age of a person on a birthday; both days are `YYYY-MM-DD`. */
export const turnsOn = (dateOfBirth: string, day: string): number =>
  Number(day.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
