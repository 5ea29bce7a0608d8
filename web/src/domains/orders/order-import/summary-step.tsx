import { Button, Stack, Text, Flex } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type {
  ImportProgress,
  ImportRow,
} from 'staffroom-contract/domains/orders/order-import.contract.ts';
import { formatMoney } from 'staffroom-contract/shared/money.ts';
import { formatCount } from '../../../lib/formats.ts';
import { Banner } from '../../../ui/banner.tsx';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { DownloadButton } from '../../../ui/download-button.tsx';
import { listStateOf } from '../../../ui/list-states.tsx';
import { Meter } from '../../../ui/meter.tsx';
import { ListFoot } from '../../../ui/list-foot.tsx';
import { PanelTabs } from '../../../ui/panel-tabs.tsx';
import { Panel, PanelFooter, PanelScroll } from '../../../ui/panel.tsx';
import { countRows, nameOf, type RowLook } from './order-import-labels.ts';
import type { RowOnScreen } from './order-import-state.ts';
import { downloadImportRows, importRowsQuery } from './order-import.api.ts';
import { FocusHeading, OrderLink, RowCounts } from './row-parts.tsx';
import styles from './summary-step.module.css';
import type { OrderImport } from './use-order-import.ts';

const tabs = ['processed', 'cancelled', 'skipped', 'rejected'] as const;
type Tab = (typeof tabs)[number];
const tabNames = {
  processed: 'Processed',
  cancelled: 'Orders cancelled',
  skipped: 'Skipped',
  rejected: 'Rejected',
} as const;

/** Rows per page, so that 5,000 rows respond as fast as 40. */
const pageSize = 200;

type Props = { orderImport: OrderImport; importId: string };

/** Step 4 (picture 04b): the result of each row; each tab has a download. */
export const SummaryStep = ({ orderImport, importId }: Props) => {
  const [tab, setTab] = useState<Tab>('processed');
  const [page, setPage] = useState(1);
  const query = useQuery(importRowsQuery(importId));
  const { dispatch } = orderImport;
  useEffect(() => {
    if (query.data)
      dispatch({ type: 'rows read', rows: query.data.data, classes: query.data.classes });
  }, [query.data, dispatch]);

  const { rows, classNames, fileName } = orderImport.state;
  // Shown only if there are any: the specification has only the other three tabs.
  const shownTabs = tabs.filter(
    (one) => one !== 'cancelled' || rows.some((row) => row.state === 'cancelled'),
  );
  const ofTab = rows.filter((row) => row.state === tab);
  const open = rows.filter((row) => row.state === 'open');
  // Rows already on screen are shown while refetching; only the first load has a skeleton.
  const state =
    rows.length > 0 ? { ...listStateOf(query), status: 'ready' as const } : listStateOf(query);
  const shown = ofTab.slice((page - 1) * pageSize, page * pageSize);
  const backToOpen = () => open[0] && dispatch({ type: 'row selected', row: open[0].row });

  return (
    <Stack className={styles.step} gap="md">
      <SummaryHead rows={rows} fileName={fileName} progress={orderImport.progress} />
      {open.length > 0 && (
        <Banner
          tone="warning"
          title={`${formatCount(open.length, 'row is', 'rows are')} still open`}
          action={
            <Button size="xs" onClick={backToOpen}>
              Back to the open rows
            </Button>
          }
        >
          <Text variant="meta" c="secondary">
            {openWords(open)}
          </Text>
        </Banner>
      )}
      <Panel fill label="Rows of the file">
        <PanelTabs
          tabs={shownTabs.map((one) => ({
            value: one,
            label: tabNames[one],
            count: rows.filter((row) => row.state === one).length,
          }))}
          value={tab}
          onChange={(next) => {
            setTab(next);
            setPage(1);
          }}
          end={
            <>
              <Text span variant="meta" c="secondary">
                {leftOutWords(rows)}
              </Text>
              <DownloadButton
                label="Download as CSV"
                download={() =>
                  downloadImportRows(importId, tab, `${baseName(fileName)}-${tab}.csv`)
                }
              />
            </>
          }
        >
          <PanelScroll label={`${tabNames[tab]} rows`} busy={state.refetching}>
            <DataTable
              caption={`${tabNames[tab]} rows of ${fileName}`}
              columns={columnsOf(classNames)}
              rows={shown}
              rowKey={(row) => String(row.row)}
              state={state}
              noun="rows"
              empty={
                <Text p="xl" variant="body" ta="center" c="secondary">
                  No rows were {tab}.
                </Text>
              }
            />
          </PanelScroll>
        </PanelTabs>
        <PanelFooter>
          {ofTab.length > pageSize ? (
            <ListFoot
              page={page}
              pageSize={pageSize}
              count={ofTab.length}
              noun={['row', 'rows']}
              onPage={setPage}
            />
          ) : (
            <span>Showing all {formatCount(ofTab.length, 'row')}.</span>
          )}{' '}
          <span>Uploading this file again will not order them twice.</span>
        </PanelFooter>
      </Panel>
    </Stack>
  );
};

type HeadProps = {
  rows: readonly RowOnScreen[];
  fileName: string;
  progress: ImportProgress | undefined;
};

