import type { Page } from '@playwright/test';
import {
  can,
  flags,
  mayOpen,
  screenRoutes,
  staffRoles,
  type StaffRole,
} from 'staffroom-contract/domains/identity/permissions.ts';
import { listUsers } from 'staffroom-contract/domains/users/users.contract.ts';
import { aUser } from 'staffroom-server/test/factories/user.factory.ts';
import { expect, test } from '../support/test.ts';

const screens = 'Which screens each role opens';
const acts = 'What each role may do there';

/** Returns the rows of a table by their technical name, each as role → shown text. */
const shownIn = async (page: Page, table: string, keys: readonly string[]) => {
  const rows = page.getByRole('table', { name: table }).getByRole('row');
  // The first row has the roles.
  await expect(rows).toHaveCount(keys.length + 1);
  const texts = await rows.evaluateAll((all) =>
    all.slice(1).map((row) => ({
      head: [...row.querySelectorAll('th, th *')].map(({ textContent }) => textContent),
      cells: [...row.querySelectorAll('td')].map(({ textContent }) => textContent.trim()),
    })),
  );
  return Object.fromEntries(
    keys.map((key) => {
      const cells = texts.find(({ head }) => head.includes(key))?.cells ?? [];
      return [key, Object.fromEntries(staffRoles.map((role, index) => [role, cells[index]]))];
    }),
  );
};

const words = (isGiven: boolean) => (isGiven ? 'Yes' : '–');

test('the page lists every screen and every flag for every role', async ({ page, signInAs }) => {
  await signInAs('Admin');
  await page.goto('/user/roles');
  const expected = <Key extends string>(
    keys: readonly Key[],
    isGiven: (user: { role: StaffRole; extra_routes: [] }, key: Key) => boolean,
  ) =>
    Object.fromEntries(
      keys.map((key) => [
        key,
        Object.fromEntries(
          staffRoles.map((role) => [role, words(isGiven({ role, extra_routes: [] }, key))]),
        ),
      ]),
    );
  expect(await shownIn(page, screens, screenRoutes)).toEqual(expected(screenRoutes, mayOpen));
  expect(await shownIn(page, acts, flags)).toEqual(expected(flags, can));
});

test('the Staff tab links to the roles, which show their purpose and link to their enabled accounts', async ({
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
  await page.goto('/user?tab=staff');
  await page.getByRole('link', { name: 'Roles' }).click();
  await expect(page).toHaveURL('/user/roles');
  const roles = page.getByRole('region', { name: 'What each role is for' });
  await expect(roles.getByRole('term')).toHaveText([...staffRoles]);
  await expect(roles.getByText('Types questions into the question bank.')).toBeVisible();
  const link = roles.getByRole('link').nth(staffRoles.indexOf('Typist'));
  await expect(link).toHaveText(`${count} enabled account${count === 1 ? '' : 's'}`);

  // On a phone the table of screens scrolls in its panel, with a fixed first column.
  await page.setViewportSize({ width: 390, height: 844 });
  const region = page.getByRole('region', { name: screens });
  const first = region.getByRole('rowheader', { name: 'Order', exact: true });
  const before = await first.boundingBox();
  const tutor = region.getByRole('columnheader', { name: 'Tutor' });
  await tutor.scrollIntoViewIfNeeded();
  await expect(tutor).toBeInViewport();
  expect((await first.boundingBox())?.x).toBe(before?.x);
  expect(await region.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  await page.setViewportSize({ width: 1440, height: 900 });

  await link.click();
  await expect(page).toHaveURL(/tab=staff/);
  await expect(page.getByRole('row').filter({ hasText: typist.email })).toBeVisible();
});
