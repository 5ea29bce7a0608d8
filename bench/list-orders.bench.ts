import { listOrders } from 'staffroom-contract/domains/orders/orders.contract.ts';
import { defaultStatuses } from 'staffroom-contract/domains/orders/orders.rules.ts';
import { addDays, addMonths, businessDayOf } from 'staffroom-contract/shared/dates.ts';
import type { Dataset } from './dataset.ts';
import type { Figure } from './figure.ts';
import { measureViews } from './measure-views.ts';
import { pgbenchRate } from './pgbench.ts';
import { statementsOfOrderList } from './request-statements.ts';
import type { ServerUnderLoad } from './server-under-load.ts';
import { clients, seconds, withLoad, type Loaded } from './under-load.ts';

const zone = 'Asia/Singapore';
const today = businessDayOf(new Date().toISOString(), zone);

const windowOf = (from: string, to: string) => ({
  filter: JSON.stringify({ status: { in: defaultStatuses }, created: { between: [from, to] } }),
});

/** The orders list: its default view compared with pgbench, and every other filter alone. */
export const measureListing = async (
  server: ServerUnderLoad,
  dataset: Dataset,
  log: (line: string) => void,
): Promise<Figure[]> => {
  await vacuumOrders(dataset);
  return [
    ...(await againstPgbench(dataset, log, {
      name: 'one month',
      query: windowOf(addMonths(today, -1), today),
      bar: 0.8,
      isDefault: true,
    })),
    ...(await againstPgbench(dataset, log, {
      name: 'two days',
      query: windowOf(addDays(today, -1), today),
      bar: 0.5,
    })),
    ...(await otherViews(server, dataset, log)),
  ];
};

/** Rows written since the last vacuum would make a count read the table. */
const vacuumOrders = (dataset: Dataset) => dataset.rows('vacuum (analyze) orders');

type View = { name: string; query: { filter: string }; bar: number; isDefault?: boolean };

/** Alternates server and pgbench, since the machine's speed varies; returns medians. */
const againstPgbench = async (
  dataset: Dataset,
  log: (line: string) => void,
  view: View,
): Promise<Figure[]> => {
  const search = new URLSearchParams(view.query).toString();
  const pairs = await withLoad(dataset, async ({ warm, token }) => {
    const load = await warm(`/admin/order?${search}`);
    const statements = await statementsOfOrderList(dataset.url, token, parseQuery(view.query));
    const measured: { loaded: Loaded; ratio: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const loaded = await load(seconds);
      const twin = await pgbenchRate(dataset.url, statements, { clients, seconds });
      log(`${view.name}: ${Math.round(loaded.rate)} requests/s, pgbench ${Math.round(twin)}/s`);
      measured.push({ loaded, ratio: loaded.rate / twin });
    }
    return measured;
  });
  const cpu = medianOf(pairs.map(({ loaded }) => loaded.cpu ?? 0));
  const figures: Figure[] = [
    {
      what: `Orders list, ${view.name}: rate to pgbench's`,
      value: medianOf(pairs.map(({ ratio }) => ratio)),
      unit: '×',
      bar: view.bar,
      atLeast: true,
      cpu,
    },
  ];
  if (view.isDefault)
    figures.push({
      what: `Orders list, ${view.name}: p97.5 at ${clients} connections`,
      value: medianOf(pairs.map(({ loaded }) => loaded.p97_5)),
      unit: 'ms',
      bar: 60,
      atLeast: false,
      cpu,
    });
  return figures;
};

const rounds = 3;

const medianOf = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

const parseQuery = (query: View['query']) => {
  if (!listOrders.query) throw new Error('The list has no query.');
  return listOrders.query.parse(query);
};

const otherViews = async (
  server: ServerUnderLoad,
  dataset: Dataset,
  log: (line: string) => void,
): Promise<Figure[]> => {
  const { agent, student, code } = await someIds(dataset);
  const threeYears = { created: { between: [addMonths(today, -36), today] } };
  const defaults = { status: { in: defaultStatuses }, ...threeYears };
  return measureViews(
    { server, dataset },
    { list: 'Orders list', path: '/admin/order' },
    [
      ['no filter at all', {}],
      ['default statuses, three years', defaults],
      ['deep page of three years', threeYears, { offset: '700000' }],
      ['oldest first', threeYears, { order: 'asc' }],
      ['status INIT', { status: 'INIT' }],
      ['type TRIAL, three years', { type: 'TRIAL', ...threeYears }],
      ['one agent, three years', { agent, ...threeYears }],
      ['no agent', { agent: { exists: false } }],
      ['all agents', { agent: { exists: true } }],
      ['online', { handled_by: { exists: false } }],
      ['one student', { created_by: { in: [student] } }],
      ['one discount code', { discount_code: code }],
      ['one discount code, three years', { discount_code: code, ...defaults }],
    ],
    log,
  );
};

const someIds = async (dataset: Dataset) => {
  const [first] = await dataset.rows<{ agent: string; student: string; code: string }>(
    `select orders.agent_id as agent, orders.student_id as student, codes.code
     from orders join discount_codes codes on codes.id = orders.discount_code_id
     where orders.agent_id is not null order by orders.created desc limit 1`,
  );
  if (!first) throw new Error('The data set has no orders.');
  return first;
};
