import { IconMail, IconMessage } from '@tabler/icons-react';
import type {
  Announcement,
  Delivery,
  Recipient,
} from 'staffroom-contract/domains/announcements/announcements.contract.ts';
import {
  groupLabels,
  type AddressChoice,
  type AnnouncementMethod,
  type DeliveryState,
} from 'staffroom-contract/domains/announcements/announcements.rules.ts';
import { mostTries, serverNotReachable } from 'staffroom-contract/shared/retries.ts';
import type { Tone } from '../../ui/status-chip.tsx';
import { bareWords } from '../../lib/bare-words.ts';
import { formatCount } from '../../lib/formats.ts';

/** Labels of message states. */
export const stateWords: Record<DeliveryState, { label: string; tone: Tone }> = {
  queued: { label: 'Pending', tone: 'grey' },
  sending: { label: 'Sending', tone: 'blue' },
  sent: { label: 'Sent', tone: 'green' },
  failed: { label: 'Failed', tone: 'red' },
  unknown: { label: 'Unknown', tone: 'orange' },
};

/** Labels of the methods. */
export const methodWords: Record<AnnouncementMethod, string> = { email: 'E-mail', sms: 'SMS' };

export const methodIcons = { email: IconMail, sms: IconMessage };

/** An announcement's title in lists: its subject, or the beginning of the text message. */
export const announcementTitle = ({
  method,
  subject,
  content,
}: Pick<Announcement, 'method' | 'subject' | 'content'>): string => {
  if (method === 'email') return subject;
  const words = content.replaceAll(/\s+/g, ' ');
  return words.length > 80 ? `${words.slice(0, 79).trimEnd()}…` : words;
};

/** "Students, Trial Students". */
const groupWords = (groups: Announcement['groups']): string =>
  groups.map((group) => groupLabels[group]).join(', ');

/** "Students and their parents": an announcement's groups and addressees. */
export const readerWords = ({ groups, to }: Pick<Announcement, 'groups' | 'to'>): string => {
  const words = groupWords(groups);
  if (to === 'parent') return `parents of ${words}`;
  if (to === 'both') return `${words} and their parents`;
  return to === 'student' ? `${words}, at their own addresses` : words;
};

/** "3 students get it". */
export const studentsWords = (to: AddressChoice, students: number): string => {
  const words = formatCount(students, 'student');
  if (to === 'parent') return `The parents of ${words} get it`;
  if (to === 'both') return `${words} or their parents get it`;
  return students === 1 ? `${words} gets it` : `${words} get it`;
};

/** Kind of address of each method. */
const addressNouns: Record<AnnouncementMethod, { one: string; many: string }> = {
  email: { one: 'an e-mail address', many: 'e-mail address' },
  sms: { one: 'a phone number', many: 'phone number' },
};

type Lacking = {
  method: AnnouncementMethod;
  to: AddressChoice;
  /** Number of students who get no message, and who get one instead of two. */
  none: number;
  partly: number;
};

/** "2 parents have no phone number": students who lack an address for the choice. */
export const lackingWords = ({ method, to, none, partly }: Lacking): string => {
  const noun = addressNouns[method].many;
  const has = none === 1 ? 'has' : 'have';
  if (to === 'both')
    return [
      none > 0 && `${none} ${has} no ${noun}`,
      partly > 0 && `${partly} ${partly === 1 ? 'gets' : 'get'} it at one address only`,
    ]
      .filter((words) => words !== false)
      .join(', ');
  if (to === 'parent') return `${formatCount(none, 'parent')} ${has} no ${noun}`;
  return to === 'student'
    ? `${formatCount(none, 'student')} ${has} no ${noun}`
    : `${none} ${has} no ${noun}`;
};

/** The reason why a student gets no message, or one instead of two. */
export const whyWords = (
  { address_of: of, why, gets_other: getsOther }: Recipient,
  method: AnnouncementMethod,
): string => {
  const { one } = addressNouns[method];
  if (of === null)
    return why === 'missing' ? 'the parent has none either' : `the entry is not ${one}`;
  const reason = why === 'missing' ? 'is missing' : `is not ${one}`;
  const address = of === 'parent' ? 'the parent’s' : 'the student’s own';
  const other = of === 'parent' ? 'the student' : 'the parent';
  return `${address} ${reason}${getsOther ? `, only ${other} gets it` : ''}`;
};

type Answered = {
  state: DeliveryState;
  via: 'smtp' | 'twilio' | 'outbox' | null;
  error: string | null;
  next_try: string | null;
};

/** Result of the last try, and the time of the next one. */
export const answerWords = (
  { state, via, error, next_try: next }: Answered,
  timeOf: (instant: string) => string,
): string => {
  if (state === 'sent') {
    if (via === 'outbox') return 'written to the outbox';
    return via === 'twilio' ? 'accepted by Twilio' : 'accepted by the mail server';
  }
  if (state === 'queued' && next !== null) return `${error ?? ''}, next try ${timeOf(next)}`;
  return error ?? '';
};

/** An address with its owner, and the former address if a retry found another one. */
export const addressWords = (
  delivery: Pick<Delivery, 'address' | 'address_of' | 'former_address' | 'readdressed'>,
  dateTime: (instant: string) => string,
): string => {
  const { address, address_of: of, former_address: former, readdressed } = delivery;
  const own = of === 'parent' ? `${address} (parent)` : address;
  if (former === null || readdressed === null) return own;
  return `${own}, changed ${dateTime(readdressed)}, was ${former}`;
};

/** Result of a test message with the reason of a refusal; the reason is '' while it is being sent. */
export const testWords = ({
  method,
  test_state: state,
  test_error: error,
}: Pick<Announcement, 'method' | 'test_state' | 'test_error'>): {
  title: string;
  reason: string;
} => {
  if (state === 'sent') return { title: 'Test sent', reason: '' };
  if (state === 'unknown') return { title: 'Test without an answer', reason: error ?? '' };
  if (state !== 'failed') return { title: 'Test on its way', reason: '' };
  if (error?.startsWith(serverNotReachable) === true)
    return {
      title: 'Mail server not reachable',
      reason: withoutBrackets(error.slice(serverNotReachable.length).trim()),
    };
  const refused = method === 'email' ? 'The mail server refused it' : 'Test not sent';
  return { title: refused, reason: error ?? '' };
};

/** The text in brackets; a truncated text has no closing bracket. */
const withoutBrackets = (text: string) => text.slice(1, text.endsWith(')') ? -1 : undefined);

/** "3 of 8", or only the count for a message that needs no more tries. */
export const triesWords = (state: DeliveryState, tries: number): string =>
  state === 'queued' || state === 'failed' ? `${tries} of ${mostTries}` : String(tries);

/** Number of visible characters of formatted text. */
export const charactersOf = (html: string): number => [...bareWords(html)].length;
