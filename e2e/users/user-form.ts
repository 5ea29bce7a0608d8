import { expect, type Page } from '@playwright/test';

export const userForm = (page: Page, title: 'Edit User' | 'Add New Tutor' = 'Edit User') => {
  const dialog = page.getByRole('dialog', { name: title });
  const box = (name: string) => dialog.getByRole('textbox', { name, exact: true });
  return {
    dialog,
    box,
    choice: (name: string) => dialog.getByRole('combobox', { name, exact: true }),
    save: dialog.getByRole('button', { name: 'Save' }),
    openFor: async (userId: string) => {
      await page.goto(`/user?edit=${userId}`);
      await expect(box('Name')).toBeVisible();
    },
    choose: async (name: string, option: string) => {
      await dialog.getByRole('combobox', { name, exact: true }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    },
  };
};

export const rowOf = (page: Page, email: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: email, exact: true }) });
