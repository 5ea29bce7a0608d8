import { Box, Button, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  readSalesReport,
  type SalesReport,
} from 'staffroom-contract/domains/reports/sales.contract.ts';
import { firstSalesYear, noBrand } from 'staffroom-contract/domains/reports/sales.rules.ts';
import { formatMoney, type Currency } from 'staffroom-contract/shared/money.ts';
import { lazyForm } from '../../kit/form/form-dialogs.tsx';
import { RowsLink } from '../../kit/list/rows-link.tsx';
import { useAddress } from '../../lib/address-values.ts';
import { downloadList } from '../../lib/download.ts';
import { formatCount, formatLongMonth, formatShortRange } from '../../lib/formats.ts';
import { useSettings, useToday } from '../../lib/settings.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { ChoiceFilter } from '../../ui/choice-filter.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { FigureLinks, figureLink } from '../../ui/figure-links.tsx';
import {
  ListEmpty,
  listStateOf,
  ListStates,
  RefetchLine,
  SkeletonBar,
} from '../../ui/list-states.tsx';
import { MonthPicker } from '../../ui/month-picker.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { useNarrow, useWide } from '../../ui/use-narrow.ts';
import type { ReportProps } from './report-page.tsx';
import {
  currencyIn,
  monthIn,
  salesInput,
  salesQuery,
  salesSearchSchema,
  type SalesSearch,
} from './sales-address.ts';
import { SalesByDay } from './sales-by-day.tsx';
import { cancelledBehind, changeWords, ordersBehind, trialsBehind } from './sales-words.ts';
import styles from './sales.module.css';

// Loaded on demand: rarely needed when the report opens.
const BuyersDialog = lazyForm(async () => (await import('./counted-students.tsx')).BuyersDialog);

/** Sales of a month, compared with the same days of the month before (part 2 §2, picture 14b). */
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
          text={`${formatLongMonth(`${month}-01`)} ${month.slice(0, 4)} is in the future: there are no sales yet.`}
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
            <Figures
              report={query.data.data}
              currency={currencyIn(search, query.data.data)}
              onStudents={() => go({ students: true })}
            />
            <SalesByDay report={query.data.data} search={search} today={today} go={go} />
          </>
        )}
      </ListStates>
      <BuyersDialog
        open={
          search.students && query.data
            ? { query: salesInput(search, today).query, students: query.data.data.students }
            : null
        }
        onClose={() => onSearch({ ...search, students: undefined }, { replaces: true })}
      />
    </>
  );
};

type BarProps = {
  search: SalesSearch;
  today: string;
  onMonth: (month: string) => void;
  go: (changes: SalesSearch) => void;
};

/** Chooses the month and the excluded brand. */
const SalesBar = ({ search, today, onMonth, go }: BarProps) => {
  const { partner_brand: partner, business_time_zone: zone } = useSettings();
  const month = monthIn(search, today);
  return (
    <Toolbar
      changed={Number(search.exclude !== undefined) + Number(search.month !== undefined)}
      onReset={() => go({ month: undefined, exclude: undefined, currency: undefined })}
      filters={[
        {
          key: 'month',
          pinned: true,
          node: (
            <MonthPicker
              month={month}
              first={`${firstSalesYear}-01`}
              last={today.slice(0, 7)}
              onMonth={onMonth}
            />
          ),
        },
        {
          key: 'exclude',
          changed: search.exclude !== undefined,
          node: (
            <ChoiceFilter
              label="Exclude"
              value={search.exclude ?? partner}
              defaultValue={partner}
              choices={[
                { value: partner, label: partner },
                { value: 'HOUSE', label: 'HOUSE' },
                { value: noBrand, label: 'Nothing' },
              ]}
              onChange={(brand) => go({ exclude: brand === partner ? undefined : brand })}
            />
          ),
        },
      ]}
      end={
        <>
          <Text span variant="meta" c="dimmed" visibleFrom="lg">
            paid purchases without trials, net of discounts, by the order’s day in{' '}
            {zone.split('/').at(-1)?.replaceAll('_', ' ')}
          </Text>
          <DownloadButton
            download={() => downloadList(readSalesReport, salesInput(search, today), 'sales.csv')}
          />
        </>
      }
    />
  );
};

/** Totals per currency, which are never added up, and the amounts that they exclude; each links to its orders. */
const Figures = ({
  report,
  currency,
  onStudents,
}: {
  report: SalesReport;
  currency: Currency;
  onStudents: () => void;
}) => {
  const many = report.currencies.length > 1;
  const { cancelled } = ofCurrency(report, currency);
  return (
    <FigureLinks label="Figures" least={150}>
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
        beside={
          <button type="button" className={styles.students} onClick={onStudents}>
            of {formatCount(report.students, 'student')}
          </button>
        }
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
    </FigureLinks>
  );
};

type FigureProps = {
  label: string;
  search: object;
  main: string;
  about?: ReactNode;
  /** A link besides the figure's own. */
  beside?: ReactNode;
};

const Figure = ({ label, search, main, about, beside }: FigureProps) => (
  <li>
    <RowsLink screen="/orders" search={search} className={figureLink}>
      <span>{label}</span> <strong>{main}</strong>
      {about !== undefined && (
        <>
          {' '}
          <span>{about}</span>
        </>
      )}
    </RowsLink>
    {beside && (
      <Box px="md" pb="sm" mt="-10px" variant="meta" c="secondary">
        {beside}
      </Box>
    )}
  </li>
);

const ofCurrency = (report: SalesReport, currency: Currency) => {
  const total = report.currencies.find((each) => each.currency === currency);
  if (!total) throw new Error('The currency is one of the report.');
  return total;
};

/** "+9% on 1 – 23 Feb 2026, 14:05". */
const Change = ({
  report,
  total,
}: {
  report: SalesReport;
  total: SalesReport['currencies'][number];
}) => {
  const today = useToday();
  const { time } = useFormats();
  const words = changeWords(total.net, total.before.net);
  const sign = words?.startsWith('+')
    ? 'positive'
    : words?.startsWith('−')
      ? 'negative'
      : 'secondary';
  return words === undefined ? (
    formatCount(total.orders, 'order')
  ) : (
    <>
      <Text span variant="label" c={sign}>
        {words}
      </Text>{' '}
      on {comparedWords(report, today, time)}
    </>
  );
};

/** "February", or "1 – 23 Feb, 14:05" during the current month. */
const comparedWords = (
  { compared, end, as_of }: SalesReport,
  today: string,
  time: (instant: string) => string,
) =>
  today > end
    ? formatLongMonth(compared.start)
    : `${formatShortRange(compared.start, compared.end)}, ${time(as_of)}`;

/** Placeholder of figures and chart, as high as with the usual figures: in one, two or three lines. */
const SalesSkeleton = () => {
  const isWide = useWide();
  const isNarrow = useNarrow();
  return (
    <Stack gap="xl" p="lg" h={isNarrow ? 686 : isWide ? 356 : 438}>
      <SimpleGrid cols={isNarrow ? 2 : isWide ? 6 : 4} spacing="xl">
        {Array.from({ length: 6 }, (_, figure) => (
          <Stack key={figure} gap="sm">
            <SkeletonBar width={44} />
            <SkeletonBar width={72} height={20} />
            <SkeletonBar width={88} height={8} />
          </Stack>
        ))}
      </SimpleGrid>
      <Stack flex={1} justify="space-between" aria-hidden="true">
        {[100, 100, 100, 100].map((width, line) => (
          <SkeletonBar key={line} width={width} height={8} />
        ))}
      </Stack>
    </Stack>
  );
};
