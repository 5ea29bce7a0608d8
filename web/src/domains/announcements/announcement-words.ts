import type { Announcement } from '@staffroom/contract/domains/announcements/announcements.contract.ts';
import {
  groupLabels,
  type DeliveryState,
} from '@staffroom/contract/domains/announcements/announcements.rules.ts';
import { mostTries } from '@staffroom/contract/shared/retries.ts';
import type { Tone } from '../../ui/status-chip.tsx';
import { bareWords } from '../../lib/bare-words.ts';

/** A message's state as staff read it; what waits and what is being sent are both pending. */
export const stateWords: Record<DeliveryState, { label: string; tone: Tone }> = {
  queued: { label: 'Pending', tone: 'grey' },
  sending: { label: 'Sending', tone: 'blue' },
  sent: { label: 'Sent', tone: 'green' },
  failed: { label: 'Failed', tone: 'red' },
  unknown: { label: 'Unknown', tone: 'orange' },
};

/** What a list calls an announcement: its subject, or the beginning of a text message. */
export const announcementTitle = ({
  method,
  subject,
  content,
}: Pick<Announcement, 'method' | 'subject' | 'content'>): string => {
  if (method === 'email') return subject;
  const words = content.replaceAll(/\s+/g, ' ');
  return words.length > 80 ? `${words.slice(0, 79).trimEnd()}…` : words;
};

/** "Students, Trial Students" */
export const groupWords = (groups: Announcement['groups']): string =>
  groups.map((group) => groupLabels[group]).join(', ');

type Answered = {
  state: DeliveryState;
  via: 'smtp' | 'twilio' | 'outbox' | null;
  error: string | null;
  next_try: string | null;
};

/** What the last try was answered, and when the next one comes. */
export const answerWords = (
  { state, via, error, next_try: next }: Answered,
  timeOf: (instant: string) => string,
): string => {
  if (state === 'sent') {
    if (via === 'outbox') return 'written to the outbox';
    return via === 'twilio' ? 'taken by Twilio' : 'taken by the mail server';
  }
  if (state === 'queued' && next !== null) return `${error ?? ''}, next try ${timeOf(next)}`;
  return error ?? '';
};

/** "3 of 8": a message that was sent needed no more. */
export const triesWords = (state: DeliveryState, tries: number): string =>
  state === 'queued' || state === 'failed' ? `${tries} of ${mostTries}` : String(tries);

/** How many characters a formatted text has for a reader. */
export const charactersOf = (html: string): number => [...bareWords(html)].length;
