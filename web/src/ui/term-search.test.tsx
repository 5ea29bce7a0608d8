// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TermSearch } from './term-search.tsx';

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
});

/** Renders a search; `show` sets the term of the address. */
const aSearch = () => {
  const onSearch = vi.fn<(term: string | undefined) => void>();
  const onPause = vi.fn<(term: string | undefined) => void>();
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  const show = (term: string | undefined) =>
    act(() =>
      root.render(
        <MantineProvider>
          <TermSearch label="Name" term={term} onSearch={onSearch} onPause={onPause} />
        </MantineProvider>,
      ),
    );
  show(undefined);
  const input = box.querySelector('input')!;
  return {
    onSearch,
    onPause,
    show,
    input,
    type: (typed: string) =>
      act(() => {
        // React detects only changes that bypass its own value tracking.
        Reflect.set(HTMLInputElement.prototype, 'value', typed, input);
        input.dispatchEvent(new Event('input', { bubbles: true }));
      }),
    enter: () =>
      act(() => {
        box
          .querySelector('form')!
          .dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
      }),
    wait: (milliseconds: number) =>
      act(() => {
        vi.advanceTimersByTime(milliseconds);
      }),
    end: () => act(() => root.unmount()),
  };
};

test('a pause in typing searches once, with the trimmed term', () => {
  const search = aSearch();
  search.type('Wee');
  search.wait(299);
  search.type(' Wee Li ');
  search.wait(299);
  expect(search.onPause).not.toHaveBeenCalled();
  search.wait(1);
  expect(search.onPause.mock.calls).toEqual([['Wee Li']]);
  expect(search.onSearch).not.toHaveBeenCalled();
  search.end();
});

test('Enter searches at once, and the pause does not search again', () => {
  const search = aSearch();
  search.type('Wee');
  search.enter();
  expect(search.onSearch.mock.calls).toEqual([['Wee']]);
  search.wait(1000);
  expect(search.onPause).not.toHaveBeenCalled();
  search.type('  ');
  search.enter();
  expect(search.onSearch).toHaveBeenLastCalledWith(undefined);
  search.end();
});

test('the box keeps what is typed while its search arrives, and follows the address after Back', () => {
  const search = aSearch();
  search.type('Wee');
  search.wait(300);
  search.type('Wee L');
  search.show('Wee');
  expect(search.input.value).toBe('Wee L');
  search.show(undefined);
  expect(search.input.value).toBe('');
  search.end();
});
