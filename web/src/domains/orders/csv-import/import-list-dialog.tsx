import { useState } from 'react';
import {
  listOrderImports,
  type ImportSummary,
} from '@staffroom/contract/domains/orders/order-import.contract.ts';
import { defineList } from '../../../kit/list/define-list.ts';
import { ListTab, type Column } from '../../../kit/list/list.tsx';
import { RecordLink } from '../../../kit/record/record-link.tsx';
import { FullScreenDialog } from '../../../ui/full-screen-dialog.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { PrimaryButton } from '../../../ui/primary-button.tsx';
import { Panel } from '../../../ui/panel.tsx';

type Props = {
  open: 'list' | null;
  onClose: () => void;
  onAdd: () => void;
};

/** The files that were read, newest first: one is found and gone on with, without the file (decisions: Orders). */
export const ImportListDialog = ({ open, onClose, onAdd }: Props) => {
  const [page, setPage] = useState(1);
  return (
    <FullScreenDialog
      title="CSV imports"
      opened={open !== null}
      onClose={onClose}
      dirty={false}
      cancelLabel="Back to orders"
      actions={<PrimaryButton onClick={onAdd}>Add orders by CSV</PrimaryButton>}
    >
      <Panel fill>
        <ListTab
          list={importList}
          address={{ page }}
          onAddress={(address) => setPage(address.page ?? 1)}
          columns={columns}
        />
      </Panel>
    </FullScreenDialog>
  );
};

const importList = defineList({
  operation: listOrderImports,
  nouns: ['import', 'imports'],
  pageSize: 20,
  empty: { none: 'There are no imports to display', detail: 'No file has been read yet.' },
});

const countColumn = (
  header: string,
  state: keyof ImportSummary['counts'],
  width = 92,
): Column<ImportSummary> => ({
  key: state,
  header,
  width,
  align: 'right',
  text: ({ counts }) => (counts[state] ?? 0).toLocaleString('en-SG'),
});

const columns: Column<ImportSummary>[] = [
  {
    key: 'file',
    header: 'File',
    width: 260,
    lead: true,
    text: ({ file_name }) => file_name,
    render: ({ _id, file_name }) => <RecordLink to="import" id={_id} name={file_name || '–'} />,
  },
  {
    key: 'by',
    header: 'Read by',
    width: 170,
    render: ({ created_by: { _id, name } }) => (
      <RecordLink to="staff" id={_id} name={name || '–'} />
    ),
  },
  {
    key: 'created',
    header: 'Read',
    width: 200,
    figures: true,
    render: ({ created }) => <Moment at={created} />,
  },
  countColumn('Ordered', 'processed'),
  countColumn('Cancelled since', 'cancelled', 128),
  countColumn('Waiting', 'open'),
  countColumn('Rejected', 'rejected'),
];
