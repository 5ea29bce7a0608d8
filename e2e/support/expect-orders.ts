import { expect, type Locator, type Page } from '@playwright/test';
import type { Order } from 'staffroom-contract/domains/orders/order.schema.ts';

/** The card of an order; the factory gives each order its own class. */
export const cardOf = (page: Page, order: Order): Locator =>
  page.getByRole('article').filter({ hasText: order.detail.class_obj.name });

/** Opens the menu of a card and chooses an entry. */
export const chooseOnCard = async (card: Locator, entry: string): Promise<void> => {
  await card.getByRole('button', { name: /^Actions for/ }).click();
  await card.page().getByRole('menuitem', { name: entry, exact: true }).click();
};

type Action = 'Update' | 'Cancel Order';

/** Expects the card, with exactly these of the two actions in its menu. */
export const expectActions = async (
  page: Page,
  order: Order,
  actions: readonly Action[],
): Promise<void> => {
  const card = cardOf(page, order);
  await expect(card).toBeVisible();
  await card.getByRole('button', { name: /^Actions for/ }).click();
  await expect(page.getByRole('menuitem', { name: 'History' })).toBeVisible();
  for (const name of ['Update', 'Cancel Order'] as const)
    await expect(page.getByRole('menuitem', { name, exact: true })).toHaveCount(
      actions.includes(name) ? 1 : 0,
    );
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
};

const headerButtons = ['Create New order', 'Add orders by CSV'] as const;

/** Expects exactly these of the two buttons above the list. */
export const expectHeaderButtons = async (
  page: Page,
  buttons: readonly (typeof headerButtons)[number][],
): Promise<void> => {
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
  for (const name of headerButtons)
    await expect(page.getByRole('button', { name })).toHaveCount(buttons.includes(name) ? 1 : 0);
};

/** The two agent filters, for roles that see all orders. */
export const expectAgentFilters = async (page: Page, shown: boolean): Promise<void> => {
  const filters = page.getByRole('group', { name: 'Filters' });
  await expect(filters.getByRole('combobox', { name: /^Status/ })).toBeVisible();
  await filters.getByRole('button', { name: /^More/ }).click();
  await expect(page.getByRole('combobox', { name: 'Currency All' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: /^Agent/ })).toHaveCount(shown ? 2 : 0);
  await page.keyboard.press('Escape');
};
