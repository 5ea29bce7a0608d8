import type { Page } from '@playwright/test';
import { getClientSettings } from 'staffroom-contract/domains/identity/identity.contract.ts';
import type { Api } from 'staffroom-server/test/stage.ts';

/** Returns the product’s current business day. */
export const businessDay = async (api: Api): Promise<string> =>
  (await api.call(getClientSettings, {})).data.business_day;

export const ticketDesk = (page: Page) => {
  const panel = page.getByRole('complementary', { name: /^Ticket/ });
  const update = panel.getByRole('form', { name: 'Quick update' });
  return {
    table: page.getByRole('table', { name: 'List of tickets' }),
    row: (name: string) => page.getByRole('row').filter({ hasText: name }),
    filters: page.getByRole('group', { name: 'Filters' }),
    panel,
    /** The panel below 1200 px, a dialog over the list. */
    dialog: page.getByRole('dialog', { name: /^Ticket/ }),
    update,
    remark: update.getByRole('textbox', { name: 'Remark' }),
    history: panel.getByRole('list', { name: 'History' }),
    choose: async (label: string, choice: string, within = update) => {
      await within.getByRole('combobox', { name: label }).click();
      await page.getByRole('option', { name: choice, exact: true }).click();
    },
  };
};
