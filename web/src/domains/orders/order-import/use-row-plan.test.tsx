// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, StrictMode, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ImportRow } from 'staffroom-contract/domains/orders/order-import.contract.ts';
import { settingsQuery, untilAnswered } from '../../../lib/settings.ts';
import { clearToken, storeToken } from '../../../lib/token.ts';
import { emptyImport, type ImportState } from './order-import-state.ts';
import { aRow, classId } from './order-import-row.test-helper.ts';
import type { RowEdit } from './order-import-plan.ts';
import { useRowPlan, type RowPlan } from './use-row-plan.ts';

type Asked = { body: { class?: string; email?: string; lesson?: string[] }; answer: Answer };
type Answer = PromiseWithResolvers<Response>;

let asked: Asked[] = [];
let plan: RowPlan | null = null;

beforeEach(() => {
  asked = [];
  storeToken('a-token');
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    const answer = Promise.withResolvers<Response>();
    asked.push({ body: JSON.parse(body) as Asked['body'], answer });
    return answer.promise;
  });
  vi.useFakeTimers();
});
afterEach(() => {
  clearToken();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const Shown = ({
  state,
  onPlan,
}: {
  state: ImportState;
  onPlan: (plan: RowPlan | null) => void;
}) => {
  const shown = useRowPlan(state, null);
  useLayoutEffect(() => {
    onPlan(shown);
  });
  return null;
};

/** A row on screen; `correct` is what the user changes on it. */
const aRowOnScreen = () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(settingsQuery.queryKey, { data: untilAnswered() });
  const root = createRoot(document.createElement('div'));
  const correct = (edit: RowEdit) =>
    act(() => {
      const state = { ...emptyImport, importId: 'import-1', rows: [aRow(1)], edits: { 1: edit } };
      root.render(
        <StrictMode>
          <QueryClientProvider client={client}>
            <Shown state={state} onPlan={(shown) => (plan = shown)} />
          </QueryClientProvider>
        </StrictMode>,
      );
    });
  correct({});
  return { correct, root };
};

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

const answer = async (index: number, row: Partial<ImportRow>) => {
  const tuitionClass = {
    _id: row.class ?? classId,
    name: 'P6 Maths',
    schedule: { date_of_week: 'Sat', start_time: '14:00', end_time: '15:30' },
    rate: 25,
    currency: 'SGD',
    max_cap: 20,
    lessons: ['l-14', 'l-28'].map((_id, at) => ({
      _id,
      name: 'Fractions',
      meta: { index: at + 1, term: 1 },
      scheduled_on: `2026-03-${at === 0 ? 14 : 28}T06:00:00.000Z`,
      seats: 3,
    })),
  };
  const data = { row: aRow(1, row), class: tuitionClass, owned: [] };
  asked[index]?.answer.resolve(Response.json({ data }));
  await wait(0);
};

test('an uncorrected row shows the preview’s result without a call', async () => {
  aRowOnScreen();
  await wait(1000);

  expect(asked).toEqual([]);
  expect(plan).toMatchObject({ assessing: false, price: { actual: 5000 } });
});

test('a corrected row shows the server’s price and can be ordered after the response', async () => {
  const { correct } = aRowOnScreen();
  correct({ class: 'class-2' });
  await wait(0);

  expect(asked.map(({ body }) => body)).toEqual([{ class: 'class-2' }]);
  expect(plan).toMatchObject({ assessing: true, canOrder: false });
  await answer(0, { class: 'class-2', original_price: 80, price: 70 });
  expect(plan).toMatchObject({ assessing: false, canOrder: true, price: { actual: 7000 } });
});

test('a late response to an earlier correction does not replace a later one', async () => {
  const { correct } = aRowOnScreen();
  correct({ class: 'class-2' });
  await wait(0);
  correct({ class: 'class-3' });
  await wait(0);

  await answer(1, { class: 'class-3', price: 33 });
  expect(plan).toMatchObject({ assessing: false, price: { actual: 3300 } });
  await answer(0, { class: 'class-2', price: 22 });
  expect(plan).toMatchObject({ assessed: { class: 'class-3' }, price: { actual: 3300 } });
});

test('a row cannot be ordered while its latest correction is being assessed', async () => {
  const { correct } = aRowOnScreen();
  correct({ lessons: ['l-14'] });
  await wait(0);
  await answer(0, { lesson: ['l-14'], price: 25 });
  correct({ lessons: ['l-14', 'l-28'] });
  await wait(0);

  expect(plan?.chosen.map(({ _id }) => _id)).toEqual(['l-14', 'l-28']);
  expect(plan).toMatchObject({ assessing: true, canOrder: false });
});

test('a typed text is sent once, after a pause', async () => {
  const { correct } = aRowOnScreen();
  for (const email of ['n', 'ne', 'new@example.com']) {
    correct({ email });
    await wait(100);
  }

  expect(asked).toEqual([]);
  expect(plan).toMatchObject({ assessing: true, canOrder: false });
  await wait(300);
  expect(asked.map(({ body }) => body)).toEqual([{ email: 'new@example.com' }]);
  await answer(0, { email: 'new@example.com' });
  expect(plan).toMatchObject({ assessing: false, canOrder: true });
});

test('after a failed call the correction stays without a price and can be retried', async () => {
  const { correct } = aRowOnScreen();
  correct({ class: 'class-2' });
  await wait(0);
  asked[0]?.answer.reject(new TypeError('Failed to fetch'));
  await wait(0);

  expect(plan).toMatchObject({ edit: { class: 'class-2' }, price: null, canOrder: false });
  expect(plan?.error).toBeInstanceOf(Error);
  plan?.assessAgain();
  await wait(0);
  await answer(1, { class: 'class-2', price: 70 });
  expect(plan).toMatchObject({ error: null, canOrder: true, price: { actual: 7000 } });
});
