import type { Page } from '@playwright/test';
import { getMe } from 'staffroom-contract/domains/identity/identity.contract.ts';
import { apiWith } from 'staffroom-server/test/sign-in-as.ts';
import { expectAccessible } from '../support/expect-screen.ts';
import { expect, test, testInOwnBrowser } from '../support/test.ts';

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('token'));
const schemeOf = (page: Page) =>
  page.evaluate(() => document.documentElement.getAttribute('data-mantine-color-scheme'));

test('the menu shows the product and the user, and marks the screen that it opened', async ({
  page,
  signInAs,
}) => {
  await signInAs('Agent', { name: '' });
  await page.goto('/');
  await expect(page.getByRole('contentinfo')).toContainText('---');

  await signInAs('Agent', { name: 'Amelia Wong' });
  await page.goto('/');
  await expect(menuOf(page).getByRole('link', { name: 'Staffroom' })).toBeVisible();
  const foot = page.getByRole('contentinfo');
  for (const words of ['Amelia Wong', 'Agent', `© ${new Date().getFullYear()} Staffroom`])
    await expect(foot).toContainText(words);
  const entry = menuOf(page).getByRole('link', { name: 'Order', exact: true });
  await expect(entry).not.toHaveAttribute('aria-current');
  await entry.click();
  await expect(page).toHaveURL('/orders');
  await expect(page).toHaveTitle('Orders · Staffroom');
  await expect(entry).toHaveAttribute('aria-current', 'page');
  await page.goBack();
  await expect(page).toHaveURL('/');
  await page.goto('/orders?dialog=imports');
  await expect(menuOf(page).locator('[aria-current]')).toHaveCount(1);

  // An unknown address is the home page.
  for (const path of ['/orders/nowhere', '/a/b/c?d=e']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Your screens' })).toBeVisible();
    await expect(page).toHaveURL('/');
  }
});

test('the menu is permanent from 1200 px and a drawer below', async ({ page, signInAs }) => {
  await signInAs('Admin');
  await page.setViewportSize({ width: 1200, height: 900 });
  await page.goto('/');
  await expect(menuOf(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Menu', exact: true })).toHaveCount(0);

  await page.setViewportSize({ width: 1199, height: 900 });
  await expect(menuOf(page)).toHaveCount(0);
  const button = page.getByRole('button', { name: 'Menu', exact: true });
  await button.click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await expect(menuOf(page)).toBeVisible();
  await expectAccessible(page, { widths: [1199, 390] });
  await page.keyboard.press('Escape');
  await expect(menuOf(page)).toHaveCount(0);
  await expect(button).toBeFocused();

  await button.click();
  await menuOf(page).getByRole('link', { name: 'Order', exact: true }).click();
  await expect(page).toHaveURL('/orders');
  await expect(menuOf(page)).toHaveCount(0);
});

testInOwnBrowser(
  'the profile menu opens the profile and logs out in every tab and on the server',
  async ({ page, context, app, signInAs }) => {
    const person = await signInAs('Admin', { name: 'Teo Hock Seng' });
    // Requests in flight when the session ends are refused, which the browser logs.
    await page.goto('/orders', { waitUntil: 'networkidle' });
    const other = await context.newPage();
    await other.goto('/');
    await other.getByRole('button', { name: 'Profile menu' }).click();
    await expect(other.getByRole('menuitem')).toHaveText(['Profile', 'Logout']);
    await expectAccessible(other);
    await other.getByRole('menuitem', { name: 'Profile' }).click();
    await expect(other).toHaveURL('/profile');
    await expect(other.getByRole('heading', { name: 'My account', level: 1 })).toBeVisible();

    await other.getByRole('button', { name: 'Profile menu' }).click();
    await other.getByRole('menuitem', { name: 'Logout' }).click();
    for (const tab of [page, other]) await expect(tab).toHaveURL('/login');
    expect(await tokenOf(other)).toBeNull();
    expect((await apiWith(app, person).refused(getMe)).code).toBe('session_expired');
  },
);

testInOwnBrowser(
  'without a session that the server confirms, every address leads to the login',
  async ({ page, app, problems }) => {
    problems.expect(/status of 401/, /status of 500/);
    for (const path of ['/orders', '/nowhere']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
      await expect(page).toHaveURL('/login');
    }

    // An unknown token is removed, and so is one that the server cannot check.
    const expectRemoved = async (token: string) => {
      await page.evaluate((stored) => localStorage.setItem('token', stored), token);
      await page.goto('/orders');
      await expect(page).toHaveURL('/login');
      expect(await tokenOf(page)).toBeNull();
    };
    await expectRemoved('x'.repeat(43));
    const { token } = await app.as('Admin');
    await page.route('**/api/me', (route) => route.fulfill({ status: 500, json: {} }));
    await expectRemoved(token);
  },
);

testInOwnBrowser(
  'light or dark mode follows the system until the user chooses',
  async ({ page, signInAs }) => {
    await signInAs('Agent');
    await page.goto('/');
    const toDark = page.getByRole('button', { name: 'Switch to dark mode' });
    await expect(toDark).toBeVisible();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(page.getByRole('button', { name: 'Switch to light mode' })).toBeVisible();
    expect(await schemeOf(page)).toBe('dark');

    await page.emulateMedia({ colorScheme: 'light' });
    await toDark.click();
    expect(await schemeOf(page)).toBe('dark');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Switch to light mode' })).toBeVisible();
    expect(await schemeOf(page)).toBe('dark');
  },
);

test('shortcuts open screens, are listed under ? and are ignored in fields', async ({
  page,
  signInAs,
}) => {
  await signInAs('Admin');
  await page.goto('/');
  await expect(menuOf(page)).toBeVisible();
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(list.getByRole('region', { name: 'Everywhere' })).toContainText('Go to Order');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  // Pressed without a pause, as in fast typing while the page is busy.
  await Promise.all(['g', 'o'].map((key) => page.keyboard.press(key)));
  await expect(page).toHaveURL('/orders');
  await page.keyboard.press('?');
  await expect(list.getByRole('heading', { level: 3 })).toHaveText(['This page', 'Everywhere']);
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  // Keys typed into a field are text.
  await page.getByRole('textbox', { name: 'E-mail, phone or name' }).fill('');
  await page.keyboard.type('c?');
  await expect(page.getByRole('textbox', { name: 'E-mail, phone or name' })).toHaveValue('c?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the first Tab focuses “Skip to content”, which moves the focus past the menu', async ({
  page,
  signInAs,
}) => {
  await signInAs('Admin');
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'My account' })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});
