import type {
  OrderLessonChoice,
  Quote,
} from 'staffroom-contract/domains/orders/orders.contract.ts';
import { takesSeat } from 'staffroom-contract/domains/lessons/rosters.rules.ts';
import {
  paymentPlatforms,
  type OrderType,
} from 'staffroom-contract/domains/orders/orders.rules.ts';
import { formatCount } from '../../../lib/formats.ts';
import { lessonCode } from '../../lessons/lesson-words.ts';
import type { OrderDraft } from './order-draft.ts';

export type Consequence = {
  about: 'order' | 'student' | 'places' | 'code' | 'agent';
  words: string;
};

const rosters: Record<OrderType, string> = {
  PAYMENT: 'paying',
  TRIAL: 'trial',
  PAYMENT_VIDEO: 'video',
};

/** The effects of creating the order, as sentences (design note: Explain the consequence). */
export const consequencesOf = (draft: OrderDraft, quote: Quote): Consequence[] => {
  const { discount } = quote;
  const places = quote.billable_lesson.length;
  const by =
    draft.channel === 'offline'
      ? 'by bank transfer'
      : `online by ${paymentPlatforms[draft.provider]}`;
  return [
    { about: 'order', words: `The order is PROCESSED at once, ${by}` },
    ...(quote.student === null && draft.email.trim() !== ''
      ? [{ about: 'student' as const, words: 'A new student is created with this e-mail' }]
      : []),
    ...(places > 0
      ? [
          {
            about: 'places' as const,
            words: `${formatCount(places, 'place')} ${places === 1 ? 'is' : 'are'} added, on the ${rosters[draft.type]} roster`,
          },
        ]
      : []),
    ...(discount ? [{ about: 'code' as const, words: codeWords(discount) }] : []),
    ...(discount?.agent && !draft.agent
      ? [{ about: 'agent' as const, words: `${discount.agent.name} is the agent, by the code` }]
      : []),
  ];
};

const codeWords = ({
  code,
  total_usage: used,
  usage_limit: limit,
}: NonNullable<Quote['discount']>) =>
  limit > 0
    ? `One use of ${code} is spent: ${used + 1} of ${limit}`
    : `One use of ${code} is spent, without a limit`;

/** "12 of 50 used", or "12 used" without a limit. */
export const usageWords = ({
  total_usage: used,
  usage_limit: limit,
}: NonNullable<Quote['discount']>) => (limit > 0 ? `${used} of ${limit} used` : `${used} used`);

/** True if the lesson has no seat left for an order of this type. */
export const isFull = (lesson: Pick<OrderLessonChoice, 'seats' | 'max_cap'>, type: OrderType) =>
  takesSeat(type) && lesson.seats >= lesson.max_cap;

/** One sentence per lesson that the order would overbook. */
export const fullWords = (
  quote: Pick<Quote, 'lessons' | 'billable_lesson'>,
  type: OrderType,
  shortDay: (instant: string) => string,
): string[] => {
  const billable = new Set(quote.billable_lesson);
  return quote.lessons
    .filter((lesson) => billable.has(lesson._id) && isFull(lesson, type))
    .filter(({ owned }) => owned === null || !takesSeat(owned))
    .map(
      (lesson) =>
        `${lessonCode(lesson)} on ${shortDay(lesson.scheduled_on)} is full (${lesson.seats} of ${lesson.max_cap}).`,
    );
};
