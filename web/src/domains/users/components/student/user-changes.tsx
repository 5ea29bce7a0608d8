import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../../../lib/formats.ts';
import { ListParts } from '../../../../ui/list-panel.tsx';
import { listStateOf, PastLastPage } from '../../../../ui/list-states.tsx';
import { Pager } from '../../../../ui/pager.tsx';
import { RecordChanges } from '../../../../ui/record-changes.tsx';
import { userChangesPageSize, userChangesQuery } from '../../user-changes.api.ts';
import { userChangeWords } from '../../user-change-words.ts';

type Props = { userId: string; page: number; onPage: (page: number) => void };

const noun = ['change', 'changes'] as const;

/** What was changed on a person's record, by whom and when. */
export const UserChanges = ({ userId, page, onPage }: Props) => {
  const query = useQuery(userChangesQuery(userId, page));
  const { data: entries = [], count } = query.data ?? {};
  const state = listStateOf(query);
  const isPastLast = state.status === 'ready' && entries.length === 0 && Boolean(count);
  return (
    <ListParts
      label="Changes"
      state={state}
      footer={
        <Pager
          page={page}
          pageSize={userChangesPageSize}
          count={count}
          noun={noun}
          onPage={onPage}
        />
      }
    >
      {isPastLast ? (
        <PastLastPage
          text="There are no changes to display"
          count={formatCount(count ?? 0, ...noun)}
          onFirst={() => onPage(1)}
        />
      ) : (
        <RecordChanges entries={entries} words={userChangeWords} state={state} />
      )}
    </ListParts>
  );
};
