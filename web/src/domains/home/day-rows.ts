import type {
  FollowUpGroup,
  FollowUpKind,
  FollowUpOwner,
} from 'staffroom-contract/domains/home/home.rules.ts';
import type { ScreenRoute } from 'staffroom-contract/domains/identity/permissions.ts';
import type { TicketType } from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import { ticketScreens } from 'staffroom-contract/domains/tickets/tickets.rules.ts';

/** The rows behind a number: a screen and its URL search. */
export type Rows = { screen: ScreenRoute; search: object };

const ticketTypes: Record<Exclude<FollowUpKind, 'feedback'>, TicketType> = {
  trial: 'TrialConversion',
  renewal: 'ClassRenewal',
};

/** Follow-ups of one group, or all that the day counts. */
export const followUpRows = (
  { kind, whose }: { kind: FollowUpKind; whose: FollowUpOwner },
  group?: FollowUpGroup,
): Rows => {
  if (kind === 'feedback') {
    const due = group === 'open' ? 'later' : group;
    return { screen: '/feedback', search: { follow_ups: 'mine', ...(due && { due: [due] }) } };
  }
  // The day counts only tickets that are due.
  const due = group ? [group] : ['overdue', 'today'];
  return { screen: ticketScreens[ticketTypes[kind]], search: { view: whose, due } };
};

export const liveLessons: Rows = { screen: '/lessons', search: { state: 'live' } };
export const lessonsOfToday: Rows = { screen: '/lessons', search: { state: 'active' } };
export const lessonsOfWeek: Rows = {
  screen: '/lessons',
  search: { view: 'week', state: 'active' },
};
export const lessonsOfDay = (date: string): Rows => ({
  screen: '/lessons',
  search: { date, state: 'active' },
});

/** Of every status: an order that was paid after it was cancelled waits too. */
export const ordersToLookAt: Rows = {
  screen: '/orders',
  search: { status: [], attention: 'only' },
};

/** In the report's default period. */
export const missingAttendance: Rows = {
  screen: '/dashboard',
  search: { tab: 'lesson-attendance', missing: 'only' },
};

export const birthdaysToday: Rows = {
  screen: '/user',
  search: { tab: 'student', birthday: 'today' },
};

/** A Tutor's ongoing classes, and the paying students of a class's coming lessons. */
export const ongoingClasses: Rows = {
  screen: '/course',
  search: { state: 'Active', ended: 'Not ended' },
};
export const activeStudents = (classId: string): Rows => ({
  screen: '/dashboard',
  search: { class: classId, students: 'active' },
});

/** Homework with work to mark, first to return first. */
export const homeworkToMark: Rows = {
  screen: '/dashboard',
  search: { tab: 'homework', marking: 'waiting', sortBy: 'return_on', order: 'asc' },
};
/** Students of a homework with a submission, or with work to mark. */
export const studentsOfHomework = (homework: string, status: 'handed-in' | 'to-mark'): Rows => ({
  screen: '/dashboard',
  search: { tab: 'homework', homework, status },
});

/** Feedback on a Tutor's classes in a period. */
export const newFeedback = (from: string, to: string): Rows => ({
  screen: '/feedback',
  search: { from, to },
});