/** The result of the import: rows by status, and the ordered amounts by currency. */
const SummaryHead = ({ rows, fileName, progress }: HeadProps) => {
  const counts = countRows(rows);
  const open = counts.person + counts.ready;
  const parts: readonly (readonly [RowLook, number, string])[] = [
    ['processed', counts.processed, 'processed'],
    ['cancelled', counts.cancelled, 'cancelled since'],
    ['skipped', counts.skipped, 'skipped'],
    ['rejected', counts.rejected, 'rejected'],
    ['person', open, 'open'],
    ['ignored', counts.ignored, 'left out'],
  ];
  const present = parts.filter(([, count]) => count > 0);
  const words = present.map(([, count, word]) => `${count.toLocaleString('en-SG')} ${word}`);
  return (
    <Flex className={styles.head} rowGap="md" columnGap="xl" align="center" wrap="wrap">
      <div>
        <FocusHeading about="Summary">Summary</FocusHeading>
        <Text variant="meta" c="secondary">
          {fileName}
        </Text>
      </div>
      <Stack gap={6} w={455} maw="100%">
        <Flex
          rowGap={0}
          columnGap="md"
          justify="space-between"
          wrap="wrap"
          variant="meta"
          c="secondary"
        >
          <Text span variant="label" c="bright">
            {formatCount(rows.length, 'row')}
          </Text>
          <RowCounts counts={present.map(([look], index) => [look, words[index] ?? ''])} />
        </Flex>
        <Meter
          label={words.join(', ')}
          height={8}
          total={rows.length}
          parts={[
            { value: counts.processed, tone: 'green' },
            { value: counts.cancelled, tone: 'orange' },
            { value: counts.skipped, tone: 'grey' },
            { value: counts.rejected, tone: 'red' },
            { value: open, tone: 'orange' },
          ]}
        />
      </Stack>
      <div className={styles.money}>
        <Text variant="meta" c="secondary">
          Ordered in total
        </Text>
        <Text variant="h2" fw={650} c="bright">
          {(progress?.ordered_total ?? [])
            .map(({ amount, currency }) => formatMoney(amount, currency))
            .join(' + ') || formatMoney(0, 'SGD')}
        </Text>
      </div>
    </Flex>
  );
};

/** "Rows 6, 9 and 12: not ordered, not skipped." */
const openWords = (open: readonly RowOnScreen[]) => {
  const unanswered = open.filter((row) => row.isUnanswered);
  const waiting = open.filter((row) => !row.isUnanswered);
  return [
    waiting.length > 0 && `${rowNumbers(waiting)}: not ordered, not skipped.`,
    unanswered.length > 0 && `${rowNumbers(unanswered)}: outcome not known yet.`,
  ]
    .filter(Boolean)
    .join(' ');
};

/** "Rows 6, 9, 12"; shortened to the first 12. */
const rowNumbers = (rows: readonly ImportRow[]) => {
  const numbers = rows.slice(0, 12).map((row) => row.row);
  const more = rows.length - numbers.length;
  return `${rows.length === 1 ? 'Row' : 'Rows'} ${numbers.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

const leftOutWords = (rows: readonly ImportRow[]) => {
  const count = rows.filter((row) => row.state === 'ignored').length;
  if (count === 0) return '';
  return `${formatCount(count, 'blank row or total line was', 'blank rows and total lines were')} left out.`;
};

const baseName = (fileName: string) => fileName.replace(/\.[a-z0-9]+$/i, '');

const columnsOf = (classNames: Readonly<Record<string, string>>): Column<ImportRow>[] => [
  { key: 'row', header: 'Row', width: 72, align: 'right', text: (row) => String(row.row) },
  {
    key: 'name',
    header: 'Name',
    width: 150,
    lead: true,
    text: nameOf,
  },
  { key: 'email', header: 'E-mail', width: 190, text: (row) => row.email },
  {
    key: 'class',
    header: 'Class',
    width: 180,
    text: (row) => classNames[row.class ?? ''] ?? row.cells['class'] ?? '',
  },
  {
    key: 'type',
    header: 'Type',
    width: 120,
    text: (row) => row.type ?? row.cells['type'] ?? '',
  },
  {
    key: 'lessons',
    header: 'Lessons',
    width: 92,
    align: 'right',
    render: (row) => row.lesson.length || row.wanted_lessons,
  },
  {
    key: 'price',
    header: 'Price',
    width: 110,
    align: 'right',
    text: (row) => (row.price !== null && row.currency ? formatMoney(row.price, row.currency) : ''),
  },
  {
    key: 'student',
    header: 'Student',
    width: 76,
    text: (row) => (row.student ? 'found' : 'new'),
  },
  { key: 'note', header: 'Note', width: 260, text: noteOf },
  {
    key: 'order',
    header: 'Order',
    width: 72,
    hiddenHeader: true,
    render: (row) => <OrderLink row={row} />,
  },
];

/** Why a row was not ordered. */
const noteOf = (row: ImportRow) =>
  row.note || (row.state === 'processed' ? '' : row.problems.map((p) => p.message).join(' '));
