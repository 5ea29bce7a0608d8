import { expect, test } from 'vitest';
import { makeMap, outdatedPages } from './domain-map.ts';
import { declarationsOf, firstSentence, jobsIn, serversIn, tablesIn } from './read-source.ts';

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

test('finds where operations are served', () => {
  const source = `import { copy, get, list, timeline } from 'staffroom-contract/domains/a/a.contract.ts';
import { handle } from '../../platform/handle.ts';
import { aList } from './a-list.ts';
import { get as read } from './read-a.ts';
import * as service from './a.service.ts';

export const routes = [
  handleList(list, aList),
  handle(get, (context, { params }) => read(context, params.id)),
  handle(copy, (context, { body }) => service.copyA(context, body)),
  ...handleRecord(service.aRecord, { changes: timeline }),
  handle(operations.board, (context) => service.board(context)),
];
`;
  const folder = 'server/src/domains/a';
  expect(Object.fromEntries(serversIn(`${folder}/a.routes.ts`, source))).toEqual({
    list: { file: `${folder}/a-list.ts`, name: 'aList' },
    get: { file: `${folder}/read-a.ts`, name: 'get' },
    copy: { file: `${folder}/a.service.ts`, name: 'copyA' },
    timeline: { file: `${folder}/a.service.ts`, name: 'aRecord' },
    '.board': { file: `${folder}/a.service.ts`, name: 'board' },
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
    '- `cancelOrder` `PATCH /admin/order/{id}/cancel` (Admin, SalesAdmin, Partner, Agent) `orders.service.ts`; refuses',
    '- `order_already_cancelled` 409 “This order is already cancelled.” `orders.service.ts`',
    '- `order_history` `orders.schema.ts`, `0004-orders.sql`',
    '- `run-order-import` `order-import/run-order-import.job.ts`',
    '- repeated `expire-shop-orders.ts`',
    '- `hoursToComplete = 24` `orders.rules.ts`: Hours after which',
    '  - `priceOrder`: Price of an order in cents',
  ])
    expect(orders).toContain(line);
  expect(pages['tickets.md']).toContain('`tickets.service.ts` `countFollowUps`');
  expect(pages['README.md']).toContain('- [Polls](polls.md): tables `poll_questions`.');
});
