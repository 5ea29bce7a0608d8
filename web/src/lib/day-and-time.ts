/** The day `YYYY-MM-DD` and the time `HH:MM` of an instant in a time zone. */
export const dayAndTimeOf = (instant: string, timeZone: string): { day: string; time: string } => {
  const at = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone);
  return {
    day: at.toPlainDate().toString(),
    time: at.toPlainTime().toString({ smallestUnit: 'minute' }),
  };
};

/** The instant of a day and a time in a time zone, ISO 8601 in UTC. */
export const atZone = (day: string, time: string, timeZone: string): string =>
  Temporal.PlainDate.from(day)
    .toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) })
    .toInstant()
    .toString();
