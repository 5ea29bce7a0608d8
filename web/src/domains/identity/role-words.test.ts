import { expect, test } from 'vitest';
import { menuGroups } from '../../app/shell/menu-entries.ts';
import { screenNames } from './role-words.ts';

test('screens are called what the menu calls them', () => {
  const entries = menuGroups.flatMap((group) => group.entries);
  expect(Object.fromEntries(entries.map(({ to, label }) => [to, label]))).toEqual(screenNames);
});
