import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import {
  listOrderImports,
  type ImportSummary,
} from 'staffroom-contract/domains/orders/order-import.contract.ts';
import { defineList, type ListAddress } from '../../../kit/list/define-list.ts';
import { ListTab, type Column } from '../../../kit/list/list.tsx';
import { RecordLink } from '../../../kit/record/record-link.tsx';
import { FullScreenDialog } from '../../../ui/full-screen-dialog.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { PrimaryButton } from '../../../ui/primary-button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useNarrow } from '../../../ui/use-narrow.ts';

type Props = {
  open: 'list' | null;
  onClose: () => void;
  onAdd: () => void;
};

/** Earlier imports, newest first; each can be continued without its file (decisions: Orders). */
export const OrderImportListDialog = ({ open, onClose, onAdd }: Props) => {
  const [address, setAddress] = useState<ListAddress>({});
  const isNarrow = useNarrow();
  return (
    <FullScreenDialog
      title="Order imports"
      opened={open !== null}
      onClose={onClose}
      dirty={false}
      cancelLabel="Back to orders"
      actions={<PrimaryButton onClick={onAdd}>Add orders by CSV</PrimaryButton>}
    >
      <Panel fill>
        <ListTab
          list={importList}
          address={address}
          onAddress={setAddress}
          columns={isNarrow ? narrowColumns : columns}
          lines={isNarrow ? 2 : 1}
        />
      </Panel>
    </FullScreenDialog>
  );
};

const importList = defineList({
  operation: listOrderImports,
  nouns: ['import', 'imports'],
  pageSize: 20,
  sort: { default: ['created', 'desc'], columns: ['processed', 'cancelled', 'open', 'rejected'] },
  empty: { none: 'There are no imports to display', detail: 'No file has been read yet.' },
});

const counted = [
  { header: 'Ordered', state: 'processed', width: 102 },
  { header: 'Cancelled since', state: 'cancelled', width: 144 },
  { header: 'Waiting', state: 'open', width: 98 },
  { header: 'Rejected', state: 'rejected', width: 102 },
] as const;

const countOf = ({ counts }: ImportSummary, state: keyof ImportSummary['counts']) =>
  (counts[state] ?? 0).toLocaleString('en-SG');

const fileColumn: Column<ImportSummary> = {
  key: 'file',
  header: 'File',
  width: 236,
  lead: true,
  text: ({ file_name }) => file_name,
  render: ({ _id, file_name }) => <RecordLink to="import" id={_id} name={file_name || '–'} />,
};

const columns: Column<ImportSummary>[] = [
  fileColumn,
  {
    key: 'by',
    header: 'Read by',
    width: 140,
    render: ({ created_by }) => <ReadBy {...created_by} />,
  },
  {
    key: 'created',
    header: 'Read',
    width: 180,
    figures: true,
    render: ({ created }) => <Moment at={created} />,
  },
  ...counted.map(({ header, state, width }): Column<ImportSummary> => ({
    key: state,
    header,
    width,
    sortBy: state,
    align: 'right',
    text: (row) => countOf(row, state),
  })),
];

const ReadBy = ({ _id, name }: ImportSummary['created_by']) => (
  <RecordLink to="staff" id={_id} name={name || '–'} />
);

/** On phones a row stacks everything: the file, the reader and time, and the counts of its rows. */
const narrowColumns: Column<ImportSummary>[] = [
  {
    ...fileColumn,
    render: (row) => (
      <Stack gap={0} py="sm">
        <Text variant="strong" truncate>
          {fileColumn.render?.(row)}
        </Text>
        <Text variant="meta" c="secondary" truncate>
          <ReadBy {...row.created_by} />, <Moment at={row.created} />
        </Text>
        <Text variant="meta" c="secondary" truncate>
          {counted
            .filter(({ state }) => state === 'processed' || row.counts[state])
            .map(({ header, state }) => `${countOf(row, state)} ${header.toLowerCase()}`)
            .join(' · ')}
        </Text>
      </Stack>
    ),
  },
];
