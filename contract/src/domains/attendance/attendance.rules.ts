/** Known attendance of a student in a lesson (part 2 §2). */
export const attendanceStatuses = ['attended', 'half attended', 'absent'] as const;
export type AttendanceStatus = (typeof attendanceStatuses)[number];

/** Status of a student whose attendance is not known (part 2 §2). */
export const noAttendance = 'N/A';

const minute = 60_000;

/** Attendance data may still arrive for this long after a lesson's end (decisions: Tickets). */
export const attendanceAfterMs = 2 * 3_600_000;

/** Minutes before the last student's leave; a student who left earlier is "half attended" (part 2 §9). */
export const halfAttendedMinutes = 30;

/** A row of a source: a join, a leave, or both; ISO instants. */
export type Stay = { joined_at: string | null; left_at: string | null };

/** A person's whole stay; `left_at` is null if they have not been seen leaving since their last join. */
export type Presence = { joined_at: string; left_at: string | null };

const earliest = (instants: readonly string[]) =>
  instants.reduce((one, other) => (Date.parse(other) < Date.parse(one) ? other : one));
const latest = (instants: readonly string[]) =>
  instants.reduce((one, other) => (Date.parse(other) > Date.parse(one) ? other : one));

/** Merges a person's rows into one stay: the earliest join, the latest leave (decisions: Live lessons). */
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

/** Minutes before a lesson's start and after its end within which a stay still belongs to it. */
const outsideAfterMinutes = 120;

/** Returns true if a stay overlaps the lesson and 2 hours around it. The view `attendance_rows` has the same rule. */
export const isAroundLesson = (
  { joined_at, left_at }: { joined_at: string; left_at: string },
  { scheduled_on, ended_on }: Lesson,
): boolean =>
  Date.parse(left_at) >= Date.parse(scheduled_on) - outsideAfterMinutes * minute &&
  Date.parse(joined_at) <= Date.parse(ended_on) + outsideAfterMinutes * minute;

/** A person counts as in the lesson for at most this long after its end. */
const inUntilMinutes = 30;

/** A person's stay with their minutes in the lesson, and whether they are in now. */
export type LessonPresence = Presence & { minutes: number; is_in: boolean };

/** Merges a person's rows into a presence; null without rows. Minutes are their union, clipped to the lesson. */
export const presenceOf = (
  rows: readonly Stay[],
  lesson: Lesson,
  now: string,
): LessonPresence | null => {
  const presence = mergeStays(rows);
  if (!presence) return null;
  const end = Date.parse(lesson.ended_on);
  return {
    ...presence,
    minutes: minutesIn(rows, {
      from: Date.parse(lesson.scheduled_on),
      to: Math.min(end, Date.parse(presence.left_at ?? now), Date.parse(now)),
    }),
    is_in: presence.left_at === null && Date.parse(now) <= end + inUntilMinutes * minute,
  };
};

type Span = { from: number; to: number };

const minutesIn = (rows: readonly Stay[], lesson: Span): number => {
  const spans = spansOf(rows)
    .map(({ from, to }) => ({ from: Math.max(from, lesson.from), to: Math.min(to, lesson.to) }))
    .toSorted((one, other) => one.from - other.from);
  let [total, until] = [0, -Infinity];
  for (const { from, to } of spans) {
    total += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return Math.round(total / minute);
};

/** Converts stays to time spans. Single joins and leaves are paired in order; the last leave closes an open span. */
const spansOf = (rows: readonly Stay[]): Span[] => {
  const spans: Span[] = [];
  const events: { at: number; step: 1 | -1 }[] = [];
  for (const { joined_at, left_at } of rows) {
    const [from, to] = [joined_at, left_at].map((at) => (at === null ? null : Date.parse(at)));
    if (from != null && to != null) spans.push({ from, to });
    else if (from != null) events.push({ at: from, step: 1 });
    else if (to != null) events.push({ at: to, step: -1 });
  }
  events.sort((one, other) => one.at - other.at || other.step - one.step);
  let [open, from] = [0, 0];
  for (const [index, { at, step }] of events.entries()) {
    if (step === 1 && open === 0) from = at;
    const isClosing = step === -1 && (open === 1 || (open > 1 && index === events.length - 1));
    if (isClosing) spans.push({ from, to: at });
    open = isClosing ? 0 : Math.max(0, open + step);
  }
  return open > 0 ? [...spans, { from, to: Infinity }] : spans;
};

/** End of a stay in ms. A person who was not seen leaving stays until now, at most until the lesson's end. */
const stayedUntil = ({ joined_at, left_at }: Presence, lesson: Lesson, now: string) =>
  left_at === null
    ? Math.max(Date.parse(joined_at), Math.min(Date.parse(now), Date.parse(lesson.ended_on)))
    : Date.parse(left_at);

/**
 * Attendance of each student; null while it is not known. A student who left more than 30 minutes before the last of
 * these students is "half attended"; hosts, tutors, TAs and strangers are ignored (decisions: Live lessons). A
 * student is absent only if the lesson has begun and has attendance data.
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
