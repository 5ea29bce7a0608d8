import { examples as announcements } from '../announcements/announcements.examples.ts';
import { examples as attendance } from '../attendance/attendance.examples.ts';
import { examples as classes } from '../classes/classes.examples.ts';
import { examples as discountCodes } from '../discount-codes/discount-codes.examples.ts';
import { examples as feedback } from '../feedback/feedback.examples.ts';
import { examples as homework } from '../homework/homework.examples.ts';
import { examples as identity } from '../identity/identity.examples.ts';
import { examples as lessons } from '../lessons/lessons.examples.ts';
import { examples as liveSessions } from '../live-sessions/live-sessions.examples.ts';
import { examples as orders } from '../orders/orders.examples.ts';
import { examples as polls } from '../polls/polls.examples.ts';
import { examples as questionBank } from '../question-bank/question-bank.examples.ts';
import { examples as reports } from '../reports/reports.examples.ts';
import { examples as system } from '../system/system.examples.ts';
import { examples as tickets } from '../tickets/tickets.examples.ts';
import { examples as tutorPayments } from '../tutor-payments/tutor-payments.examples.ts';
import { examples as users } from '../users/users.examples.ts';
import type { DomainExamples, Examples, OpenableForm, RecordForm } from './examples.ts';

const domains: readonly DomainExamples[] = [
  announcements,
  attendance,
  classes,
  discountCodes,
  feedback,
  homework,
  identity,
  lessons,
  liveSessions,
  orders,
  polls,
  questionBank,
  reports,
  system,
  tickets,
  tutorPayments,
  users,
];

/** Examples of one kind, by name. Throws if two domains use the same name. */
const collect = <Example>(
  ofDomain: (domain: DomainExamples) => Readonly<Record<string, Example>> | undefined,
): Readonly<Record<string, Example>> => {
  const entries = domains.flatMap((domain) => Object.entries(ofDomain(domain) ?? {}));
  const names = entries.map(([name]) => name);
  const repeated = names.filter((name, index) => names.indexOf(name) !== index);
  if (repeated.length > 0) throw new Error(`Two examples have this name: ${repeated.join(', ')}`);
  return Object.fromEntries(entries);
};

export const lists = collect(({ lists: all }) => all);
export const records = collect(({ records: all }) => all);
export const recordForms = collect(({ recordForms: all }) => all);
export const forms: Examples<OpenableForm | RecordForm> = {
  ...recordForms,
  ...collect(({ actForms }) => actForms),
};
export const questions = collect(({ questions: all }) => all);
/** By source file. */
export const rowQuestions = collect(({ rowQuestions: all }) => all);
