import { expect, test } from 'vitest';
import { withTab } from './record-tabs.tsx';

test('another tab starts at its first page and keeps only the shared parameters', () => {
  const search: {
    tab?: 'trial' | 'video' | undefined;
    page: number;
    search: string;
    dialog: string;
  } = { tab: 'video', page: 3, search: '6512', dialog: 'edit' };
  expect(withTab(search, 'trial', ['search'])).toEqual({ tab: 'trial', search: '6512' });
  expect(withTab(search, undefined, [])).toEqual({ tab: undefined });
});
