import { Flex, Text, Box, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import {
  readSalesReport,
  type SalesReport,
} from 'staffroom-contract/domains/reports/sales.contract.ts';
import { formatMoney, type Currency } from 'staffroom-contract/shared/money.ts';
import { RowsLink } from '../../kit/list/rows-link.tsx';
import { scaleOf } from '../../lib/chart-scale.ts';
import { downloadList } from '../../lib/download.ts';
import { formatCount, formatDayOfWeek, formatLongMonth } from '../../lib/formats.ts';
import { Chart, ChartBar, ChartLegend, ChartSwitch, ChartTable } from '../../ui/chart.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Money } from '../../ui/money.tsx';
import { Segments } from '../../ui/segments.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { currencyIn, salesInput, type SalesSearch } from './sales-address.ts';
import {
  axisWords,
  bestDay,
  dayBehind,
  daysOfSales,
  sameDayBefore,
  type DayFigures,
} from './sales-words.ts';
import styles from './sales-by-day.module.css';

type Props = {
  report: SalesReport;
  search: SalesSearch;
  today: string;
  go: (changes: SalesSearch) => void;
};

/** The days of a month in one currency, as a chart or table (picture 14b). */
export const SalesByDay = ({ report, search, today, go }: Props) => {
  const narrow = useNarrow();
  const currency = currencyIn(search, report);
  const days = daysOfSales(report, currency, today);
  const best = bestDay(days);
  const isTable = search.view === 'table';
  const title = `${currency} by day`;
  const others = report.currencies.map((each) => each.currency);
  return (
    <section aria-label={title}>
      <Flex
        rowGap="sm"
        columnGap="md"
        align="center"
        wrap="wrap"
        mih={44}
        px={narrow ? 'md' : 'lg'}
        pt="sm"
        pb={0}
      >
        <Text component="h2" variant="title">
          {title}
        </Text>
        {others.length > 1 && (
          <Segments
            label="Currency"
            choices={others.map((each) => ({ value: each, label: each }))}
            value={currency}
            onChange={(next) =>
              go({
                currency: next === others[0] ? undefined : next,
                page: undefined,
                agent_page: undefined,
              })
            }
          />
        )}
        {!isTable && <DayLegend report={report} />}
        <Text
          flex={narrow ? '1 0 100%' : '1 0 auto'}
          ta={narrow ? 'left' : 'right'}
          variant="meta"
          c="secondary"
        >
          {best && (
            <>
              Best day{' '}
              <RowsLink screen="/orders" search={dayBehind(report, best.day, currency)}>
                <Text span variant="label" c="bright">
                  {`${formatDayOfWeek(best.day)}, ${formatMoney(best.net, currency)}`}
                </Text>
                , {formatCount(best.orders, 'order')}
              </RowsLink>
            </>
          )}
        </Text>
        {isTable && (
          <DownloadButton
            download={() =>
              downloadList(readSalesReport, salesInput(search, today, 'day'), 'sales-by-day.csv')
            }
          />
        )}
        <ChartSwitch
          isTable={isTable}
          onTable={(next) => go({ view: next ? 'table' : undefined })}
        />
      </Flex>
      {isTable ? (
        <Stack gap={0} h={212} mt="sm">
          <ChartTable
            title={title}
            columns={dayColumns(report, currency)}
            rows={days.filter((day) => day.is !== 'ahead')}
            rowKey={({ day }) => day}
            noun="days"
          />
        </Stack>
      ) : (
        <Box px={narrow ? 'md' : 'lg'} pt="md" pb="sm">
          <DayChart report={report} days={days} currency={currency} />
        </Box>
      )}
    </section>
  );
};

const dayColumns = (report: SalesReport, currency: Currency): Column<DayFigures>[] => [
  {
    key: 'day',
    header: 'Day',
    width: 160,
    lead: true,
    text: ({ day }) => formatDayOfWeek(day),
  },
  {
    key: 'orders',
    header: 'Orders',
    width: 100,
    align: 'right',
    render: ({ day, orders }) => (
      <RowsLink screen="/orders" search={dayBehind(report, day, currency)}>
        {orders.toLocaleString('en-SG')}
      </RowsLink>
    ),
  },
  {
    key: 'net',
    header: 'Net',
    width: 140,
    align: 'right',
    render: ({ day, net }) => (
      <RowsLink screen="/orders" search={dayBehind(report, day, currency)}>
        <Money amount={net} currency={currency} />
      </RowsLink>
    ),
  },
  {
    key: 'before',
    header: formatLongMonth(report.compared.start),
    width: 140,
    align: 'right',
    render: ({ day, before }) =>
      before === null ? (
        '–'
      ) : (
        <RowsLink screen="/orders" search={dayBehind(report, sameDayBefore(report, day), currency)}>
          <Money amount={before} currency={currency} />
        </RowsLink>
      ),
  },
];

type ChartProps = { report: SalesReport; days: readonly DayFigures[]; currency: Currency };

/** A bar per day, and the previous month as a dashed line (picture 14b). */
const DayChart = ({ report, days, currency }: ChartProps) => {
  const narrow = useNarrow();
  const lines = scaleOf(Math.max(...days.map(({ net, before }) => Math.max(net, before ?? 0))));
  const highest = lines.at(-1) ?? 1;
  const heightOf = (amount: number) => `${(100 * amount) / highest}%`;
  return (
    <Chart
      lines={lines}
      words={(line) => axisWords(line, currency)}
      axis={narrow ? 48 : 56}
      height={narrow ? 160 : 180}
      count={days.length}
      over={<MonthBefore days={days} highest={highest} />}
    >
      {days.map((day, index) => (
        <ChartBar
          key={day.day}
          name={String(Number(day.day.slice(8)))}
          isNow={day.is === 'now'}
          every={narrow ? 5 : 1}
          index={index}
        >
          {day.is !== 'ahead' && (
            <DayBar day={day} report={report} currency={currency} isLink={!narrow}>
              <Flex
                component="span"
                direction="column"
                justify="flex-end"
                pos="relative"
                flex={1}
                aria-hidden="true"
              >
                {day.net > 0 && (
                  <span className={styles.tip} style={{ bottom: heightOf(day.net) }}>
                    {formatDayOfWeek(day.day)} <b>{formatMoney(day.net, currency)}</b>
                  </span>
                )}
                <span
                  className={styles.fill}
                  data-now={day.is === 'now' || undefined}
                  style={{ height: heightOf(day.net) }}
                />
              </Flex>
            </DayBar>
          )}
        </ChartBar>
      ))}
    </Chart>
  );
};

/** On phones a day's bar is too narrow to tap, so it is not a link; the table has the links. */
const DayBar = ({
  day,
  report,
  currency,
  isLink,
  children,
}: {
  day: DayFigures;
  report: SalesReport;
  currency: Currency;
  isLink: boolean;
  children: ReactNode;
}) => {
  const label = `${formatDayOfWeek(day.day)}: ${formatMoney(day.net, currency)}, ${formatCount(day.orders, 'order')}`;
  return isLink ? (
    <RowsLink
      screen="/orders"
      search={dayBehind(report, day.day, currency)}
      className={styles.bar}
      label={label}
    >
      {children}
    </RowsLink>
  ) : (
    <span className={styles.bar} role="img" aria-label={label}>
      {children}
    </span>
  );
};

/** A line through the middle of the bars; its figures are in the table. */
const MonthBefore = ({ days, highest }: { days: readonly DayFigures[]; highest: number }) => {
  const points = days.flatMap(({ before }, index) =>
    before === null ? [] : [`${index + 0.5},${100 - (100 * before) / highest}`],
  );
  return (
    <svg
      className={styles.before}
      viewBox={`0 0 ${days.length} 100`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <polyline className={styles.halo} points={points.join(' ')} />
      <polyline points={points.join(' ')} />
    </svg>
  );
};

const DayLegend = ({ report }: { report: SalesReport }) => (
  <ChartLegend>
    <li>
      <Box component="span" w={10} h={10} bdrs={2} bg="var(--accent)" aria-hidden="true" />{' '}
      {formatLongMonth(report.start)}
    </li>
    <li>
      <span className={styles.dash} aria-hidden="true" /> {formatLongMonth(report.compared.start)}
    </li>
  </ChartLegend>
);
