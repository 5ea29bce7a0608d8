import type { Page } from '@playwright/test';
import {
  can,
  flags,
  mayOpen,
  screenRoutes,
  staffRoles,
  type StaffRole,
} from 'staffroom-contract/domains/identity/permissions.ts';
import { createServiceToken } from 'staffroom-contract/domains/identity/service-tokens.contract.ts';
import { createDiscountCode } from 'staffroom-contract/domains/discount-codes/discount-codes.contract.ts';
import {
  cancelOrder,
  listOrders,
  updateOrder,
} from 'staffroom-contract/domains/orders/orders.contract.ts';
import { addCredit } from 'staffroom-contract/domains/users/credit.contract.ts';
import { createUser } from 'staffroom-contract/domains/users/user-record.contract.ts';
import { listUsers } from 'staffroom-contract/domains/users/users.contract.ts';
import type { AnyOperation } from 'staffroom-contract/shared/operation.ts';
import { aUser } from 'staffroom-server/test/factories/user.factory.ts';
import type { Running } from '../support/running-server.ts';
import { expect, test } from '../support/test.ts';

const screens = 'Which screens each role opens';
const acts = 'What each role may do there';

/** Returns a row of a table, found by its technical name, as role → shown text. */
const shownIn = async (page: Page, table: string, key: string) => {
  const row = page
    .getByRole('table', { name: table })
    .getByRole('row')
    .filter({ has: page.getByText(key, { exact: true }) });
  const cells = await row.getByRole('cell').allInnerTexts();
  return Object.fromEntries(staffRoles.map((role, index) => [role, cells[index]?.trim()]));
};

/** Returns whether the API admits a role. The request is empty: permissions are checked before its content. */
const isLetIn = async (app: Running, role: StaffRole, operation: AnyOperation) => {
  const api = await app.as(role);
  const id = '01980000-0000-7000-8000-000000000000';
  const params = { id, type: 'general' };
  const { status } = await api.send(operation, { params });
  expect(status, 'signed in and not broken').not.toBe(401);
  expect(status).toBeLessThan(500);
  return status !== 403;
};

const words = (isGiven: boolean) => (isGiven ? 'Yes' : '–');

test('the page shows the permissions that the server enforces', async ({ page, app, signInAs }) => {
  test.setTimeout(90_000);
  await signInAs('Admin');
  await page.goto('/user/roles');
  await expect(page.getByRole('heading', { name: 'Roles', level: 1 })).toBeVisible();

  for (const [table, key, operation] of [
    [acts, 'discountcode.canCreate', createDiscountCode],
    [acts, 'order.canUpdateOrder', updateOrder],
    [acts, 'order.canCancelTrial', cancelOrder],
    [acts, 'user.canManage', createUser],
    [acts, 'user.canManageCredit', addCredit],
    [acts, 'integration.canManage', createServiceToken],
    [screens, '/orders', listOrders],
  ] as const) {
    const enforced: Record<string, string> = {};
    for (const role of staffRoles) enforced[role] = words(await isLetIn(app, role, operation));
    expect(await shownIn(page, table, key), key).toEqual(enforced);
  }
});

test('the page lists every screen and every flag for every role', async ({ page, signInAs }) => {
  await signInAs('Admin');
  await page.goto('/user/roles');
  await expect(page.getByRole('table', { name: screens }).getByRole('row')).toHaveCount(
    screenRoutes.length + 1,
  );
  await expect(page.getByRole('table', { name: acts }).getByRole('row')).toHaveCount(
    flags.length + 1,
  );
  for (const route of screenRoutes)
    expect(await shownIn(page, screens, route), route).toEqual(
      Object.fromEntries(
        staffRoles.map((role) => [role, words(mayOpen({ role, extra_routes: [] }, route))]),
      ),
    );
  for (const flag of flags)
    expect(await shownIn(page, acts, flag), flag).toEqual(
      Object.fromEntries(
        staffRoles.map((role) => [role, words(can({ role, extra_routes: [] }, flag))]),
      ),
    );
});

test('a role shows its purpose and its number of enabled accounts, and links to them', async ({
  page,
  app,
  signInAs,
}) => {
  const typist = await aUser(app, { type: 'Typist' });
  await aUser(app, { type: 'Typist', enabled: false });
  const admin = await signInAs('Admin');
  const { count } = await admin.call(listUsers, {
    query: { filter: { _type: 'Typist', enabled: true } },
  });
  await page.goto('/user/roles');
  const roles = page.getByRole('region', { name: 'What each role is for' });
  await expect(roles.getByRole('term')).toHaveText([...staffRoles]);
  await expect(roles.getByText('Types questions into the question bank.')).toBeVisible();
  const link = roles.getByRole('link').nth(staffRoles.indexOf('Typist'));
  await expect(link).toHaveText(`${count} enabled account${count === 1 ? '' : 's'}`);
  await link.click();
  await expect(page).toHaveURL(/tab=staff/);
  await expect(page.getByRole('row').filter({ hasText: typist.email })).toBeVisible();
});

test('the table of screens scrolls in its panel on a phone, with a fixed first column', async ({
  page,
  signInAs,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs('Admin');
  await page.goto('/user/roles');
  const region = page.getByRole('region', { name: screens });
  const first = region.getByRole('rowheader', { name: /^Order / });
  const before = await first.boundingBox();
  const tutor = region.getByRole('columnheader', { name: 'Tutor' });
  await tutor.scrollIntoViewIfNeeded();
  await expect(tutor).toBeInViewport();
  expect((await first.boundingBox())?.x).toBe(before?.x);
  expect(await region.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
});

test('the Staff tab links to the roles; a CustService user is redirected home', async ({
  page,
  signInAs,
}) => {
  await signInAs('Admin');
  await page.goto('/user?tab=staff');
  await page.getByRole('link', { name: 'Roles' }).click();
  await expect(page).toHaveURL('/user/roles');
  await signInAs('CustService');
  await page.goto('/user/roles');
  await expect(page).toHaveURL('/');
});
