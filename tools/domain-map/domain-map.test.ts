import { expect, test } from 'vitest';
import { makeMap, outdatedPages } from './domain-map.ts';
import {
  declarationsOf,
  firstSentence,
  jobsIn,
  keysIn,
  serversIn,
  tablesIn,
  valuesIn,
  withUnit,
} from './read-source.ts';

test('takes the first sentence of a doc comment', () => {
  expect(firstSentence('/**\n * Returns a code,\n * e.g. A1. Throws not_found.\n */')).toBe(
    'Returns a code, e.g. A1',
  );
});

test('finds documented declarations and numbers', () => {
  const source = `/** Adds. It is exact. */
export const add = (a: number, b: number) => a + b;
const plain = 'x';
export const most = 2 * 1024;
/** A shape. */
type Shape = string;
`;
  expect(declarationsOf(source)).toEqual([
    { name: 'add', kind: 'const', exported: true, words: 'Adds', value: '' },
    { name: 'most', kind: 'const', exported: true, words: '', value: '2 * 1024' },
    { name: 'Shape', kind: 'type', exported: false, words: 'A shape', value: '' },
  ]);
});

test('finds the values of lists of texts, also of lists in lists', () => {
  const source = `export const won = ['CLOSED WON', 'RENEWED'] as const satisfies readonly Status[];
export const closed = [
  ...won,
  'CANCELED',
] as const;
export const dates: string[] = ['a'];
const mixed = ['a', other];
`;
  expect(Object.fromEntries(valuesIn(source))).toEqual({
    won: ['CLOSED WON', 'RENEWED'],
    closed: ['CLOSED WON', 'RENEWED', 'CANCELED'],
    dates: ['a'],
  });
});

test.each([
  ['maxUploadedBytes', '20 * 1024 * 1024', '', '20 MB'],
  ['mostWaiting', '64 * 1024', 'Most bytes that wait', '64 kB'],
  ['longestRun', '5 * 60_000', 'Milliseconds of a run', '5 min'],
  ['unused', '12 * 60 * minute', '', '12 h'],
  ['gap', '90_500', 'Delay in milliseconds', ''],
  ['mostElements', '60_000', 'Most elements of a file', ''],
  ['most', '2 * 1024', '', ''],
])('gives %s = %s (%s) the unit "%s"', (name, value, words, amount) => {
  expect(withUnit({ name, value, words })).toBe(amount);
});

test('finds the keys of shortcuts', () => {
  expect(keysIn("useShortcut(\n  'u',\n  'Update the ticket', act)")).toEqual([
    { key: 'u', label: 'Update the ticket' },
  ]);
});

test('finds where operations are served', () => {
  const source = `import { copy, get, list, timeline } from 'staffroom-contract/domains/a/a.contract.ts';
import { handle } from '../../platform/handle.ts';
import { copyB } from '../b/copy-b.ts';
import { aList } from './a-list.ts';
import { get as read } from './read-a.ts';
import * as service from './a.service.ts';

export const routes = [
  handleList(list, aList),
  handle(get, (context, { params }) => read(context, params.id)),
  handle(copy, (context, { body }) => service.copyA(context, body, parts)),
  ...handleRecord(service.aRecord, { changes: timeline }),
  handle(operations.board, (context) => service.board(context)),
];

const parts = { take: copyB };
`;
  const folder = 'server/src/domains/a';
  expect(Object.fromEntries(serversIn(`${folder}/a.routes.ts`, source))).toEqual({
    list: { file: `${folder}/a-list.ts`, name: 'aList', uses: [] },
    get: { file: `${folder}/read-a.ts`, name: 'get', uses: [] },
    copy: { file: `${folder}/a.service.ts`, name: 'copyA', uses: [{ domain: 'b', name: 'copyB' }] },
    timeline: { file: `${folder}/a.service.ts`, name: 'aRecord', uses: [] },
    '.board': { file: `${folder}/a.service.ts`, name: 'board', uses: [] },
  });
});

test('finds tables, views and jobs', () => {
  expect(
    tablesIn(
      "/** Rows. */\nexport const a = pgTable('a_rows', {});\nexport const b = pgView(\n  'b',",
    ),
  ).toEqual([
    { name: 'a_rows', words: 'Rows' },
    { name: 'b', words: '' },
  ]);
  expect(jobsIn("export const a = defineJob({\n  name: 'send-a',\n})")).toEqual(['send-a']);
});

test('reports pages that are missing, differ or are left over', () => {
  expect(
    outdatedPages({ same: 'a', changed: 'b', missing: 'c' }, { same: 'a', changed: '', old: 'd' }),
  ).toEqual(['changed', 'missing', 'old']);
});

test('the page of a domain names its screens, callers, errors, tables, jobs and limits', async () => {
  const pages = await makeMap();
  const orders = pages['orders.md'];
  for (const line of [
    '- `/orders` **Order** (Admin, SalesAdmin, Partner, Agent, CustService) `web/src/screens/orders/order-list.route.tsx`',
    '- `cancelOrder` `PATCH /admin/order/{id}/cancel` (Admin, SalesAdmin, Partner, Agent) `orders.service.ts` `cancelOrder`; refuses',
    '- `order_already_cancelled` 409 “This order is already cancelled.” `orders.service.ts`',
    '- `order_history` `orders.schema.ts`, `0004-orders.sql`',
    '- `run-order-import` `order-import/run-order-import.job.ts`',
    '- repeated `expire-shop-orders.ts`',
    '- `hoursToComplete = 24` `orders.rules.ts`: Hours after which',
    '  - `priceOrder`: Price of an order in cents',
    '  - `orderStatuses` (`INIT`, `PAID`, `PROCESSED`, `CANCELLED`): ',
    '- `orders.service.ts`\n  - `anyOrderRecord`: ',
    '- `s` Skip `order-import/order-import-dialog.tsx`',
    '- `integrations.routes.ts`, `server/src/domains/integrations`: ',
  ])
    expect(orders).toContain(line);
  expect(pages['tickets.md']).toContain('`tickets.service.ts` `countFollowUps`');
  expect(pages['homework.md']).toContain('- `maxUploadedBytes = 20 * 1024 * 1024` (20 MB) ');
  expect(pages['integrations.md']).toContain('`takeShopOrder`, `payShopOrder` of orders');
  expect(pages['users.md']).toContain('- hourly `images.service.ts` `removeUnusedImages`: ');
  expect(pages['attendance.md']).toContain('deletes old rows of `classroom_events`');
  expect(pages['platform.md']).toContain('- `live_viewers` `platform.schema.ts`, `0029-');
  expect(pages['platform.md']).toContain('- repeated `pruning.ts` `pruneAll`: ');
  expect(pages['README.md']).toContain('- [Polls](polls.md): tables `poll_questions`.');
});
