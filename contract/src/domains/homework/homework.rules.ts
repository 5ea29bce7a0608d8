/** States of a submission (part 2 §4). PENDING_SUBMISSION is never stored: assigned students without a submission. */
export const submissionStatuses = [
  'SUBMITTED',
  'RESUBMITTED',
  'RESUBMISSION_REQUIRE',
  'marked',
] as const;
export type SubmissionStatus = (typeof submissionStatuses)[number];

/** State of an assigned student who has not handed in; it is not stored. */
export const pendingStatus = 'PENDING_SUBMISSION';
/** State of an assigned student. */
export type HomeworkStatus = SubmissionStatus | typeof pendingStatus;
/** States of an assigned student: pending, or the state of the submission. */
export const homeworkStatuses = [pendingStatus, ...submissionStatuses] as const;

/** Label of a state: underscores become spaces, and a student who is not assigned has no state (part 2 §4). */
export const statusWords = (status: HomeworkStatus | null) =>
  status === null ? 'Not assigned' : status.replaceAll('_', ' ');

/** Number of students by submission state. `assigned` includes every student who submitted. */
export type SubmissionCounts = {
  assigned: number;
  submitted: number;
  resubmitted: number;
  resubmission: number;
  marked: number;
};

/** Assigned students minus the other counts, never below 0. */
export const pendingOf = ({
  assigned,
  submitted,
  resubmitted,
  resubmission,
  marked,
}: SubmissionCounts) => Math.max(0, assigned - submitted - resubmitted - resubmission - marked);

/** Time of a submission: in time, after the due date, or after the return date (part 2 §4: warning, danger). */
export type Lateness = 'in time' | 'late' | 'after return';

/** Decides if a submission at `at` is in time, late (after the due date), or after the return date. */
export const latenessOf = (
  at: string,
  { due_on, return_on }: { due_on: string; return_on: string },
): Lateness => {
  const moment = Date.parse(at);
  if (moment > Date.parse(return_on)) return 'after return';
  return moment > Date.parse(due_on) ? 'late' : 'in time';
};

/** Days after its release when homework is due. */
const dueDays = 7;
/** Days after its release when homework is returned. */
const returnDays = 14;

/** Homework dates (decisions: Material upload): released at the start, due 7, returned 14 days later, same time. */
export const homeworkDates = (scheduledAt: Date, timeZone: string) => {
  const start = Temporal.Instant.fromEpochMilliseconds(scheduledAt.getTime()).toZonedDateTimeISO(
    timeZone,
  );
  const after = (days: number) => new Date(start.add({ days }).epochMilliseconds);
  return { releasedAt: scheduledAt, dueAt: after(dueDays), returnAt: after(returnDays) };
};
