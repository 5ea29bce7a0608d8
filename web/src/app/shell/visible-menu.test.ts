import { expect, test } from 'vitest';
import { screenRoutes, type ScreenRoute } from 'staffroom-contract/domains/identity/permissions.ts';
import { isCurrent, visibleMenu } from './visible-menu.ts';

const labels = (open: readonly ScreenRoute[]) =>
  visibleMenu((route) => open.includes(route)).flatMap((group) =>
    group.kind === 'tree' ? [group.label] : group.entries.map((entry) => entry.label),
  );

test('every screen has an entry, in order', () => {
  expect(visibleMenu(() => true)).toHaveLength(6);
  expect(visibleMenu(() => true).flatMap((group) => group.entries.map(({ to }) => to))).toEqual(
    screenRoutes,
  );
});

test('hides entries that may not be opened, and empty groups', () => {
  expect(labels(['/orders'])).toEqual(['Order']);
  expect(labels([])).toEqual([]);
  expect(labels(['/tickets/trial'])).toEqual(['Tickets']);
});

test('the tickets group links to trial tickets, or to its first visible entry', () => {
  const treeOf = (open: readonly ScreenRoute[]) =>
    visibleMenu((route) => open.includes(route)).find((group) => group.kind === 'tree');
  expect(treeOf(['/tickets/stat', '/tickets/trial'])).toMatchObject({ to: '/tickets/trial' });
  expect(treeOf(['/tickets/stat'])).toMatchObject({ to: '/tickets/stat' });
});

test('an entry is current on the pages below it', () => {
  expect(isCurrent('/course', '/course/1/lesson/2')).toBe(true);
  expect(isCurrent('/course', '/courses')).toBe(false);
});
