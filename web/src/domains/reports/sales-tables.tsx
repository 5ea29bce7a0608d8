import { Flex, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  readSalesReport,
  type SalesReport,
  type SalesRow,
} from 'staffroom-contract/domains/reports/sales.contract.ts';
import type { SalesKey } from 'staffroom-contract/domains/reports/sales.rules.ts';
import { RowsTab, type Column } from '../../kit/list/list.tsx';
import { RowsLink } from '../../kit/list/rows-link.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { useAddress } from '../../lib/address-values.ts';
import { downloadList } from '../../lib/download.ts';
import { useToday } from '../../lib/settings.ts';
import { Money } from '../../ui/money.tsx';
import { Panel, PanelHeader } from '../../ui/panel.tsx';
import { Segments } from '../../ui/segments.tsx';
import type { ReportProps } from './report-page.tsx';
import {
  currencyIn,
  monthIn,
  salesInput,
  salesQuery,
  salesSearchSchema,
  type SalesSearch,
} from './sales-address.ts';
import { channelWords, rowBehind } from './sales-words.ts';
import styles from './sales.module.css';

/** Sales by class or subject, agent, channel and type (picture 14b). */
export const SalesTables = ({ search: written, onSearch }: ReportProps) => {
  const search = useAddress(salesSearchSchema, written);
  const today = useToday();
  const { isError, isPending } = useQuery(salesQuery(search, today));
  // The error is shown above.
  if (isError || monthIn(search, today) > today.slice(0, 7)) return null;
  const table = { search, onSearch };
  return (
    // Placeholders are replaced as a whole, as the figures above may have more lines or fewer.
    <div key={isPending ? 'waiting' : 'loaded'} className={styles.tables}>
      <SalesTable by={search.by ?? 'class'} page="page" {...table} />
      <SalesTable by="agent" page="agent_page" {...table} />
      <div className={styles.short}>
        <SalesTable by="channel" {...table} />
        <SalesTable by="type" {...table} />
      </div>
    </div>
  );
};

const words: Record<SalesKey, { title: string; nouns: [one: string, many: string] }> = {
  class: { title: 'By class', nouns: ['class', 'classes'] },
  subject: { title: 'By subject', nouns: ['subject', 'subjects'] },
  agent: { title: 'By agent', nouns: ['agent', 'agents'] },
  channel: { title: 'By channel', nouns: ['channel', 'channels'] },
  type: { title: 'By type', nouns: ['type', 'types'] },
};

type Props = {
  by: SalesKey;
  search: SalesSearch;
  onSearch: (search: SalesSearch) => void;
  /** The search parameter of its page; undefined for tables with few rows. */
  page?: 'page' | 'agent_page';
};

const SalesTable = ({ by, page, search, onSearch }: Props) => {
  const today = useToday();
  const query = useQuery(salesQuery(search, today));
  const report = query.data?.data;
  const currency = report && currencyIn(search, report);
  const rows = report?.[by].filter((row) => row.currency === currency);
  const { title, nouns } = words[by];
  const isLong = page !== undefined;
  return (
    <Stack className={styles.table} gap={0} miw={0}>
      <Panel label={title} fill>
        <PanelHeader>
          {by === 'class' || by === 'subject' ? (
            <Segments
              label="Group by"
              choices={[
                { value: 'class', label: 'By class' },
                { value: 'subject', label: 'By subject' },
              ]}
              value={by}
              onChange={(next) =>
                onSearch({
                  ...search,
                  by: next === 'subject' ? 'subject' : undefined,
                  page: undefined,
                })
              }
            />
          ) : (
            <Text component="h2" variant="title">
              {title}
            </Text>
          )}
        </PanelHeader>
        <RowsTab
          key={by}
          list={{ nouns, pageSize: 10, empty: { none: 'No record found' } }}
          rows={rows}
          query={query}
          address={{ page: page && search[page] }}
          onAddress={(next) => page && onSearch({ ...search, [page]: next.page })}
          caption={title}
          columns={report ? columnsOf(by, report, rows?.[0]?.net ?? 0, isLong) : skeletonOf(by)}
          rowKey={({ _id }) => _id ?? ''}
          skeletonRows={isLong ? 10 : 3}
          download={() =>
            downloadList(readSalesReport, salesInput(search, today, by), `sales-by-${by}.csv`)
          }
        />
      </Panel>
    </Stack>
  );
};

const nameHeader = (by: SalesKey) =>
  words[by].title.replace('By ', '').replace(/^./, (letter) => letter.toUpperCase());

const bare = (by: SalesKey) =>
  ({
    name: {
      key: 'name',
      header: nameHeader(by),
      width: 156,
      lead: true,
      value: (row: SalesRow) => row.name,
    },
    orders: {
      key: 'orders',
      header: 'Orders',
      width: 66,
      align: 'right',
      value: (row: SalesRow) => row.orders,
    },
    net: {
      key: 'net',
      header: 'Net',
      width: 116,
      align: 'right',
      value: (row: SalesRow) => row.net,
    },
  }) as const;

const skeletonOf = (by: SalesKey): Column<SalesRow>[] => Object.values(bare(by));

const columnsOf = (
  by: SalesKey,
  report: SalesReport,
  highest: number,
  hasBars: boolean,
): Column<SalesRow>[] => {
  const { name, orders, net } = bare(by);
  const rowsOf = (row: SalesRow) => ({
    screen: '/orders' as const,
    search: rowBehind(report, by, row),
  });
  return [
    {
      ...name,
      text: (row) => (by === 'channel' ? channelWords(row.name) : row.name),
      render: (row) => (
        <Flex component="span" gap="sm" align="center">
          <Text span inherit truncate flex={1} miw={0}>
            <Name by={by} row={row} />
          </Text>
          {hasBars && (
            <Flex
              className={styles.bar}
              component="span"
              justify="flex-end"
              flex="0 0 40px"
              visibleFrom="sm"
              aria-hidden="true"
            >
              <span style={{ width: `${highest > 0 ? (100 * row.net) / highest : 0}%` }} />
            </Flex>
          )}
        </Flex>
      ),
    },
    {
      ...orders,
      render: (row) => <RowsLink {...rowsOf(row)}>{row.orders.toLocaleString('en-SG')}</RowsLink>,
    },
    {
      ...net,
      render: (row) => (
        <RowsLink {...rowsOf(row)}>
          <Money amount={row.net} currency={row.currency} />
        </RowsLink>
      ),
    },
  ];
};

const Name = ({ by, row }: { by: SalesKey; row: SalesRow }) =>
  (by === 'class' || by === 'agent') && row._id !== null ? (
    <RecordLink to={by === 'class' ? 'class' : 'staff'} id={row._id} name={row.name || '–'} />
  ) : (
    <span>{by === 'channel' ? channelWords(row.name) : row.name}</span>
  );
