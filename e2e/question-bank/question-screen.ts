import { expect, type Page } from '@playwright/test';

/** The bank with an empty list, for tests of dialogs: drawing the formulas of up to 30 questions takes seconds. */
export const emptyBank = (parameters?: string) =>
  `/question-bank?search=nothing-found${parameters ? `&${parameters}` : ''}`;

export const newQuestion = (page: Page) => page.getByRole('dialog', { name: 'Add New Question' });

/** Adds a unit, and returns its builder with the focus in the question body. */
export const openUnit = async (page: Page, place = 1) => {
  await page.keyboard.press('Alt+n');
  const builder = page.getByRole('group', { name: `Unit ${place}`, exact: true });
  await expect(builder.getByRole('textbox', { name: 'Question body' })).toBeFocused();
  return builder;
};

/** Types an MCQ unit with two options, the second correct, and closes its builder. */
export const typeUnit = async (page: Page) => {
  const dialog = newQuestion(page);
  await dialog.getByRole('textbox', { name: 'School' }).focus();
  const builder = await openUnit(page);
  await page.keyboard.type('Which is the larger?');
  await builder.getByRole('textbox', { name: 'Option A' }).focus();
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  await expect(builder.getByRole('textbox', { name: 'Option B' })).toBeFocused();
  await page.keyboard.type('4');
  await page.keyboard.press('Alt+Enter');
  await expect(builder.getByRole('radio', { name: 'B is right' })).toBeChecked();
  await page.keyboard.press('Control+ArrowDown');
  await expect(builder).toHaveCount(0);
};
