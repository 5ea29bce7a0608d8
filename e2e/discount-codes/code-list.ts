import { expect, type Locator, type Page } from '@playwright/test';

export const codeList = (page: Page) => {
  const table = page.getByRole('table', { name: 'List of discount/promo codes' });
  const filters = page.getByRole('group', { name: 'Filters' });
  return {
    table,
    filters,
    search: page.getByRole('textbox', { name: 'Code or description' }),
    rows: table.getByRole('row').filter({ has: page.getByRole('cell') }),
    row: (code: string): Locator =>
      table.getByRole('row').filter({ has: page.getByRole('link', { name: code, exact: true }) }),
    pages: page.getByRole('navigation', { name: 'Pages' }),
    /** Opens the list, with a term only the codes whose code or description contains it. */
    open: async (term?: string) => {
      await page.goto(term ? `/discountcode?search=${encodeURIComponent(term)}` : '/discountcode');
      await expect(page.getByRole('heading', { name: 'Discount Codes', level: 1 })).toBeVisible();
    },
    choose: async (filter: string, choice: string) => {
      await filters.getByRole('combobox', { name: new RegExp(`^${filter}`) }).click();
      await page.getByRole('option', { name: choice, exact: true }).click();
    },
  };
};
