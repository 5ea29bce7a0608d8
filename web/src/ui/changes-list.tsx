import type { UseQueryResult } from '@tanstack/react-query';
import type { RecordChange } from '@staffroom/contract/shared/changes.ts';
import { formatCount } from '../lib/formats.ts';
import { changesPageSize } from '../lib/queries.ts';
import { ListParts } from './list-panel.tsx';
import { listStateOf, PastLastPage } from './list-states.tsx';
import { Pager } from './pager.tsx';
import { RecordChanges, type ChangeWords } from './record-changes.tsx';

type Props = {
  /** A page of `changesQuery`. */
  query: UseQueryResult<{ data: RecordChange[]; count: number }>;
  words: ChangeWords;
  /** An entry in staff's terms, where it is not so already. */
  read?: (entry: RecordChange) => RecordChange;
  page: number;
  onPage: (page: number) => void;
};

const noun = ['change', 'changes'] as const;

/** What was changed on a record, by whom and when, newest first: a tab of its page. */
export const ChangesList = ({ query, words, read, page, onPage }: Props) => {
  const { data: entries = [], count } = query.data ?? {};
  const state = listStateOf(query);
  const isPastLast = state.status === 'ready' && entries.length === 0 && Boolean(count);
  return (
    <ListParts
      label="Changes"
      state={state}
      footer={
        <Pager page={page} pageSize={changesPageSize} count={count} noun={noun} onPage={onPage} />
      }
    >
      {isPastLast ? (
        <PastLastPage
          text="There are no changes to display"
          count={formatCount(count ?? 0, ...noun)}
          onFirst={() => onPage(1)}
        />
      ) : (
        <RecordChanges entries={read ? entries.map(read) : entries} words={words} state={state} />
      )}
    </ListParts>
  );
};
