import type { Page } from '@playwright/test';
import { aClass, aLesson } from 'staffroom-server/test/factories/class.factory.ts';
import { anOrder } from 'staffroom-server/test/factories/order.factory.ts';
import { aTrialTicket } from 'staffroom-server/test/factories/ticket.factory.ts';
import { aStudent } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/expect-screen.ts';
import { expect, test, testInOwnBrowser } from '../support/test.ts';

const label = 'Search or jump to…';

const paletteOf = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: label });
  return {
    dialog,
    button: page.getByRole('button', { name: label }),
    text: dialog.getByRole('combobox', { name: label }),
    group: (name: string) => dialog.getByRole('group', { name }),
    chosen: dialog.getByRole('option', { selected: true }),
  };
};

test('students, orders and lessons can be found and opened with the keyboard alone', async ({
  page,
  app,
  signInAs,
}) => {
  const name = unique('Ng Wan Ting');
  const student = await aStudent(app, { name });
  const order = await anOrder(app, { email: student.email });
  const tuitionClass = await aClass(app, { name: unique('P6 Maths') });
  const lesson = await aLesson(app, tuitionClass.id, { term: 2, lessonIndex: 5, name: 'Ratio' });
  await signInAs('CustService');
  await page.goto('/');
  const palette = paletteOf(page);
  await expect(palette.button).toBeVisible();
  await page.keyboard.press('Control+k');
  await palette.text.fill(name.toLowerCase());
  await expect(palette.chosen).toContainText(student.email);
  await expect(palette.group('Orders').getByRole('option')).toHaveText([
    new RegExp(`${name}.*PAYMENT.*PROCESSED`),
  ]);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/user/${student.id}`);
  await expect(palette.dialog).toBeHidden();

  await page.keyboard.press('Control+k');
  await expect(palette.text).toHaveValue('');
  await page.keyboard.insertText(name);
  await expect(palette.group('Orders').getByRole('option')).toHaveCount(1);
  await page.keyboard.press('ArrowUp');
  await expect(palette.chosen).toContainText('PAYMENT');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/orders?order=${order._id}`);
  await expect(page.getByRole('dialog', { name: 'History' })).toBeVisible();

  await page.keyboard.press('Control+k');
  await page.keyboard.insertText(`${tuitionClass.name} t2 l5`);
  await expect(palette.chosen).toContainText(`${tuitionClass.name}, T2 L5 Ratio`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/course/${tuitionClass.id}/lesson/${lesson.id}`);
});

test('the palette finds screens of the role by synonyms, and reports, tickets and parents by their words', async ({
  page,
  app,
  signInAs,
}) => {
  const word = unique('Goh');
  const student = await aStudent(app, { name: `Kai ${word}`, parentName: `Goh Su Lin` });
  const ticket = await aTrialTicket(app, { studentId: student.id });
  await signInAs('SalesAdmin');
  await page.goto('/');
  const palette = paletteOf(page);
  await palette.button.click();
  const screens = palette.group('Screens').getByRole('option');
  await expect(screens.filter({ hasText: 'Tickets: Trial' })).toBeVisible();
  await expect(screens.filter({ hasText: 'Sales Report' })).toHaveCount(0);
  await palette.text.fill('promo');
  await expect(palette.chosen).toHaveText(/Discount Code/);
  // Esc closes it with a screen, a record or no text entered.
  for (const [text, chosen] of [
    ['promo', 'Discount Code'],
    [student.name, student.email],
    ['', 'Home'],
  ] as const) {
    await palette.text.fill(text);
    await expect(palette.chosen).toContainText(chosen);
    await page.keyboard.press('Escape');
    await expect(palette.dialog).toBeHidden();
    await page.keyboard.press('Control+k');
    await expect(palette.text).toHaveValue('');
  }

  await palette.text.fill('stat trial');
  await expect(palette.group('Reports').getByRole('option')).toHaveText([/Trial Stat.*Stats/]);
  await palette.text.fill(`lin su ${word}`);
  await expect(palette.group('Users').getByRole('option')).toHaveText([/parent Goh Su Lin/]);
  await palette.group('Tickets').getByRole('option', { name: student.name }).click();
  await expect(page).toHaveURL(`/tickets/trial?ticket=${ticket.id}`);
  await page.keyboard.press('Control+k');
  await palette.text.fill('trial stat');
  await palette.group('Reports').getByRole('option').click();
  await expect(page).toHaveURL('/dashboard?tab=trial-stat');
});

test('Enter pressed before the results arrive opens the first result', async ({
  page,
  app,
  signInAs,
}) => {
  const student = await aStudent(app, { name: unique('Kwek') });
  await signInAs('SalesAdmin');
  await page.goto('/');
  const palette = paletteOf(page);
  const held = Promise.withResolvers<void>();
  await page.route('**/api/admin/search**', async (route) => {
    await held.promise;
    await route.continue();
  });
  const asked = page.waitForRequest('**/api/admin/search**');
  await expect(palette.button).toBeVisible();
  await page.keyboard.press('Control+k');
  await palette.text.fill(student.name);
  await page.keyboard.press('Enter');
  await asked;
  await expect(palette.dialog).toBeVisible();
  held.resolve();
  await expect(page).toHaveURL(`/user/${student.id}`);
});

testInOwnBrowser(
  'text typed before the palette has loaded is kept, and a failed search can be retried',
  async ({ page, app, signInAs, problems }) => {
    const student = await aStudent(app, { name: unique('Seah') });
    await signInAs('SalesAdmin');
    await page.goto('/');
    const palette = paletteOf(page);
    await expect(palette.button).toBeVisible();
    let load = () => {};
    const isHeld = new Promise<void>((resolve) => {
      load = resolve;
    });
    await page.route(/\.js$/, async (route) => {
      await isHeld;
      await route.continue();
    });
    await page.route('**/api/admin/search**', (route) =>
      route.fulfill({
        status: 500,
        json: { message: { errors: [{ code: 'internal', message: 'No' }] } },
      }),
    );
    problems.expect(/500/);
    await page.keyboard.press('Control+k');
    await page.keyboard.type(student.name);
    load();
    await expect(palette.dialog.getByRole('alert')).toContainText('did not get an answer');
    await expect(palette.text).toHaveValue(student.name);
    await expect(palette.text).toBeFocused();
    await page.unroute('**/api/admin/search**');
    await palette.dialog.getByRole('button', { name: 'Try again' }).click();
    await expect(palette.chosen).toContainText(student.email);
  },
);

test('the palette opens from a button on a phone and fits the screen', async ({
  page,
  app,
  signInAs,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const student = await aStudent(app, { name: unique('Muhammad Irfan Bin Abdullah Rahman') });
  await signInAs('CustService');
  await page.goto('/');
  const palette = paletteOf(page);
  await palette.button.click();
  await palette.text.fill(student.name);
  await expect(palette.chosen).toContainText(student.email);
  await expectNoSidewaysScroll(page, [390]);
  await palette.text.fill(unique('unknown'));
  await expect(palette.dialog.getByRole('status')).toContainText('Nothing found for');
  await page.keyboard.press('Escape');
  await expect(palette.dialog).toBeHidden();
  await expect(palette.button).toBeFocused();
});
