import { instantSchema, plainDateSchema } from 'staffroom-contract/shared/dates.ts';

/** The instant of a restore, or the end of the archive; times are shown to the operator in `zone`. */
export type Until = { at: Date | 'latest'; zone: string };

/**
 * Reads `--until`: a business time such as "2026-11-27 14:30", an ISO instant with its zone, or "latest". Throws with a
 * message for the operator, also for a time that the change of the clock skips or repeats.
 */
export const parseUntil = (text: string, zone: string): Until => {
  if (text === 'latest') return { at: text, zone };
  if (instantSchema.safeParse(text).success) return { at: new Date(text), zone };
  const [, day = '', time = ''] =
    /^(\d{4}-\d\d-\d\d)[ T]((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)$/.exec(text) ?? [];
  if (!plainDateSchema.safeParse(day).success)
    throw new Error(
      `--until must be a time in ${zone} as "2026-11-27 14:30", a time with its zone as 2026-11-27T14:30:00+08:00, or latest.`,
    );
  const local = Temporal.PlainDateTime.from(`${day}T${time}`);
  try {
    const exact = local.toZonedDateTime(zone, { disambiguation: 'reject' });
    return { at: new Date(exact.epochMilliseconds), zone };
  } catch (cause) {
    const { offset } = local.toZonedDateTime(zone);
    throw new Error(
      `The clock of ${zone} changes at ${text}. Write the time with its zone: ${day}T${time.padEnd(8, ':00')}${offset}`,
      { cause },
    );
  }
};

/** Time in the business time zone, to the second and as `parseUntil` reads it. */
export const businessTime = (instant: Date, zone: string): string => {
  const at = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone);
  return at.toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ');
};
