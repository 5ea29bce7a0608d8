import { useQuery } from '@tanstack/react-query';
import { listDiscountCodeChanges } from '@staffroom/contract/domains/discount-codes/discount-codes.contract.ts';
import { changesQuery } from '../../../../lib/queries.ts';
import { ChangesList } from '../../../../ui/changes-list.tsx';
import type { ChangeWords } from '../../../../ui/record-changes.tsx';

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
export const CodeChanges = ({ id, ...pages }: Props) => (
  <ChangesList
    query={useQuery(changesQuery(listDiscountCodeChanges, id, pages.page))}
    words={words}
    {...pages}
  />
);
