import * as announcements from './domains/announcements/announcements.contract.ts';
import * as lessonAttendance from './domains/attendance/lesson-attendance.contract.ts';
import * as attendance from './domains/attendance/attendance.contract.ts';
import * as studentAttendance from './domains/attendance/student-attendance.contract.ts';
import * as liveSessionAttendance from './domains/attendance/live-session-attendance.contract.ts';
import * as liveLink from './domains/attendance/live-link.contract.ts';
import * as classRecord from './domains/classes/class-record.contract.ts';
import * as classes from './domains/classes/classes.contract.ts';
import * as discountCodes from './domains/discount-codes/discount-codes.contract.ts';
import * as feedback from './domains/feedback/feedback.contract.ts';
import * as homework from './domains/homework/homework.contract.ts';
import * as lessonFiles from './domains/homework/lesson-files.contract.ts';
import * as materials from './domains/homework/materials.contract.ts';
import * as home from './domains/home/home.contract.ts';
import * as system from './domains/system/system.contract.ts';
import * as auditTrail from './domains/system/audit-trail.contract.ts';
import * as identity from './domains/identity/identity.contract.ts';
import * as passwordLinks from './domains/identity/password-links.contract.ts';
import * as serviceTokens from './domains/identity/service-tokens.contract.ts';
import * as passkeys from './domains/identity/passkeys.contract.ts';
import * as providerSignIn from './domains/identity/provider-sign-in.contract.ts';
import * as secondFactor from './domains/identity/second-factor.contract.ts';
import * as recentSignIns from './domains/identity/recent-sign-ins.contract.ts';
import * as sessions from './domains/identity/sessions.contract.ts';
import * as integrations from './domains/integrations/integrations.contract.ts';
import * as lessonDay from './domains/lessons/lesson-day.contract.ts';
import * as lessonRecord from './domains/lessons/lesson-record.contract.ts';
import * as lessonRoom from './domains/lessons/lesson-room.contract.ts';
import * as lessons from './domains/lessons/lessons.contract.ts';
import * as rosterChanges from './domains/lessons/roster-changes.contract.ts';
import * as studentLessons from './domains/lessons/student-lessons.contract.ts';
import * as liveSessionRecord from './domains/live-sessions/live-session-record.contract.ts';
import * as liveSessions from './domains/live-sessions/live-sessions.contract.ts';
import * as orderImport from './domains/orders/order-import.contract.ts';
import * as orders from './domains/orders/orders.contract.ts';
import * as places from './domains/orders/places.contract.ts';
import * as polls from './domains/polls/polls.contract.ts';
import * as likelyDuplicates from './domains/question-bank/likely-duplicates.contract.ts';
import * as questionBank from './domains/question-bank/question-bank.contract.ts';
import * as questionImport from './domains/question-bank/question-import.contract.ts';
import * as questionTags from './domains/question-bank/question-tags.contract.ts';
import * as worksheets from './domains/question-bank/worksheets.contract.ts';
import * as search from './domains/search/search.contract.ts';
import * as classEnrolment from './domains/reports/class-enrolment.contract.ts';
import * as lastContact from './domains/reports/last-contact.contract.ts';
import * as trialStat from './domains/reports/trial-stat.contract.ts';
import * as sales from './domains/reports/sales.contract.ts';
import * as ticketStat from './domains/tickets/ticket-stat.contract.ts';
import * as tickets from './domains/tickets/tickets.contract.ts';
import * as birthdays from './domains/reports/birthdays.contract.ts';
import * as homeworkAssignment from './domains/reports/homework-assignment.contract.ts';
import * as paymentRuns from './domains/tutor-payments/payment-runs.contract.ts';
import * as tutorPayments from './domains/tutor-payments/tutor-payments.contract.ts';
import * as credit from './domains/users/credit.contract.ts';
import * as images from './domains/users/images.contract.ts';
import * as userRecord from './domains/users/user-record.contract.ts';
import * as users from './domains/users/users.contract.ts';
import type { AnyOperation } from './shared/operation.ts';

const isOperation = (value: unknown): value is AnyOperation =>
  typeof value === 'object' && value !== null && 'method' in value && 'access' in value;

/** All operations of the product, for the server's routes, the documentation and tests that cover each of them. */
export const allOperations: readonly AnyOperation[] = [
  identity,
  passwordLinks,
  recentSignIns,
  sessions,
  secondFactor,
  passkeys,
  providerSignIn,
  serviceTokens,
  auditTrail,
  system,
  users,
  userRecord,
  credit,
  images,
  classes,
  classRecord,
  lessons,
  lessonDay,
  lessonRecord,
  lessonRoom,
  rosterChanges,
  studentLessons,
  discountCodes,
  announcements,
  attendance,
  lessonAttendance,
  studentAttendance,
  liveSessionAttendance,
  liveLink,
  homework,
  lessonFiles,
  materials,
  polls,
  liveSessions,
  liveSessionRecord,
  orders,
  orderImport,
  places,
  tickets,
  ticketStat,
  tutorPayments,
  paymentRuns,
  feedback,
  classEnrolment,
  lastContact,
  trialStat,
  homeworkAssignment,
  birthdays,
  sales,
  integrations,
  likelyDuplicates,
  questionBank,
  questionImport,
  questionTags,
  worksheets,
  home,
  search,
].flatMap((domain) => Object.values(domain).filter(isOperation));
