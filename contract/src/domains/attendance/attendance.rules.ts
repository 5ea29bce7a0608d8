export const attendanceStatuses = ['attended', 'half attended', 'absent'] as const;
export type AttendanceStatus = (typeof attendanceStatuses)[number];

/** Of somebody of whom nothing is known (part 2 §2). */
export const noAttendance = 'N/A';

const minute = 60_000;

/** After a lesson's end nobody knows for a while who came: its data are still on their way (decisions: Tickets). */
export const attendanceAfterMs = 2 * 3_600_000;

/** Who left more than this before the last student of the lesson attended half of it (part 2 §9). */
export const halfAttendedMinutes = 30;

/** A row of a source: somebody came, or went, or both; ISO instants. */
export type Stay = { joined_at: string | null; left_at: string | null };

/** One person's whole stay; `left_at` is null for who has not been seen leaving since coming last. */
export type Presence = { joined_at: string; left_at: string | null };

const earliest = (instants: readonly string[]) =>
  instants.reduce((one, other) => (Date.parse(other) < Date.parse(one) ? other : one));
const latest = (instants: readonly string[]) =>
  instants.reduce((one, other) => (Date.parse(other) > Date.parse(one) ? other : one));

/** One person's rows as one stay: the earliest coming, the latest going (decisions: Live lessons). */
export const mergeStays = (rows: readonly Stay[]): Presence | null => {
  const joins = rows.flatMap(({ joined_at }) => joined_at ?? []);
  const leaves = rows.flatMap(({ left_at }) => left_at ?? []);
  if (joins.length + leaves.length === 0) return null;
  const isIn =
    leaves.length === 0 ||
    (joins.length > 0 && Date.parse(latest(joins)) > Date.parse(latest(leaves)));
  return {
    joined_at: earliest([...joins, ...leaves]),
    left_at: isIn ? null : latest(leaves),
  };
};

type Lesson = { scheduled_on: string; ended_on: string };

/** Until when somebody was there, in ms: who was not seen leaving stays until now, at most until the lesson's end. */
const stayedUntil = ({ joined_at, left_at }: Presence, lesson: Lesson, now: string) =>
  left_at === null
    ? Math.max(Date.parse(joined_at), Math.min(Date.parse(now), Date.parse(lesson.ended_on)))
    : Date.parse(left_at);

/**
 * How each of a lesson's students attended; null where nothing is known yet. Half attended is who left more than 30
 * minutes before the last of these students did: hosts, tutors, TAs and strangers are none of them (decisions: Live
 * lessons). Nobody is absent from a lesson that has not begun, or of which nothing is known at all.
 */
export const attendanceOf = <Id>(
  students: ReadonlyMap<Id, Presence | null>,
  lesson: Lesson,
  { now, hasRows }: { now: string; hasRows: boolean },
): Map<Id, AttendanceStatus | null> => {
  const isKnown = hasRows && Date.parse(lesson.scheduled_on) <= Date.parse(now);
  const untils = [...students.values()].flatMap((presence) =>
    presence === null ? [] : stayedUntil(presence, lesson, now),
  );
  const last = Math.max(...untils);
  const statusOf = (presence: Presence | null) => {
    if (presence === null) return isKnown ? 'absent' : null;
    const early = last - stayedUntil(presence, lesson, now);
    return early > halfAttendedMinutes * minute ? 'half attended' : 'attended';
  };
  return new Map([...students].map(([id, presence]) => [id, statusOf(presence)]));
};
