import autocannon from 'autocannon';
import pg from 'pg';
import { listOrders } from '@staffroom/contract/domains/orders/orders.contract.ts';
import { defaultStatuses } from '@staffroom/contract/domains/orders/orders.rules.ts';
import { addDays, addMonths, businessDayOf } from '@staffroom/contract/shared/dates.ts';
import type { Dataset } from './dataset.ts';
import { percentile, type Figure } from './figure.ts';
import { pgbenchRate } from './pgbench.ts';
import { statementsOfOrderList } from './request-statements.ts';
import type { ServerUnderLoad } from './server-under-load.ts';

const clients = 16;
const seconds = 12;
const zone = 'Asia/Singapore';
const today = businessDayOf(new Date().toISOString(), zone);

const windowOf = (from: string, to: string) => ({
  filter: JSON.stringify({ status: { in: defaultStatuses }, created: { between: [from, to] } }),
});

/** The orders list: default view against its pgbench twin, and every other filter on its own. */
export const measureListing = async (
  server: ServerUnderLoad,
  dataset: Dataset,
  log: (line: string) => void,
): Promise<Figure[]> => [
  ...(await againstPgbench(server, dataset, log, {
    name: 'one month',
    query: windowOf(addMonths(today, -1), today),
    bar: 0.75,
    latencyBar: 60,
  })),
  ...(await againstPgbench(server, dataset, log, {
    name: 'two days',
    query: windowOf(addDays(today, -1), today),
    bar: 0.25,
  })),
  ...(await otherViews(server, dataset, log)),
];

type View = { name: string; query: { filter: string }; bar: number; latencyBar?: number };

const againstPgbench = async (
  server: ServerUnderLoad,
  dataset: Dataset,
  log: (line: string) => void,
  view: View,
): Promise<Figure[]> => {
  const search = new URLSearchParams(view.query).toString();
  const url = `${server.address}/api/admin/order?${search}`;
  const headers = { authorization: `Bearer ${server.token}` };
  await autocannon({ url, headers, connections: clients, duration: 3 });
  const loaded = await autocannon({ url, headers, connections: clients, duration: seconds });
  if (loaded.non2xx > 0 || loaded.errors > 0) throw new Error('The list answered with errors.');
  const statements = await statementsOfOrderList(dataset.url, server.token, parseQuery(view.query));
  const twin = await pgbenchRate(dataset.url, statements, { clients, seconds });
  log(`${view.name}: ${loaded.requests.average} requests/s, pgbench ${Math.round(twin)}/s`);
  const figures: Figure[] = [
    {
      what: `Orders list, ${view.name}: rate to pgbench's`,
      value: loaded.requests.average / twin,
      unit: '×',
      bar: view.bar,
      atLeast: true,
    },
  ];
  if (view.latencyBar !== undefined)
    figures.push({
      what: `Orders list, ${view.name}: p97.5 at ${clients} connections`,
      value: loaded.latency.p97_5,
      unit: 'ms',
      bar: view.latencyBar,
      atLeast: false,
    });
  return figures;
};

const parseQuery = (query: View['query']) => {
  if (!listOrders.query) throw new Error('The list takes no query.');
  return listOrders.query.parse(query);
};

/** Slowest of several requests one after the other, for each filter, sort and a deep page. */
const otherViews = async (
  server: ServerUnderLoad,
  dataset: Dataset,
  log: (line: string) => void,
): Promise<Figure[]> => {
  const { agent, student } = await someIds(dataset);
  const threeYears = { created: { between: [addMonths(today, -36), today] } };
  const views: [string, Record<string, unknown>, Record<string, string>?][] = [
    ['no filter at all', {}],
    ['default statuses, three years', { status: { in: defaultStatuses }, ...threeYears }],
    ['deep page of three years', threeYears, { offset: '700000' }],
    ['oldest first', threeYears, { order: 'asc' }],
    ['status INIT', { status: 'INIT' }],
    ['type TRIAL, three years', { type: 'TRIAL', ...threeYears }],
    ['one agent, three years', { agent, ...threeYears }],
    ['no agent', { agent: { exists: false } }],
    ['all agents', { agent: { exists: true } }],
    ['online', { handled_by: { exists: false } }],
    ['one student', { created_by: { in: [student] } }],
  ];
  const figures: Figure[] = [];
  for (const [name, filter, more] of views) {
    const search = new URLSearchParams({ filter: JSON.stringify(filter), ...more }).toString();
    const samples: number[] = [];
    for (let round = 0; round < 12; round += 1) {
      const began = performance.now();
      await server.call(`/admin/order?${search}`);
      if (round >= 2) samples.push(performance.now() - began);
    }
    log(`${name}: ${Math.round(percentile(samples, 0.5))} ms`);
    figures.push({
      what: `Orders list, ${name}: p95 at one connection`,
      value: percentile(samples, 0.95),
      unit: 'ms',
      bar: 300,
      atLeast: false,
    });
  }
  return figures;
};

const someIds = async (dataset: Dataset) => {
  const client = new pg.Client({ connectionString: dataset.url });
  await client.connect();
  try {
    const { rows } = await client.query<{ agent: string; student: string }>(
      'select agent_id as agent, student_id as student from orders where agent_id is not null order by created desc limit 1',
    );
    const first = rows[0];
    if (!first) throw new Error('The data set has no orders.');
    return first;
  } finally {
    await client.end();
  }
};
