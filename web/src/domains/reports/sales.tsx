import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  readSalesReport,
  type SalesReport,
} from '@staffroom/contract/domains/reports/sales.contract.ts';
import { formatMoney, type Currency } from '@staffroom/contract/shared/money.ts';
import { RowsLink } from '../../kit/list/rows-link.tsx';
import { useAddress } from '../../lib/address-values.ts';
import { downloadList } from '../../lib/download.ts';
import {
  formatCount,
  formatDayOfWeek,
  formatLongMonth,
  formatShortRange,
} from '../../lib/formats.ts';
import { useToday } from '../../lib/settings.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import {
  ListEmpty,
  listStateOf,
  ListStates,
  RefetchLine,
  SkeletonBar,
} from '../../ui/list-states.tsx';
import { Money } from '../../ui/money.tsx';
import { PanelScroll } from '../../ui/panel.tsx';
import { Segments } from '../../ui/segments.tsx';
import { DayChart, DayLegend } from './day-chart.tsx';
import type { ReportProps } from './report-page.tsx';
import { SalesBar } from './sales-bar.tsx';
import {
  currencyIn,
  monthIn,
  salesInput,
  salesQuery,
  salesSearchSchema,
  type SalesSearch,
} from './sales-address.ts';
import {
  bestDay,
  cancelledBehind,
  changeWords,
  dayBehind,
  daysOfSales,
  ordersBehind,
  trialsBehind,
  type DayFigures,
} from './sales-words.ts';
import styles from './sales.module.css';

/** What was sold in a month, beside the same days of the month before (part 2 §2, picture 14b). */
export const Sales = ({ search: written, onSearch }: ReportProps) => {
  const search = useAddress(salesSearchSchema, written);
  const today = useToday();
  const query = useQuery(salesQuery(search, today));
  const month = monthIn(search, today);
  const go = (changes: SalesSearch) => onSearch({ ...search, ...changes });
  const toMonth = (next: string) =>
    go({
      month: next === today.slice(0, 7) ? undefined : next,
      page: undefined,
      agent_page: undefined,
    });
  if (month > today.slice(0, 7))
    return (
      <>
        <SalesBar search={search} today={today} onMonth={toMonth} go={go} />
        <ListEmpty
          text={`${formatLongMonth(`${month}-01`)} ${month.slice(0, 4)} lies ahead: nothing can have been sold in it yet.`}
          actions={<Button onClick={() => toMonth(today.slice(0, 7))}>Show this month</Button>}
        />
      </>
    );
  return (
    <>
      <SalesBar search={search} today={today} onMonth={toMonth} go={go} />
      <RefetchLine active={listStateOf(query).refetching} />
      <ListStates
        state={listStateOf(query)}
        noun="sales"
        isEmpty={false}
        empty={null}
        skeleton={<SalesSkeleton />}
      >
        {query.data && (
          <>
            <Figures report={query.data.data} currency={currencyIn(search, query.data.data)} />
            <Days report={query.data.data} search={search} today={today} go={go} />
          </>
        )}
      </ListStates>
    </>
  );
};

/** Totals in each currency, which are never added, and what is not in them; each leads to its orders. */
const Figures = ({ report, currency }: { report: SalesReport; currency: Currency }) => {
  const many = report.currencies.length > 1;
  const { cancelled } = ofCurrency(report, currency);
  return (
    <ul className={styles.figures} aria-label="Figures">
      {report.currencies.map((total) => (
        <Figure
          key={total.currency}
          label={`Total ${total.currency}`}
          search={ordersBehind(report, total.currency)}
          main={formatMoney(total.net, total.currency)}
          about={<Change report={report} total={total} />}
        />
      ))}
      <Figure
        label="Orders"
        search={ordersBehind(report)}
        main={report.orders.toLocaleString('en-SG')}
        about={`of ${formatCount(report.students, 'student')}`}
      />
      <Figure
        label="Trials"
        search={trialsBehind(report)}
        main={report.trials.toLocaleString('en-SG')}
        about="not in totals"
      />
      <Figure
        label={many ? `Cancelled ${currency}` : 'Cancelled'}
        search={cancelledBehind(report, currency)}
        main={formatMoney(cancelled.net, currency)}
        about={`${formatCount(cancelled.orders, 'order')}, not in totals`}
      />
    </ul>
  );
};

