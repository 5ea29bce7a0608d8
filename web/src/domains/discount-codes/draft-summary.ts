import { formatCount, formatLongDay } from '../../lib/formats.ts';
import { discountWords } from './discount-code-words.ts';
import { bodyOf, type DiscountDraft } from './discount-draft.ts';

/** So many classes are named; the rest is counted. */
const namedClasses = 5;

/** "Every class", or the classes: the first by name, the rest by number. */
export const classesWords = (classes: readonly { name: string }[]): string => {
  if (classes.length === 0) return 'Every class';
  const named = classes.slice(0, namedClasses).map(({ name }) => name);
  const rest = classes.length - named.length;
  return `${formatCount(classes.length, 'class', 'classes')}: ${named.join(', ')}${rest > 0 ? ` and ${rest.toLocaleString('en-SG')} more` : ''}`;
};

/** The entries of a complete form, by their labels, as the confirm dialog shows them (part 1 §2). */
export const draftSummary = (
  draft: DiscountDraft,
  agentName: string | undefined,
): [label: string, words: string][] => {
  const body = bodyOf(draft);
  if (!body) return [];
  return [
    ['Code', body.code],
    ['Description', body.desc || 'None'],
    ['Type of discount', draft.kind],
    ['Discount value', discountWords(body)],
    ['Start date', formatLongDay(body.start_date)],
    ['End date', formatLongDay(body.end_date)],
    ['Usage limit', body.usage_limit === 0 ? 'Unlimited' : formatCount(body.usage_limit, 'use')],
    ['Agent', body.agent === null ? 'No agent' : (agentName ?? '–')],
    ['Trial orders', body.block_trial ? 'Not allowed' : 'Allowed'],
    ['Classes', classesWords(draft.classes)],
  ];
};
