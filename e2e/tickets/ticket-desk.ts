import type { Page } from '@playwright/test';

/** What the specs of tickets use of the screen. */
export const ticketDesk = (page: Page) => {
  const panel = page.getByRole('complementary', { name: /^Ticket/ });
  const update = panel.getByRole('form', { name: 'Quick update' });
  return {
    table: page.getByRole('table', { name: 'List of tickets' }),
    row: (name: string) => page.getByRole('row').filter({ hasText: name }),
    filters: page.getByRole('group', { name: 'Filters' }),
    panel,
    update,
    remark: update.getByRole('textbox', { name: 'Remark' }),
    history: panel.getByRole('list', { name: 'History' }),
    /** Chooses one of a list of choices. */
    choose: async (label: string, choice: string, within = update) => {
      await within.getByRole('combobox', { name: label }).click();
      await page.getByRole('option', { name: choice, exact: true }).click();
    },
  };
};
