import type { DiscountCodeDetail } from '@staffroom/contract/domains/discount-codes/discount-codes.contract.ts';
import { RowsTab, type Column } from '../../kit/list/list.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';

type CodeClass = DiscountCodeDetail['classes'][number];

const list = {
  nouns: ['class', 'classes'],
  pageSize: 20,
  empty: { none: 'Every class', detail: 'This code is not limited to some classes.' },
} as const;

const columns: Column<CodeClass>[] = [
  {
    key: 'name',
    header: 'Class',
    width: 300,
    lead: true,
    text: ({ name }) => name,
    render: ({ _id, name }) => <RecordLink to="class" id={_id} name={name} />,
  },
];

type Props = { classes: readonly CodeClass[]; page: number; onPage: (page: number) => void };

/** The classes that a code is limited to; none means every class. */
export const CodeClasses = ({ classes, page, onPage }: Props) => (
  <RowsTab
    list={list}
    rows={classes}
    address={{ page }}
    onAddress={(address) => onPage(address.page ?? 1)}
    caption="Classes of this discount code"
    columns={columns}
  />
);
