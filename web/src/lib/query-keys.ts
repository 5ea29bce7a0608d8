import type { AnyOperation } from '@staffroom/contract/shared/operation.ts';

/** First segment of an API path (below /admin) → the domain whose screens show it. */
const domainBySegment = {
  me: 'identity',
  settings: 'identity',
  home: 'home',
  user: 'users',
  credit: 'users',
  'service-token': 'identity',
  class: 'classes',
  lesson: 'lessons',
  discountcode: 'discount-codes',
  order: 'orders',
  trialorder: 'orders',
  ticket: 'tickets',
  report: 'reports',
  question: 'question-bank',
  'question-tag': 'question-bank',
  worksheet: 'question-bank',
  event: 'live-sessions',
  homework: 'homework',
  submission: 'homework',
  material: 'homework',
  user_input: 'feedback',
  feedback: 'feedback',
  config: 'announcements',
  poll: 'polls',
  search: 'search',
  'tutor-payments': 'tutor-payments',
  'payment-run': 'tutor-payments',
} as const;

/** What of a lesson or among the reports is another domain's: a segment further on in its path. */
const domainWithin = { poll: 'polls', tickets: 'tickets' } as const;

export type Domain = (typeof domainBySegment)[keyof typeof domainBySegment];

/** What stands before the record in a path: all calls of staff, and the audit trail of any record. */
const leading = ['', 'admin', 'audit'];

/** The domain whose records an operation reads, by its path. */
export const domainOf = (operation: Pick<AnyOperation, 'path'>): Domain | 'other' => {
  const parts = operation.path.split('/').filter((part) => !leading.includes(part));
  const within = parts.find((part): part is keyof typeof domainWithin => part in domainWithin);
  if (within) return domainWithin[within];
  const [segment = ''] = parts;
  return segment in domainBySegment
    ? domainBySegment[segment as keyof typeof domainBySegment]
    : 'other';
};

/** Domain first, so that a mutation can refresh everything of a domain at once. */
export const queryKey = (operation: AnyOperation, input: unknown) =>
  [domainOf(operation), operation.name, input] as const;
