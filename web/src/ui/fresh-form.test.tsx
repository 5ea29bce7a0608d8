// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterClosing } from './after-closing.ts';
import { FreshForm } from './fresh-form.tsx';

const queryKey = ['classes', 'P6 Maths'];

const ClassForm = ({ opened }: { opened: boolean }) => {
  useQuery({ queryKey, queryFn: () => 'P6 Maths' });
  return opened ? 'open' : 'fading';
};

/** The dialog of a class's form, opened and closed by its record. */
const aDialog = () => {
  const client = new QueryClient();
  const box = document.createElement('div');
  const root = createRoot(box);
  const show = (record: string | null) =>
    act(() =>
      root.render(
        <QueryClientProvider client={client}>
          <FreshForm record={record}>{(_id, opened) => <ClassForm opened={opened} />}</FreshForm>
        </QueryClientProvider>,
      ),
    );
  return {
    show,
    text: () => box.textContent,
    readers: () => client.getQueryCache().find({ queryKey })?.getObserversCount() ?? 0,
  };
};

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

test('a closed dialog fades out and then stops reading its record', async () => {
  const { show, text, readers } = aDialog();
  show(null);
  expect(readers()).toBe(0);
  show('P6 Maths');
  expect([text(), readers()]).toEqual(['open', 1]);
  show(null);
  await pass(afterClosing - 1);
  expect([text(), readers()]).toEqual(['fading', 1]);
  await pass(1);
  expect([text(), readers()]).toEqual(['', 0]);
});

test('a dialog that reopens while fading out stays', async () => {
  const { show, text, readers } = aDialog();
  show('P6 Maths');
  show(null);
  await pass(afterClosing - 1);
  show('P6 Maths');
  await pass(afterClosing);
  expect([text(), readers()]).toEqual(['open', 1]);
});
