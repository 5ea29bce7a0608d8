import type { Page } from '@playwright/test';
import { getMe, signOut } from 'staffroom-contract/domains/identity/identity.contract.ts';
import { apiWith } from 'staffroom-server/test/sign-in-as.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/expect-screen.ts';
import { expect, test, testInOwnBrowser } from '../support/test.ts';

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('token'));
const schemeOf = (page: Page) =>
  page.evaluate(() => document.documentElement.getAttribute('data-mantine-color-scheme'));

test('the menu shows the product name, the signed-in user and the year', async ({
  page,
  signInAs,
}) => {
  await signInAs('Agent', { name: 'Amelia Wong' });
  await page.goto('/');
  await expect(menuOf(page).getByRole('link', { name: 'Staffroom' })).toBeVisible();
  const foot = page.getByRole('contentinfo');
  await expect(foot).toContainText('Amelia Wong');
  await expect(foot).toContainText('Agent');
  await expect(foot).toContainText(`© ${new Date().getFullYear()} Staffroom`);
});

test('a missing name shows as dashes', async ({ page, signInAs }) => {
  await signInAs('Agent', { name: '' });
  await page.goto('/');
  await expect(page.getByRole('contentinfo')).toContainText('---');
});

test('a menu entry opens its screen and is marked as current', async ({ page, signInAs }) => {
  await signInAs('Agent');
  await page.goto('/');
  const entry = menuOf(page).getByRole('link', { name: 'Order', exact: true });
  await expect(entry).not.toHaveAttribute('aria-current');
  await entry.click();
  await expect(page).toHaveURL('/orders');
  await expect(page).toHaveTitle('Orders · Staffroom');
  await expect(entry).toHaveAttribute('aria-current', 'page');
  await page.goBack();
  await expect(page).toHaveURL('/');
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
  await expectNoSidewaysScroll(page);
});

test('the profile dropdown offers Profile and Logout', async ({ page, signInAs }) => {
  await signInAs('Typist', { name: 'Teo Hock Seng' });
  await page.goto('/');
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Profile', 'Logout']);
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(page).toHaveURL('/profile');
  await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
});

testInOwnBrowser(
  'logout ends the session in the browser and on the server',
  async ({ page, app, signInAs }) => {
    const person = await signInAs('Admin');
    await page.goto('/orders');
    await page.getByRole('button', { name: 'Profile menu' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/login');
    expect(await tokenOf(page)).toBeNull();
    expect((await apiWith(app, person).refused(getMe)).code).toBe('session_expired');
    await page.goto('/orders');
    await expect(page).toHaveURL('/login');
  },
);

testInOwnBrowser('logout in one tab signs out the other', async ({ page, context, signInAs }) => {
  await signInAs('Admin');
  // Requests in flight when the session ends are refused, which the browser logs.
  await page.goto('/orders', { waitUntil: 'networkidle' });
  const other = await context.newPage();
  await other.goto('/profile');
  await other.getByRole('button', { name: 'Profile menu' }).click();
  await other.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
});

test('an unknown path redirects to Home', async ({ page, signInAs }) => {
  await signInAs('Agent');
  for (const path of ['/nowhere', '/orders/nowhere', '/a/b/c?d=e']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Your screens' })).toBeVisible();
    await expect(page).toHaveURL('/');
  }
});

testInOwnBrowser('a visitor without a session is redirected to the login', async ({ page }) => {
  for (const path of ['/', '/orders', '/profile', '/nowhere']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
    await expect(page).toHaveURL('/login');
  }
});

testInOwnBrowser(
  'an ended session redirects to the login at the next response',
  async ({ page, app, signInAs, problems }) => {
    problems.expect(/status of 401/);
    const person = await signInAs('Admin');
    // A pending response would end the session before the click.
    await page.goto('/profile', { waitUntil: 'networkidle' });
    await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
    await apiWith(app, person).call(signOut);
    // Dispatched without hovering: that would already request the next screen and end the session.
    await menuOf(page).getByRole('link', { name: 'Order', exact: true }).dispatchEvent('click');
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
    expect(await tokenOf(page)).toBeNull();
  },
);

testInOwnBrowser(
  'an unknown token is removed when the app starts',
  async ({ page, app, context, problems }) => {
    problems.expect(/status of 401/);
    await context.setStorageState({
      cookies: [],
      origins: [{ origin: app.address, localStorage: [{ name: 'token', value: 'x'.repeat(43) }] }],
    });
    await page.goto('/orders');
    await expect(page).toHaveURL('/login');
    expect(await tokenOf(page)).toBeNull();
  },
);

testInOwnBrowser(
  'the app removes the token when its first session request fails',
  async ({ page, signInAs, problems }) => {
    problems.expect(/status of 500/);
    await signInAs('Admin');
    await page.route('**/api/me', (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto('/orders');
    await expect(page).toHaveURL('/login');
    expect(await tokenOf(page)).toBeNull();
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
  await expect(list).toContainText('Go to Order');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  // Pressed without a pause, as in fast typing while the page is busy.
  await Promise.all(['g', 'o'].map((key) => page.keyboard.press(key)));
  await expect(page).toHaveURL('/orders');
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
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});
