// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChoiceFilter } from './choice-filter.tsx';

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
});

test('the focus leaves the search box when a choice is made, not after the list has faded', () => {
  const years = Array.from({ length: 9 }, (_, index) => String(2018 + index));
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  const chosen = vi.fn<(value: string) => void>();
  act(() =>
    root.render(
      <MantineProvider>
        <ChoiceFilter
          label="Year"
          value="2026"
          defaultValue="2026"
          choices={years.map((value) => ({ value, label: value }))}
          onChange={chosen}
        />
      </MantineProvider>,
    ),
  );
  const button = box.querySelector('button');
  act(() => button?.click());
  act(() => {
    vi.advanceTimersByTime(20);
  });
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Search Year');
  act(() => document.querySelector<HTMLElement>('[role="option"]')?.click());
  expect(chosen).toHaveBeenCalledWith('2018');
  expect(document.activeElement).toBe(button);
  act(() => root.unmount());
});
