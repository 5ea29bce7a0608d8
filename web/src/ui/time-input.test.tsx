// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TimeInput } from './time-input.tsx';

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
});

const given = vi.fn<(time: string) => void>();

const Form = ({ first }: { first: string }) => {
  const [time, setTime] = useState(first);
  const onChange = (next: string) => {
    given(next);
    setTime(next);
  };
  return <TimeInput label="Start time" value={time} onChange={onChange} />;
};

/** Renders a field with a time and types into it. */
const aField = (first: string, typed: string) => {
  given.mockClear();
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  act(() =>
    root.render(
      <MantineProvider>
        <Form first={first} />
      </MantineProvider>,
    ),
  );
  const input = box.querySelector('input')!;
  act(() => {
    // React detects only changes that bypass its own value tracking.
    Reflect.set(HTMLInputElement.prototype, 'value', typed, input);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  const offers = [...box.querySelectorAll<HTMLElement>('[role="group"] button')];
  return { input, offers, words: offers.map(({ textContent }) => textContent), root };
};

test.each([
  ['17:00', '5', ['17:00', '05:00']],
  ['09:00', '5', ['05:00', '17:00']],
  ['19:30', '7:30', ['19:30', '07:30']],
  ['', '8', ['20:00', '08:00']],
  ['17:00', '6pm', []],
])('with %j before, %s offers %j', (first, typed, offered) => {
  const { words, root } = aField(first, typed);
  expect(words).toEqual(offered);
  act(() => root.unmount());
});

test('an ambiguous time is empty until morning or evening is chosen', () => {
  const { input, offers, root } = aField('17:00', '5');
  expect(given).toHaveBeenLastCalledWith('');
  act(() => offers[1]?.click());
  expect(given).toHaveBeenLastCalledWith('05:00');
  expect(input.value).toBe('05:00');
  act(() => root.unmount());
});
