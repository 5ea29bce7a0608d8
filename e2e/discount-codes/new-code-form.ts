import { expect, type Locator, type Page } from '@playwright/test';

export const newCodeForm = (page: Page) => {
  const box = (name: string): Locator => page.getByRole('textbox', { name, exact: true });
  const choice = (name: string): Locator => page.getByRole('radio', { name, exact: true });
  return {
    box,
    choice,
    code: box('Code'),
    value: box('Discount value'),
    submit: page.getByRole('button', { name: 'Submit' }),
    confirm: page.getByRole('dialog', { name: 'Confirm creation of discount code?' }),
    created: page.getByRole('dialog', { name: 'Your discount code has been created' }),
    chosen: page.getByRole('region', { name: 'Limit discount code usage' }),
    open: async (address = '/discountcode/new') => {
      await page.goto(address);
      await expect(page.getByRole('heading', { name: 'New Discount Code' })).toBeVisible();
      await expect(box('Code')).toBeVisible();
    },
    choose: (name: string) => page.getByText(name, { exact: true }).click(),
    create: async () => {
      await page.getByRole('button', { name: 'Submit' }).click();
      await page
        .getByRole('dialog', { name: 'Confirm creation of discount code?' })
        .getByRole('button', { name: 'Confirm' })
        .click();
    },
  };
};

/** Page object of a dialog that selects classes, found by its title. */
export const classDialog = (page: Page, title: string) => {
  const dialog = page.getByRole('dialog', { name: title });
  const found = dialog.getByRole('region', { name: 'Classes found' });
  const chosen = dialog.getByRole('region', { name: 'Selected classes' });
  return {
    dialog,
    found,
    chosen,
    group: (name: string) => dialog.getByRole('button', { name, exact: true }),
    addAll: found.getByRole('button', { name: 'Add all' }),
    rowOf: (list: Locator, name: string) => list.getByRole('listitem').filter({ hasText: name }),
    open: async () => {
      await page.getByRole('button', { name: title }).click();
      await expect(dialog).toBeVisible();
    },
    use: async () => {
      await dialog.getByRole('button', { name: 'Use selected classes' }).click();
      await expect(dialog).toBeHidden();
    },
  };
};
