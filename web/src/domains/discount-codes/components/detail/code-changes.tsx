import { useQuery } from '@tanstack/react-query';
import { ListParts } from '../../../../ui/list-panel.tsx';
import { listStateOf } from '../../../../ui/list-states.tsx';
import { Pager } from '../../../../ui/pager.tsx';
import { RecordChanges, type ChangeWords } from '../../../../ui/record-changes.tsx';
import { changesPageSize, discountCodeChangesQuery } from '../../discount-codes.api.ts';

const words: ChangeWords = {
  actions: {
    'discountcode.created': { words: 'Created', tone: 'green' },
    'discountcode.enabled': { words: 'Enabled', tone: 'blue' },
    'discountcode.disabled': { words: 'Disabled', tone: 'grey' },
  },
  fields: {
    code: 'Discount Code',
    desc: 'Description',
    discount_type: 'Type of discount',
    discount: 'Discount value',
    currency: 'Currency',
    start_date: 'Start Date',
    end_date: 'End Date',
    usage_limit: 'Usage limit',
    is_active: 'Enabled',
    agent: 'Agent',
    block_trial: 'Block trial orders',
    merchandise_id: 'Classes',
  },
};

type Props = { id: string; page: number; onPage: (page: number) => void };

/** Who did what with a code, newest first. */
export const CodeChanges = ({ id, page, onPage }: Props) => {
  const query = useQuery(discountCodeChangesQuery(id, page));
  const state = listStateOf(query);
  return (
    <ListParts
      label="Changes"
      state={state}
      footer={
        <Pager
          page={page}
          pageSize={changesPageSize}
          count={query.data?.count}
          noun={['change', 'changes']}
          onPage={onPage}
        />
      }
    >
      <RecordChanges entries={query.data?.data ?? []} words={words} state={state} />
    </ListParts>
  );
};
