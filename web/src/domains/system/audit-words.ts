import type { AuditRow } from 'staffroom-contract/domains/system/audit-trail.contract.ts';
import { changeLines, labelOf } from '../../kit/record/change-lines.ts';
import type { RecordTarget } from '../../kit/record/record-link.tsx';
import { formatCount } from '../../lib/formats.ts';

/** Kinds of records in the trail, in words. */
const entityLabels: Record<string, string> = {
  announcement: 'Announcement',
  backup: 'Backup',
  class: 'Class',
  classroom_event: 'Classroom event',
  credit: 'Credit',
  discountcode: 'Discount code',
  feedback: 'Feedback',
  feedback_follow_up: 'Follow-up',
  image: 'Picture',
  job: 'Job',
  lesson: 'Lesson',
  list: 'List',
  live_session: 'TLS session',
  material: 'Material',
  material_run: 'Material upload',
  order: 'Order',
  order_import: 'Order import',
  payment_run: 'Payment run',
  poll_question: 'Poll question',
  question: 'Question',
  question_pair: 'Similar questions',
  question_tag: 'Question tag',
  service_token: 'Service token',
  session: 'Sign-in',
  submission: 'Homework submission',
  test_message: 'Test message',
  ticket: 'Ticket',
  tutorRate: 'Pay rate',
  user: 'Account',
  worksheet: 'Worksheet',
  zoom_event: 'Zoom event',
};

/** Kinds of records that the trail can be filtered by. */
export const auditEntities = Object.keys(entityLabels) as [string, ...string[]];

/** A kind of record in words: "Payment run". */
export const entityWords = (entity: string): string => entityLabels[entity] ?? labelOf(entity);

const ownWords: Record<string, string> = {
  'session.started': 'Signed in',
  'session.ended': 'Signed out',
  'session.failed': 'Sign-in failed',
  'session.locked': 'Account locked',
  'session.released': 'Lock released',
  'user.password_changed': 'Password changed',
  'list.downloaded': 'Downloaded',
  'file.downloaded': 'File downloaded',
  'bank_file.downloaded': 'Bank file downloaded',
};

/** An action in words: "Order created", "Lesson: students added". */
export const actWords = ({ action, entity }: Pick<AuditRow, 'action' | 'entity'>): string => {
  const own = ownWords[action];
  if (own) return own;
  const act = labelOf(action).toLowerCase();
  return act.includes(' ') ? `${entityWords(entity)}: ${act}` : `${entityWords(entity)} ${act}`;
};

/** True for a refused or failed act, which is shown as a warning. */
export const isWarning = ({ action, changes }: Pick<AuditRow, 'action' | 'changes'>): boolean =>
  action === 'session.failed' ||
  action === 'session.locked' ||
  action === 'service_token.refused' ||
  valueOf(changes, 'is_whole') === 'false';

/** How long entries are kept, in days; null: for good, undefined: not known yet. */
export const keptWords = (days: number | null | undefined): string => {
  const fixed = 'Entries cannot be changed or deleted.';
  if (days === undefined) return fixed;
  if (days === null) return `${fixed} They are kept for good.`;
  const years = days / 365;
  const length = Number.isInteger(years) ? formatCount(years, 'year') : formatCount(days, 'day');
  return `${fixed} Kept for ${length}.`;
};

type Changes = AuditRow['changes'];

const valueOf = (changes: Changes, field: string) =>
  changes.find((change) => change.field === field)?.to ?? undefined;

/** "listTrialTickets" → "Trial tickets". */
const listWords = (operation: string) =>
  labelOf(operation.replace(/^(list|get|read|find)(?=[A-Z])/, ''));

/** The name of the entry's record; of a download the list's. */
export const recordName = ({ action, record, changes }: AuditRow): string => {
  const list = action === 'list.downloaded' ? valueOf(changes, 'list') : undefined;
  return list ? listWords(list) : (record?.name ?? '');
};

type Context = { zone: string; today: string };

/** The one fact that distinguishes an entry from similar ones; '' without one. */
export const factOf = (row: AuditRow, context: Context): string => {
  const { action, changes } = row;
  const rows = valueOf(changes, 'rows');
  if (action.endsWith('.downloaded')) {
    const isBroken = valueOf(changes, 'is_whole') === 'false';
    const size = rows === undefined ? '' : formatCount(Number(rows), 'row');
    return isBroken ? `stopped${size && ` after ${size}`}` : size;
  }
  const lines = changeLines(changes, {}, context);
  if (action.startsWith('session.'))
    return lines.map(({ label, to }) => `${label} ${to ?? ''}`.trim()).join(', ');
  if (action.endsWith('.created') || action.endsWith('.deleted')) return '';
  const [only, ...others] = lines;
  if (!only) return '';
  if (others.length > 0) return formatCount(lines.length, 'field');
  const { label, from, to } = only;
  return from === null ? `${label} ${to ?? '–'}` : `${label} ${from} → ${to ?? '–'}`;
};

/** The page of a record, for a link; undefined without one. */
export const targetOf = (record: AuditRow['record']): RecordTarget | undefined => {
  if (!record?.page) return undefined;
  const id = record.page_id;
  if (record.page === 'lesson')
    return record.class ? { to: 'lesson', id, classId: record.class } : undefined;
  if (record.page === 'ticket')
    return record.ticket_type ? { to: 'ticket', id, type: record.ticket_type } : undefined;
  return { to: record.page, id };
};

/** A time with seconds in the business time zone: "17:08:41". */
export const secondsOf = (at: string, zone: string): string =>
  Temporal.Instant.from(at)
    .toZonedDateTimeISO(zone)
    .toPlainTime()
    .toString({ smallestUnit: 'second' });
