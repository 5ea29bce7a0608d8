// @vitest-environment happy-dom
import { act, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shortcutRegistry } from './shortcut-registry.ts';
import { useShortcut } from './use-shortcut.ts';

const press = (key: string) => shortcutRegistry.handle(new KeyboardEvent('keydown', { key }));

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterEach(() => vi.unstubAllGlobals());

test('a key pressed as soon as a row is rendered acts on that row', () => {
  const skipped: string[] = [];
  const Row = ({ name, busy }: { name: string; busy: boolean }) => {
    useShortcut('s', 'Skip', () => skipped.push(name), { when: () => !busy });
    return name;
  };
  const Screen = (props: { name: string; busy: boolean }) => {
    // Runs when the row is in the document and effects are still pending.
    useLayoutEffect(() => press('s'));
    return <Row {...props} />;
  };
  const root = createRoot(document.createElement('div'));
  act(() => root.render(<Screen name="Tan Jun Wei" busy />));
  expect(skipped).toEqual([]);
  act(() => root.render(<Screen name="Teo Zhi Hao" busy={false} />));
  expect(skipped).toEqual(['Teo Zhi Hao']);
  act(() => root.unmount());
  press('s');
  expect(skipped).toEqual(['Teo Zhi Hao']);
});
