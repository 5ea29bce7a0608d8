import { Box, Group, Text } from '@mantine/core';
import { IconCopy, IconFileText } from '@tabler/icons-react';
import { z } from 'zod';
import {
  copyWorksheet,
  deleteWorksheet,
  listWorksheets,
  type ListedWorksheet,
} from 'staffroom-contract/domains/question-bank/worksheets.contract.ts';
import { worksheetsOnAPage } from 'staffroom-contract/domains/question-bank/worksheet.rules.ts';
import { lazyForm } from '../../../kit/form/form-dialogs.tsx';
import { CardRows } from '../../../kit/list/card-rows.tsx';
import { defineList, firstPage } from '../../../kit/list/define-list.ts';
import { choice } from '../../../kit/list/filters.tsx';
import { ListPage, type Column, type RowActions } from '../../../kit/list/list.tsx';
import { RowLink } from '../../../kit/list/row-link.tsx';
import { useRowAct } from '../../../kit/list/use-row-act.tsx';
import { deleteAction, useRowDelete } from '../../../kit/list/use-row-delete.tsx';
import { optionalInAddress } from '../../../lib/address-values.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import { formatCount } from '../../../lib/formats.ts';
import type { ClientSettings } from '../../../lib/settings.ts';
import { useCan } from '../../../lib/use-can.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useOperation } from '../../../lib/use-operation.ts';
import { LinkButton } from '../../../ui/link-button.tsx';
import { RowMenu, type RowAction } from '../../../ui/row-menu.tsx';
import rowStyles from '../../../ui/rows.module.css';
import { useNarrow } from '../../../ui/use-narrow.ts';
import { refreshedByQuestions } from '../question-bank.api.ts';

// Large, and only needed once a worksheet is opened.
const WorksheetDialog = lazyForm(async () => (await import('./worksheet-form.tsx')).WorksheetForm);

const worksheetList = defineList({
  operation: listWorksheets,
  nouns: ['worksheet', 'worksheets'],
  pageSize: worksheetsOnAPage,
  search: { label: 'Title', field: 'title' },
  sort: {
    default: ['updated', 'desc'],
    columns: ['title', 'created', 'updated', 'questions', 'marks'],
  },
  filters: {
    subject: choice(['English', 'Mathematics', 'Science'], { label: 'Subject' }),
  },
  empty: { none: 'No worksheets found' },
});

export const worksheetSearchSchema = worksheetList.address.extend({
  dialog: optionalInAddress(z.enum(['create'])),
  worksheet: optionalInAddress(z.uuid()),
  /** Search text of the "Add questions" dialog. */
  add: optionalInAddress(z.string().max(200)),
});
export type WorksheetSearch = z.infer<typeof worksheetSearchSchema>;

export const firstWorksheets = ({
  search,
  settings,
}: {
  search: object;
  settings: ClientSettings;
}) => firstPage(worksheetList)({ search: worksheetSearchSchema.parse(search), settings });

type Props = {
  search: WorksheetSearch;
  onSearch: (search: WorksheetSearch, step?: { replaces: boolean }) => void;
};

