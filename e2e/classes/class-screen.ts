import { expect, type Locator, type Page } from '@playwright/test';

export const classList = (page: Page) => {
  const table = page.getByRole('table', { name: 'List of classes' });
  const filters = page.getByRole('group', { name: 'Filters' });
  const row = (name: string): Locator =>
    table.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
  return {
    table,
    filters,
    search: page.getByRole('textbox', { name: 'Class name' }),
    /** The rows of classes, without the header. */
    rows: table.getByRole('row').filter({ has: page.getByRole('cell') }),
    row,
    pages: page.getByRole('navigation', { name: 'Pages' }),
    open: async (term: string) => {
      await page.goto(`/course?search=${encodeURIComponent(term)}`);
      await expect(page.getByRole('heading', { name: 'Classes', level: 1 })).toBeVisible();
    },
    choose: async (filter: string, choice: string) => {
      await filters.getByRole('combobox', { name: new RegExp(`^${filter}`) }).click();
      await page.getByRole('option', { name: choice, exact: true }).click();
    },
    act: async (name: string, act: string) => {
      await row(name).getByRole('button', { name: 'Actions' }).click();
      await page.getByRole('menuitem', { name: act, exact: true }).click();
    },
  };
};

export const classForm = (page: Page, title: 'Add New Class' | 'Edit Class') => {
  const dialog = page.getByRole('dialog', { name: title });
  const box = (name: string) => dialog.getByRole('textbox', { name, exact: true });
  const people = (name: 'Tutors' | 'TAs') => dialog.getByRole('group', { name });
  return {
    dialog,
    box,
    choice: (name: string) => dialog.getByRole('combobox', { name, exact: true }),
    levels: dialog.getByRole('group', { name: 'Levels' }).getByRole('listitem'),
    people,
    /** The row of a chosen tutor or TA. */
    person: (name: string) => dialog.getByRole('listitem').filter({ hasText: name }),
    save: dialog.getByRole('button', { name: 'Save' }),
    openFor: async (classId: string) => {
      await page.goto(`/course?class=${classId}`);
      await expect(box('Name')).toBeVisible();
    },
    choose: async (name: string, option: string) => {
      await dialog.getByRole('combobox', { name, exact: true }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    },
    /** Searches a user by part of the name or e-mail, and chooses the user. */
    find: async (finder: string, term: string, name: string) => {
      await dialog.getByRole('combobox', { name: finder, exact: true }).fill(term);
      await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
    },
  };
};
