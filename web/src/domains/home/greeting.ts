/** The greeting of an hour of the business day, 0 to 23. */
export const greetingAt = (hour: number): string =>
  hour < 12 ? 'Good morning' : hour < 18 ? 'Good afternoon' : 'Good evening';
