import { attentionWords as reasonWords } from '../orders/attention-words.ts';
import { lessonStateAt } from 'staffroom-contract/domains/lessons/lessons.rules.ts';
import type { LessonSummary } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import type { Order } from 'staffroom-contract/domains/orders/order.schema.ts';
import { formatCount } from '../../lib/formats.ts';
import type { useFormats } from '../../lib/use-formats.ts';
import { isSoon, untilWords } from '../lessons/lesson-words.ts';

type Times = Pick<LessonSummary, 'scheduled_on' | 'ended_on'>;

const minutesBetween = (from: string, to: string) =>
  Math.floor((Date.parse(to) - Date.parse(from)) / 60_000);

/** "2 days", and "30 hours" for less than two. */
const lengthWords = (minutes: number) => {
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? formatCount(hours, 'hour') : formatCount(Math.floor(hours / 24), 'day');
};

/** Rule for orders that need attention. */
export const attentionRule = 'Unfinished for 24 hours, or paid and not settled';

/** The reason why an unfinished order needs attention. */
export const attentionWords = (
  {
    status,
    created,
    payment,
    attention,
  }: Pick<Order, 'status' | 'created' | 'payment' | 'attention'>,
  now: string,
): string =>
  attention
    ? reasonWords({ attention })
    : status === 'PAID'
      ? `Paid ${lengthWords(minutesBetween(payment.completed_on ?? created, now))} ago, no places yet`
      : `Checkout open for ${lengthWords(minutesBetween(created, now))}`;

/** At most `most` lessons of a day: from the last ended one on, or earlier if there is space. */
export const lessonsAround = <L extends Times>(
  lessons: readonly L[],
  now: string,
  most: number,
) => {
  const ended = lessons.filter((lesson) => lessonStateAt(lesson, now) === 'ended').length;
  const first = Math.max(0, Math.min(ended - 1, lessons.length - most));
  return lessons.slice(first, first + most);
};

type Formats = Pick<ReturnType<typeof useFormats>, 'timeRange' | 'weekday'>;

/** When a coming lesson starts: "in 1 h 48 min" below three hours, else its times, or its day if that is not today. */
export const startWords = (lesson: Times, now: string, { timeRange, weekday }: Formats): string => {
  const start = lesson.scheduled_on;
  if (isSoon(lesson, now)) return untilWords(lesson, now);
  return weekday(start) === weekday(now) ? timeRange(start, lesson.ended_on) : weekday(start);
};

/** Which trial students have their first lesson: "first lesson for both". */
export const trialWords = (trial: readonly { name: string; is_first: boolean }[]): string => {
  const first = trial.filter(({ is_first }) => is_first);
  if (first.length === 0) return 'not the first lesson';
  if (first.length < trial.length)
    return `first lesson for ${first.map(({ name }) => name).join(', ')}`;
  return ['first lesson', 'first lesson for both'][first.length - 1] ?? 'first lesson for all';
};

const jobs: Record<string, string> = {
  'copy-question-pictures': 'Copying of pictures',
  'deliver-announcement': 'Announcement delivery',
  'deliver-test': 'Delivery of a test announcement',
  'deliver-text-messages': 'Text message delivery',
  'keep-zoom-room': 'Zoom room',
  'process-paid-order': 'Paid order of the shop',
  'run-order-import': 'Order import',
  'send-password-link': 'E-mail with a password link',
  'send-security-notice': 'E-mail about a changed sign-in',
  'send-test-message': 'Test message',
  'upload-materials': 'Upload of material',
};

/** Label of a background job. */
export const jobWords = (name: string): string =>
  jobs[name] ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