type FigureProps = {
  label: string;
  search: object;
  main: string;
  about: ReactNode;
};

const Figure = ({ label, search, main, about }: FigureProps) => (
  <li>
    <RowsLink screen="/orders" search={search} className={styles.figure}>
      <span>{label}</span> <strong>{main}</strong> <span>{about}</span>
    </RowsLink>
  </li>
);

const ofCurrency = (report: SalesReport, currency: Currency) => {
  const total = report.currencies.find((each) => each.currency === currency);
  if (!total) throw new Error('The currency is one of the report.');
  return total;
};

/** "+9% on 1 – 23 Feb 2026". */
const Change = ({
  report,
  total,
}: {
  report: SalesReport;
  total: SalesReport['currencies'][number];
}) => {
  const words = changeWords(total.net, total.before.net);
  const sign = words?.startsWith('+') ? 'up' : words?.startsWith('−') ? 'down' : undefined;
  return words === undefined ? (
    formatCount(total.orders, 'order')
  ) : (
    <>
      <b data-sign={sign}>{words}</b> on {comparedWords(report)}
    </>
  );
};

/** "February", or "1 – 23 Feb" while the month runs. */
const comparedWords = ({ compared, until, end }: SalesReport) =>
  until === end ? formatLongMonth(compared.start) : formatShortRange(compared.start, compared.end);

type DaysProps = {
  report: SalesReport;
  search: SalesSearch;
  today: string;
  go: (changes: SalesSearch) => void;
};

/** The days of the month in one currency, as bars or as a table. */
const Days = ({ report, search, today, go }: DaysProps) => {
  const currency = currencyIn(search, report);
  const days = daysOfSales(report, currency, today);
  const best = bestDay(days);
  const isTable = search.view === 'table';
  const title = `${currency} by day`;
  const others = report.currencies.map((each) => each.currency);
  return (
    <section aria-label={title}>
      <div className={styles.head}>
        <h2>{title}</h2>
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
        <p className={styles.best}>
          {best && (
            <>
              Best day <b>{`${formatDayOfWeek(best.day)}, ${formatMoney(best.net, currency)}`}</b>,{' '}
              {formatCount(best.orders, 'order')}
            </>
          )}
        </p>
        {isTable && (
          <DownloadButton
            download={() =>
              downloadList(readSalesReport, salesInput(search, today, 'day'), 'sales-by-day.csv')
            }
          />
        )}
        <Segments
          label="Shown as"
          choices={[
            { value: 'chart', label: 'Chart' },
            { value: 'table', label: 'Table' },
          ]}
          value={isTable ? 'table' : 'chart'}
          onChange={(next) => go({ view: next === 'table' ? next : undefined })}
        />
      </div>
      {isTable ? (
        <div className={styles.dayTable}>
          <PanelScroll label={`Table of ${title}`}>
            <DataTable
              caption={title}
              columns={dayColumns(report, currency)}
              rows={days.filter((day) => day.is !== 'ahead')}
              rowKey={({ day }) => day}
              state={{ status: 'ready', refetching: false, error: null, retry: () => undefined }}
              noun="days"
              empty={null}
            />
          </PanelScroll>
        </div>
      ) : (
        <div className={styles.dayChart}>
          <DayChart report={report} days={days} currency={currency} />
        </div>
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
    text: ({ before }) => (before === null ? '–' : formatMoney(before, currency)),
  },
];

/** The figures and the chart without content, as high as with it. */
const SalesSkeleton = () => (
  <div className={styles.skeleton}>
    {[60, 90, 90, 40].map((width, index) => (
      <SkeletonBar key={index} width={width} height={20} />
    ))}
  </div>
);
