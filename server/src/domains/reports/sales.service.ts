import {
  channelWords,
  noBrand,
  periodsBefore,
  salesKeys,
  salesProblem,
} from 'staffroom-contract/domains/reports/sales.rules.ts';
import type {
  listSalesStudents,
  readSalesReport as salesOperation,
  SalesReport,
  SalesRow,
} from 'staffroom-contract/domains/reports/sales.contract.ts';
import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import { currencies, toWireAmount, type Currency } from 'staffroom-contract/shared/money.ts';
import type { QueryOf, ResponseOf } from 'staffroom-contract/shared/operation.ts';
import {
  readPeriod,
  spanOf,
  startOfDay,
  type BusinessPeriod,
} from '../../platform/business-period.ts';
import type { Context } from '../../platform/context.ts';
import { csvAnswer, type CsvAnswer, type CsvColumn } from '../../platform/csv.ts';
import { studentScope } from '../users/users.policy.ts';
import { countedStudents } from './counted-students.ts';
import { purchasersIn, readSales } from './sales.queries.ts';

type Query = QueryOf<typeof salesOperation>;

/**
 * A period's sales beside those before, up to the same time of day if it includes today (decisions: Reports). Throws
 * invalid_value for a start after the end or in the future, and for more than a year.
 */
export const readSalesReport = async (
  context: Context,
  query: Query,
): Promise<ResponseOf<typeof salesOperation>> => {
  const { businessTimeZone: timeZone } = context.settings;
  const { period, today, exclude } = askedOf(context, query);
  const { whole, compared } = periodsBefore(period, today);
  const sold = await readSales(context.db, {
    period: spanOf(context, period),
    before: spanOf(context, whole),
    comparedUntil:
      today > period.end ? spanOf(context, whole).to : sameTimeOf(context, today, compared),
    timeZone,
    exclude,
  });

  const days = inAmounts(sold.days);
  const known = new Set<Currency>([
    'SGD',
    ...[...sold.days, ...sold.compared, ...sold.cancelled].map(({ currency }) => currency),
  ]);
  return {
    data: {
      ...period,
      as_of: context.clock.now().toISOString(),
      until: today < period.end ? today : period.end,
      exclude,
      orders: sold.days.reduce((sum, { orders }) => sum + orders, 0),
      students: sold.students,
      trials: sold.trials,
      compared,
      currencies: currencies
        .filter((currency) => known.has(currency))
        .map((currency) => ({
          currency,
          ...sumOf(sold.days, currency),
          before: sumOf(sold.compared, currency),
          cancelled: sumOf(sold.cancelled, currency),
        })),
      days,
      days_before: inAmounts(sold.daysBefore),
      class: sorted(inAmounts(sold.classes).map(({ subject: _subject, ...row }) => row)),
      subject: sorted(inAmounts(subjectsOf(sold.classes))),
      agent: sorted(
        inAmounts(sold.agents).map((row) => ({
          ...row,
          name: row._id === null ? 'No agent' : (row.name ?? ''),
        })),
      ),
      channel: sorted(
        inAmounts(sold.channels).map((row) => ({ ...row, name: channelWords[row._id] })),
      ),
      type: sorted(inAmounts(sold.types).map((row) => ({ ...row, name: row._id }))),
    },
  };
};

/** The current time of day on the last compared day. */
const sameTimeOf = (context: Context, today: string, { end }: BusinessPeriod): Date => {
  const sinceMidnight = context.clock.now().getTime() - startOfDay(context, today).getTime();
  return new Date(startOfDay(context, end).getTime() + sinceMidnight);
};

/** The days and the excluded brand of a query. Throws invalid_value like the report. */
const askedOf = (context: Context, query: Pick<Query, 'start' | 'end' | 'exclude'>) => {
  const { businessTimeZone: timeZone, partnerBrand } = context.settings;
  const today = businessDayOf(context.clock.now().toISOString(), timeZone);
  const period = readPeriod(context, query, (asked) => salesProblem(asked, today));
  const exclude = query.exclude ?? partnerBrand;
  return { period, today, exclude: exclude === noBrand ? null : exclude };
};

type StudentQuery = QueryOf<typeof listSalesStudents>;

/** The students with purchases in a period. Throws as `readSalesReport`. */
export const purchasers = (context: Context, query: StudentQuery) => {
  const { period, exclude } = askedOf(context, query);
  return countedStudents({
    ids: purchasersIn({ period: spanOf(context, period), exclude }),
    scope: studentScope,
  });
};

type Sold = { orders: number; net: number };

const inAmounts = <Row extends Sold>(rows: readonly Row[]): Row[] =>
  rows.map((row) => ({ ...row, net: toWireAmount(row.net) }));

/** The total of rows in cents, in one currency. */
const sumOf = (rows: readonly (Sold & { currency: Currency })[], currency: Currency): Sold => {
  const counted = rows.filter((row) => row.currency === currency);
  return {
    orders: counted.reduce((sum, { orders }) => sum + orders, 0),
    net: toWireAmount(counted.reduce((sum, { net }) => sum + net, 0)),
  };
};

/** Sums classes by subject; each order has one class. */
const subjectsOf = (classes: readonly (SalesRow & { subject: string })[]): SalesRow[] => {
  const rows = new Map<string, SalesRow>();
  for (const { subject, currency, orders, net } of classes) {
    const key = `${currency} ${subject}`;
    const row = rows.get(key) ?? { _id: subject, name: subject, currency, orders: 0, net: 0 };
    rows.set(key, { ...row, orders: row.orders + orders, net: row.net + net });
  }
  return [...rows.values()];
};

const sorted = (rows: readonly SalesRow[]): SalesRow[] =>
  rows.toSorted(
    (a, b) =>
      currencies.indexOf(a.currency) - currencies.indexOf(b.currency) ||
      b.net - a.net ||
      b.orders - a.orders ||
      a.name.localeCompare(b.name) ||
      (a._id ?? '').localeCompare(b._id ?? ''),
  );

type Line = Sold & { by: string; name: string; currency: Currency | null };

const lineColumns: CsvColumn<Line>[] = [
  { header: 'by', value: ({ by }) => by },
  { header: 'name', value: ({ name }) => name },
  { header: 'currency', value: ({ currency }) => currency },
  { header: 'orders', value: ({ orders }) => orders },
  { header: 'net', value: ({ net }) => net },
];

/** Exports the report as CSV with a line for each figure; `by` selects one table. Throws as `readSalesReport`. */
export const exportSalesReport = async (context: Context, query: Query): Promise<CsvAnswer> => {
  const { data: report } = await readSalesReport(context, query);
  const ofDays = report.days.map((row) => ({ ...row, by: 'day', name: row.day }));
  const of = (by: (typeof salesKeys)[number]) => report[by].map((row) => ({ ...row, by }));
  const lines: Line[] =
    query.by === undefined
      ? [...totalsOf(report), ...ofDays, ...salesKeys.flatMap(of)]
      : query.by === 'day'
        ? ofDays
        : of(query.by);
  return csvAnswer(query.by ? `sales-by-${query.by}.csv` : 'sales.csv', lineColumns, lines);
};

const totalsOf = (report: SalesReport): Line[] => [
  ...report.currencies.flatMap(({ currency, orders, net, before, cancelled }) => [
    { by: 'total', name: `${report.start} to ${report.until}`, currency, orders, net },
    {
      by: 'compared with',
      name: `${report.compared.start} to ${report.compared.end}`,
      currency,
      ...before,
    },
    { by: 'cancelled', name: '', currency, ...cancelled },
  ]),
  { by: 'trials', name: '', currency: null, orders: report.trials, net: 0 },
];
