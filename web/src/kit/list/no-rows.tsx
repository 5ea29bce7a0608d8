import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatCount, formatDayRange } from '../../lib/formats.ts';
import { useToday } from '../../lib/settings.ts';
import { ListEmpty, PastLastPage } from '../../ui/list-states.tsx';
import {
  changedFilters,
  dateFieldOf,
  daysOf,
  withChanges,
  withoutFilters,
  type List,
  type ListAddress,
  type ListWords,
} from './define-list.ts';

/** Actions and notes of an empty list, besides its text. */
export type WhenEmpty = {
  actions?: ReactNode;
  /** Beside the text of a search without hits: other places that have some. */
  elsewhere?: ReactNode;
};

type Props<Address> = WhenEmpty & {
  list: ListWords & Partial<List>;
  address: Address;
  onAddress: (address: Address) => void;
  count: number | undefined;
};

/** Explains why there are no rows: a page past the end, a search or filters without a match, or no records at all. */
export const NoRows = <Address extends ListAddress>(props: Props<Address>) => {
  const { address, onAddress, count, actions, elsewhere } = props;
  const today = useToday();
  const list = { filters: {}, ...props.list } as List;
  const { empty, nouns, search, days } = list;
  if (count)
    return (
      <PastLastPage
        text={empty.none}
        count={formatCount(count, ...nouns)}
        onFirst={() => onAddress({ ...address, page: undefined })}
      />
    );
  const term = search && address.search;
  const filtered = changedFilters(list, address, today) > 0;
  const detail = filtered || days ? narrowedWords(list, address, today) : termWords(list, term);
  return (
    <ListEmpty
      text={(term && searchWords(empty.search, term)) || empty.none}
      beside={term && elsewhere}
      detail={detail ?? empty.detail}
      actions={
        (filtered || term || actions) && (
          <>
            {filtered && (
              <Button
                onClick={() =>
                  onAddress({ ...withoutFilters(list, address), search: address.search })
                }
              >
                Clear filters
              </Button>
            )}
            {term && (
              <Button onClick={() => onAddress(withChanges(address, { search: undefined }))}>
                Clear search
              </Button>
            )}
            {actions}
          </>
        )
      }
    />
  );
};

const searchWords = (words: ListWords['empty']['search'], term: string) =>
  typeof words === 'function' ? words(term) : words;

/** "Nothing created in 1 – 23 Mar 2026 matches these filters." */
const narrowedWords = ({ nouns, days }: List, address: ListAddress, today: string) => {
  if (!days) return `No ${nouns[0]} matches these filters.`;
  const range = daysOf(days, address, today);
  if (!range) return undefined;
  const { label, words = label.toLowerCase() } = dateFieldOf(days, address);
  const { start, end } = range;
  return `Nothing ${words} ${start === end ? 'on' : 'in'} ${formatDayRange(start, end)} matches these filters.`;
};

/** "No e-mail, phone or name contains “lim”." */
const termWords = ({ search }: List, term: string | undefined) =>
  search && term ? `No ${search.label.toLowerCase()} contains “${term}”.` : undefined;
