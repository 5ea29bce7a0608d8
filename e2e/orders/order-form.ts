import { expect, type Locator, type Page } from '@playwright/test';
import { unique } from 'staffroom-server/test/unique.ts';

export const newEmail = () => `${unique('student')}@example.com`;

export const orderForm = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Create New order' });
  const box = (name: string): Locator => dialog.getByRole('textbox', { name });
  const lessons = dialog.getByRole('region', { name: 'Lessons' });
  const form = {
    dialog,
    box,
    lessons,
    type: dialog.getByRole('radiogroup', { name: 'Type' }),
    class: dialog.getByRole('combobox', { name: 'Class' }),
    email: dialog.getByRole('combobox', { name: 'E-mail' }),
    /** Fills in an e-mail address, unused by default, and a name. */
    fillNewStudent: async (email = newEmail()) => {
      await dialog.getByRole('combobox', { name: 'E-mail' }).fill(email);
      await box('Name').fill('Lee Yu Ning');
    },
    tile: (code: string): Locator =>
      lessons.getByRole('button', { name: new RegExp(`${code}( |$)`) }),
    allRemaining: lessons.getByRole('button', { name: 'All remaining' }),
    chosen: lessons.getByRole('button', { pressed: true }),
    summary: dialog.getByRole('complementary'),
    create: dialog.getByRole('button', { name: 'Create Order' }),
    open: async () => {
      await page.goto('/orders?search=nothing-found&dialog=create');
      await expect(dialog).toBeVisible();
    },
    chooseClass: async (name: string) => {
      const picker = dialog.getByRole('combobox', { name: 'Class' });
      await picker.click();
      await picker.fill(name);
      await page.getByRole('option', { name }).click();
      await expect(form.allRemaining).toBeVisible();
    },
  };
  const openFor = async (className: string) => {
    await form.open();
    await form.chooseClass(className);
  };
  return {
    ...form,
    openFor,
    /** Opens the form and fills in all that an order for a new student needs, for lesson 1 by default. */
    fillIn: async (
      className: string,
      { email = newEmail(), remark = 'ref', lessons = form.tile('L1') } = {},
    ) => {
      await openFor(className);
      await lessons.click();
      await form.fillNewStudent(email);
      await form.box('Remark').fill(remark);
    },
  };
};
