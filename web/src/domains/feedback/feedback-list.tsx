import { z } from 'zod';
import { listFeedback } from 'staffroom-contract/domains/feedback/feedback.contract.ts';
import {
  followUpChoices,
  followUpDues,
} from 'staffroom-contract/domains/feedback/feedback.rules.ts';
import { addDays, monthOf } from 'staffroom-contract/shared/dates.ts';
import { lazyForm } from '../../kit/form/form-dialogs.tsx';
import { CardRows } from '../../kit/list/card-rows.tsx';
import { defineList, firstPage, type ListAddress } from '../../kit/list/define-list.ts';
import { choice, choices, days } from '../../kit/list/filters.tsx';
import { ListPage } from '../../kit/list/list.tsx';
import { optionalInAddress } from '../../lib/address-values.ts';
import { formatCount } from '../../lib/formats.ts';
import type { ClientSettings } from '../../lib/settings.ts';
import { useCan } from '../../lib/use-can.ts';
import { FeedbackCard, FeedbackSkeletons } from './feedback-card.tsx';

// Loaded on demand: rarely needed when the list opens.
const FollowUpForm = lazyForm(async () => (await import('./follow-up-form.tsx')).FollowUpForm);

const shownDays = 30;
const lastDays = (today: string) => ({ start: addDays(today, 1 - shownDays), end: today });

/** All days while searching for a class or for follow-ups. */
const usualDays = (
  today: string,
  address: ListAddress & { follow_ups?: unknown; due?: unknown },
) => (address.search || address.follow_ups || address.due ? undefined : lastDays(today));

const stars = ['5', '4', '3', '2', '1'] as const;
const dueWords = { overdue: 'Overdue', today: 'Today', later: 'Later' } as const;
const followUpWords = { open: 'Open', mine: 'Mine', done: 'Done' } as const;

/** Feedback of the last days by default. */
export const feedbackList = defineList({
  operation: listFeedback,
  nouns: ['feedback', 'feedback'],
  pageSize: 10,
  file: 'feedback.csv',
  search: { label: 'Class name', field: 'class_name', button: 'Search' },
  sort: { default: ['created', 'desc'] },
  filters: {
    rating: choices(stars, {
      label: 'Rating',
      usual: [],
      words: (rating) => formatCount(Number(rating), 'star'),
      where: (ratings) => (ratings.length > 0 ? { rating: { in: ratings.map(Number) } } : {}),
    }),
    content: choice(['written'], {
      label: 'Content',
      words: () => 'With content',
      where: () => ({ content: { exists: true } }),
    }),
    follow_ups: choice(followUpChoices, {
      label: 'Follow-ups',
      words: (which) => followUpWords[which],
      where: (which) => ({ follow_up: which }),
      useShown: () => useCan('feedback.canFollowUp'),
    }),
    due: choices(followUpDues, {
      label: 'Follow-up due',
      usual: [],
      words: (due) => dueWords[due],
      where: (chosen) => (chosen.length > 0 ? { due: { in: chosen } } : {}),
      useShown: () => useCan('feedback.canFollowUp'),
    }),
  },
  days: days({
    label: 'Written',
    field: 'created',
    words: 'written',
    default: usualDays,
    picks: (today) => [
      { label: 'Last 7 days', start: addDays(today, -6), end: today },
      { label: 'Last 30 days', ...lastDays(today) },
      { label: 'This month', ...monthOf(today) },
      {
        label: 'This year',
        start: `${today.slice(0, 4)}-01-01`,
        end: `${today.slice(0, 4)}-12-31`,
      },
    ],
  }),
  empty: { none: 'No feedback was found' },
});

export const feedbackSearchSchema = feedbackList.address.extend({
  /** The feedback whose follow-up is open. */
  follow_up: optionalInAddress(z.uuid()),
});

export type FeedbackSearch = z.infer<typeof feedbackSearchSchema>;

export const firstFeedback = ({ search, settings }: { search: object; settings: ClientSettings }) =>
  firstPage(feedbackList)({ search: feedbackSearchSchema.parse(search), settings });

type Props = {
  search: FeedbackSearch;
  onSearch: (search: FeedbackSearch, step?: { replaces: boolean }) => void;
};

/** Students' feedback on their lessons, with its follow-ups (part 2 §2, Feedback). */
export const FeedbackList = ({ search, onSearch }: Props) => {
  const canFollowUp = useCan('feedback.canFollowUp');
  const { follow_up: open, ...shown } = search;
  return (
    <ListPage
      title="Feedback"
      list={feedbackList}
      address={search}
      onAddress={onSearch}
      render={(rows) => (
        <CardRows
          {...rows}
          renderRow={(feedback) => (
            <FeedbackCard
              feedback={feedback}
              onFollowUp={
                canFollowUp ? () => onSearch({ ...shown, follow_up: feedback._id }) : undefined
              }
            />
          )}
          skeleton={<FeedbackSkeletons />}
        />
      )}
    >
      <FollowUpForm
        open={canFollowUp ? (open ?? null) : null}
        onClose={() => onSearch(shown, { replaces: true })}
      />
    </ListPage>
  );
};
