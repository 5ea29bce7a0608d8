import type { DiscountCodeDetail } from '@staffroom/contract/domains/discount-codes/discount-codes.contract.ts';
import { RecordLink } from '../../../../kit/record/record-link.tsx';
import { DataTable, type Column } from '../../../../ui/data-table.tsx';
import { ListParts } from '../../../../ui/list-panel.tsx';
import { ListEmpty, type ListState } from '../../../../ui/list-states.tsx';
import { Pager } from '../../../../ui/pager.tsx';

type CodeClass = DiscountCodeDetail['classes'][number];

const columns: Column<CodeClass>[] = [
  {
    key: 'name',
    header: 'Class',
    width: 300,
    lead: true,
    render: ({ _id, name }) => <RecordLink to="class" id={_id} name={name} />,
  },
];
const ready: ListState = {
  status: 'ready',
  refetching: false,
  error: null,
  retry: () => undefined,
};
const pageSize = 20;

type Props = { classes: readonly CodeClass[]; page: number; onPage: (page: number) => void };

/** The classes that a code is limited to; none means every class. */
export const CodeClasses = ({ classes, page, onPage }: Props) => (
  <ListParts
    label="Classes"
    state={ready}
    footer={
      <Pager
        page={page}
        pageSize={pageSize}
        count={classes.length}
        noun={['class', 'classes']}
        onPage={onPage}
      />
    }
  >
    <DataTable
      caption="Classes of this discount code"
      columns={columns}
      rows={classes.slice((page - 1) * pageSize, page * pageSize)}
      rowKey={({ _id }) => _id}
      state={ready}
      noun="classes"
      empty={<ListEmpty text="Every class" detail="This code is not limited to some classes." />}
    />
  </ListParts>
);
