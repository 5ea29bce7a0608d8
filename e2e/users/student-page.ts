import type { Page } from '@playwright/test';

export const studentPage = (page: Page) => ({
  open: (userId: string, search = '') => page.goto(`/user/${userId}${search}`),
  title: page.getByRole('heading', { level: 1 }),
  details: page.getByRole('region', { name: 'Details' }),
  statement: page.getByRole('region', { name: 'Credit statement' }),
  /** Row of the statement, found by its text. */
  entry: (words: string | RegExp) =>
    page.getByRole('table', { name: 'Credit statement' }).getByRole('row', { name: words }),
  tab: (name: string | RegExp) => page.getByRole('tab', { name }),
  records: page.getByRole('region', { name: 'Records' }),
  add: page
    .getByRole('region', { name: 'Credit statement' })
    .getByRole('button', { name: 'Add', exact: true }),
  redeem: page
    .getByRole('region', { name: 'Credit statement' })
    .getByRole('button', { name: 'Redeem', exact: true }),
});

export const creditDialog = (page: Page, action: 'Add' | 'Redeem') => {
  const dialog = page.getByRole('dialog', { name: `${action} credit` });
  return {
    dialog,
    quantity: dialog.getByRole('textbox', { name: 'Quantity' }),
    reason: dialog.getByRole('textbox', { name: 'Reason' }),
    submit: dialog.getByRole('button', { name: action, exact: true }),
  };
};
