/** How a lesson is hosted. */
export const hostingTypes = ['meeting', 'webinar', '1-to-1'] as const;

/** The platforms of a lesson; the first is the default (part 1 §2, Lesson create/edit). */
export const hostingPlatforms = (productName: string) =>
  [`${productName} Classroom`, 'Zoom', 'ClassIn'] as const;

const hour = 60 * 60_000;
/** Most hours between the start and the end of a lesson. */
export const longestLessonHours = 12;

/** Problem of a lesson's times, or undefined: it must end after it starts and be at most 12 hours long. */
export const lessonTimesProblem = (times: { scheduled_on: string; ended_on: string }) => {
  const length = Date.parse(times.ended_on) - Date.parse(times.scheduled_on);
  if (length <= 0) return 'The end is not after the start';
  return length > longestLessonHours * hour ? 'A lesson is at most 12 hours long' : undefined;
};

/** Returns the state of a lesson at the instant `now`. */
export const lessonStateAt = (
  { scheduled_on, ended_on }: { scheduled_on: string; ended_on: string },
  now: string,
): 'coming' | 'live' | 'ended' => {
  if (Date.parse(ended_on) <= Date.parse(now)) return 'ended';
  return Date.parse(scheduled_on) <= Date.parse(now) ? 'live' : 'coming';
};

/**
 * Returns the end of a lesson that starts at `start` (an ISO instant) and ends at `endTime` (HH:MM) in this zone: on
 * the same day, or on the next if the time is not after the start (decisions: Time, money, text).
 */
export const endOfLesson = (start: string, endTime: string, timeZone: string): string => {
  const begins = Temporal.Instant.from(start).toZonedDateTimeISO(timeZone);
  const sameDay = begins.withPlainTime(Temporal.PlainTime.from(endTime));
  const ends =
    Temporal.ZonedDateTime.compare(sameDay, begins) > 0 ? sameDay : sameDay.add({ days: 1 });
  return ends.toInstant().toString();
};

/** The platform in the URL of a live lesson: "staffroom-classroom". */
const slugOf = (platform: string) => platform.trim().toLowerCase().replaceAll(/\s+/g, '-');

/** The platform part of a live lesson's URL; undefined for a platform without such a page. */
export const detailSlugOf = (platform: string, productName: string): string | undefined => {
  const [classroom, zoom] = hostingPlatforms(productName);
  return platform === classroom || platform === zoom ? slugOf(platform) : undefined;
};