/** Saved worksheets: open, copy, print and delete. */
export const WorksheetList = ({ search, onSearch }: Props) => {
  const canManage = useCan('question.canManage');
  const { dialog, worksheet, add, ...listed } = search;
  const formats = useFormats();
  const narrow = useNarrow();
  const { act, problem } = useRowAct(refreshedByQuestions);
  const copy = useOperation(copyWorksheet, { refreshes: refreshedByQuestions });
  const remove = useRowDelete('worksheet', { remove: deleteWorksheet, list: listWorksheets });
  const close = () => onSearch(listed, { replaces: true });
  const open = (id: string) => onSearch({ ...listed, worksheet: id });

  const copyAndOpen = ({ _id, title }: ListedWorksheet) =>
    void act({
      question: false,
      run: async () => open((await copy.mutateAsync({ params: { id: _id } })).data._id),
      done: `Copy of ${title} created`,
      refused: (error) => `“${title}” was not copied. ${sentenceOf(error)}`,
    });

  const actions: RowActions<ListedWorksheet> = {
    nameOf: ({ title }) => title,
    of: (row) => [
      {
        label: canManage ? 'Open and print' : 'Open',
        icon: IconFileText,
        onClick: () => open(row._id),
      },
      ...(canManage
        ? [
            { label: 'Copy', icon: IconCopy, onClick: () => copyAndOpen(row) },
            deleteAction(() =>
              remove({
                id: row._id,
                name: row.title,
                effect: ` and can no longer be printed. The question bank keeps its ${formatCount(row.questions, 'question')}.`,
              }),
            ),
          ]
        : []),
    ],
  };

  return (
    <ListPage
      title="Worksheets"
      list={worksheetList}
      address={search}
      onAddress={onSearch}
      columns={columnsOf(formats)}
      problem={problem}
      actions={actions}
      render={
        narrow
          ? (rows) => (
              <CardRows
                {...rows}
                renderRow={(row: ListedWorksheet) => (
                  <WorksheetCard worksheet={row} actions={actions.of(row)} />
                )}
              />
            )
          : undefined
      }
      primary={
        canManage && {
          label: 'New worksheet',
          onClick: () => onSearch({ ...listed, dialog: 'create' }),
        }
      }
      secondary={<LinkButton to="/question-bank">Question Bank</LinkButton>}
    >
      <WorksheetDialog
        open={worksheet ?? (dialog === 'create' && canManage ? 'new' : null)}
        onClose={close}
        add={add}
        onAdd={(words) => onSearch({ ...search, add: words }, { replaces: true })}
        onCreated={({ _id }) => onSearch({ ...listed, worksheet: _id }, { replaces: true })}
      />
    </ListPage>
  );
};

type CardProps = { worksheet: ListedWorksheet; actions: readonly RowAction[] };

/** A worksheet on a phone: the content of the table's columns, stacked. */
const WorksheetCard = ({ worksheet, actions }: CardProps) => {
  const formats = useFormats();
  const { _id, title, subject, questions, marks, updated, updated_by: by } = worksheet;
  return (
    <Group className={rowStyles.card} component="article" align="flex-start" px="md" py="sm">
      <Box flex={1} miw={0}>
        <Text variant="title" c="bright" style={{ overflowWrap: 'anywhere' }}>
          <RowLink opens={{ worksheet: _id }}>{title}</RowLink>
        </Text>
        <Text variant="meta" c="secondary">
          {[subject, formatCount(questions, 'question'), formatCount(marks, 'mark')].join(' · ')}
        </Text>
        <Text variant="meta" c="dimmed" data-figures>
          Saved {formats.dateTime(updated)}, {by.name}
        </Text>
      </Box>
      <RowMenu of={title} actions={actions} />
    </Group>
  );
};

const columnsOf = (formats: ReturnType<typeof useFormats>): Column<ListedWorksheet>[] => [
  {
    key: 'title',
    header: 'Title',
    width: 280,
    lead: true,
    sortBy: 'title',
    text: ({ title }) => title,
    render: ({ _id, title }) => <RowLink opens={{ worksheet: _id }}>{title}</RowLink>,
  },
  { key: 'subject', header: 'Subject', width: 120, text: ({ subject }) => subject },
  {
    key: 'questions',
    header: 'Questions',
    width: 106,
    sortBy: 'questions',
    align: 'right',
    text: ({ questions }) => String(questions),
  },
  {
    key: 'marks',
    header: 'Marks',
    width: 100,
    sortBy: 'marks',
    align: 'right',
    text: ({ marks }) => String(marks),
  },
  {
    key: 'updated',
    header: 'Saved',
    width: 186,
    figures: true,
    sortBy: 'updated',
    text: ({ updated }) => formats.dateTime(updated),
  },
  { key: 'by', header: 'Saved by', width: 140, text: ({ updated_by: by }) => by.name },
  {
    key: 'created',
    header: 'Created',
    width: 186,
    figures: true,
    sortBy: 'created',
    text: ({ created }) => formats.dateTime(created),
  },
];
