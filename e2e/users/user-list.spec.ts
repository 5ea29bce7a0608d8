import { readFile } from 'node:fs/promises';
import { aStudent, aTutor, aUser } from '@staffroom/server/test/factories/user.factory.ts';
import { unique } from '@staffroom/server/test/unique.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/expect-screen.ts';
import { expect, test } from '../support/test.ts';
import { rowOf } from './user-form.ts';

const searchBox = 'E-mail, phone or name';

test('the tabs list students, tutors and TAs, and never staff', async ({ page, app, signInAs }) => {
  const family = unique('Koh');
  const student = await aStudent(app, { name: `${family} Student` });
  const tutor = await aTutor(app, { name: `${family} Tutor` });
  const ta = await aUser(app, { type: 'TA', name: `${family} TA` });
  const agent = await aUser(app, { type: 'Agent', name: `${family} Agent` });
  await signInAs('Admin');
  await page.goto(`/user?search=${family}`);
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  await expect(tab('All')).toHaveAttribute('aria-selected', 'true');
  for (const { email } of [student, tutor, ta]) await expect(rowOf(page, email)).toBeVisible();
  await expect(page.getByText('3 users', { exact: true }).last()).toBeVisible();
  await expect(page.getByText(agent.email)).toHaveCount(0);

  await tab('Student').click();
  await expect(rowOf(page, tutor.email)).toHaveCount(0);
  await expect(rowOf(page, student.email)).toBeVisible();
  await tab('Tutor').click();
  await expect(rowOf(page, student.email)).toHaveCount(0);
  await expect(rowOf(page, tutor.email)).toBeVisible();
  await expect(rowOf(page, ta.email)).toHaveCount(0);
  await expect(page).toHaveURL(`/user?tab=tutor&search=${family}`);
  await page.reload();
  await expect(tab('Tutor')).toHaveAttribute('aria-selected', 'true');

  await tab('Staff').click();
  await expect(page.getByRole('row').filter({ hasText: agent.email })).toBeVisible();
});

test('only an Admin has the Staff tab, whatever the address says', async ({ page, signInAs }) => {
  await signInAs('CustService');
  await page.goto('/user?tab=staff');
  await expect(page.getByRole('tab', { name: 'All', exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await expect(page.getByRole('tab')).toHaveText(['All', 'Student', 'Tutor']);
});

test('a row says who somebody is', async ({ page, app, signInAs }) => {
  const name = unique('Chua Si Ying');
  const student = await aStudent(app, {
    name,
    phoneCountryCode: '65',
    phone: '80004571',
    emailVerified: true,
    referralCode: unique('CHUA'),
  });
  const bare = await aTutor(app, { name: `${name} too` });
  await signInAs('CustService');
  await page.goto(`/user?search=${encodeURIComponent(name)}`);
  await expect(page.getByRole('table', { name: 'List of users' })).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText([
    'Email',
    'Name',
    'Phone',
    'Type',
    'Email Verified',
    'Actions',
  ]);
  await expect(rowOf(page, student.email).getByRole('cell')).toHaveText([
    student.email,
    name,
    '+65 8000 4571',
    'Student',
    'Verified',
    'Edit',
  ]);
  const without = rowOf(page, bare.email);
  await expect(without.getByRole('cell')).toHaveText([
    bare.email,
    `${name} too`,
    '–',
    'Tutor',
    'Not verified',
    'Edit',
  ]);
  await without.getByRole('button', { name: /^Actions for/ }).click();
  await expect(page.getByRole('menuitem', { name: 'No referral link' })).toBeDisabled();
  await expect(page.getByTitle('This person has no referral code.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('people are found by e-mail, phone or name', async ({ page, app, signInAs }) => {
  const mark = String(Date.now()).slice(-7);
  const student = await aStudent(app, {
    name: unique('Lim (Yu+Xuan)'),
    phoneCountryCode: '65',
    phone: `8${mark}`,
  });
  await signInAs('Admin');
  await page.goto('/user');
  for (const term of [
    student.name.toUpperCase(),
    `+65 8${mark.slice(0, 3)} ${mark.slice(3)}`,
    student.email,
  ]) {
    await page.getByRole('textbox', { name: searchBox }).fill(`  ${term} `);
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^Showing results for/)).toContainText(term);
    await expect(page.getByText('1 user', { exact: true }).last()).toBeVisible();
    await expect(rowOf(page, student.email)).toBeVisible();
  }
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page.getByText(/^Showing results for/)).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: searchBox })).toHaveValue('');
  await expect(page).toHaveURL('/user');
});

test('a search that finds nobody says what it looked for', async ({ page, signInAs }) => {
  await signInAs('Admin');
  await page.goto('/user?tab=student&search=nobody.at.all');
  await expect(page.getByText(/^Showing results for/)).toContainText('nobody.at.all');
  await expect(page.getByText('No users found')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(page).toHaveURL('/user?tab=student');
});

test('twenty make a page; another tab or search begins at page 1', async ({
  page,
  app,
  signInAs,
}) => {
  const family = unique('Seah');
  for (let made = 1; made <= 21; made += 1)
    await aStudent(app, { name: `${family} ${String(made).padStart(2, '0')}` });
  await signInAs('Admin');
  await page.goto(`/user?search=${family}`);
  const rows = page.getByRole('row');
  await expect(page.getByText('1–20 of 21 users')).toBeVisible();
  await expect(rows).toHaveCount(21);
  const secondPage = page
    .getByRole('navigation', { name: 'Pages' })
    .getByText('2', { exact: true });
  await secondPage.click();
  await expect(rows).toHaveCount(2);
  await expect(page).toHaveURL(`/user?search=${family}&page=2`);
  await page.getByRole('tab', { name: 'Student', exact: true }).click();
  await expect(page).toHaveURL(`/user?tab=student&search=${family}`);
  await expect(rows).toHaveCount(21);

  await secondPage.click();
  await expect(rows).toHaveCount(2);
  await page.getByRole('textbox', { name: searchBox }).fill(`${family} 0`);
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(10);
  await expect(page).toHaveURL((address) => !address.searchParams.has('page'));
  await page.goBack();
  await expect(rows).toHaveCount(2);

  await page.goto(`/user?search=${family}&page=9`);
  await expect(page.getByText('No users found')).toBeVisible();
  await page.getByRole('button', { name: 'Go to the first page' }).click();
  await expect(rows).toHaveCount(21);
});

test('columns are sorted, the oldest first until then', async ({ page, app, signInAs }) => {
  const family = unique('Yeo');
  for (const name of ['Bee', 'Ang', 'Cai']) await aStudent(app, { name: `${family} ${name}` });
  await signInAs('Admin');
  await page.goto(`/user?search=${family}`);
  const names = page.getByRole('row').getByRole('cell').nth(1);
  const inOrder = (...order: string[]) =>
    expect(page.getByRole('row').filter({ hasText: family })).toHaveText(
      order.map((name) => new RegExp(`${family} ${name}`)),
    );
  await expect(names).toBeVisible();
  await inOrder('Bee', 'Ang', 'Cai');
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await inOrder('Ang', 'Bee', 'Cai');
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await inOrder('Cai', 'Bee', 'Ang');
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await expect(page).toHaveURL(/sortBy=name&order=desc/);
});

test('a referral link is copied and it is said so', async ({ page, app, signInAs, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const name = unique('Goh Kai Xiang');
  const code = unique('GOH').toUpperCase();
  await aStudent(app, { name, referralCode: code });
  await signInAs('SalesAdmin');
  await page.goto(`/user?search=${encodeURIComponent(name)}`);
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Copy Referral Link' }).click();
  await expect(page.getByText(`Referral link of ${name} copied`)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `https://www.staffroom.example/signup?referral_code=${code}`,
  );
});

test('everybody who was found is downloaded, in the order shown', async ({
  page,
  app,
  signInAs,
}) => {
  const family = unique('Ong');
  for (let made = 1; made <= 21; made += 1)
    await aStudent(app, { name: `${family} ${String(made).padStart(2, '0')}` });
  await signInAs('Admin');
  await page.goto(`/user?search=${family}&sortBy=name&order=desc`);
  await expect(page.getByText('1–20 of 21 users')).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('users.csv');
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n');
  expect(lines).toHaveLength(22);
  expect(lines[1]).toContain(`${family} 21`);
});

test('while the list is read its place is kept', async ({ page, signInAs }) => {
  await signInAs('Admin');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/admin/user?*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/user');
  await expect(page.getByRole('region', { name: 'Users' })).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByRole('columnheader', { name: 'Email Verified' })).toBeVisible();
  release();
  await expect(page.getByRole('region', { name: 'Users' })).toHaveAttribute('aria-busy', 'false');
});

test('a list that cannot be loaded says why in its place and is tried again', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 403/);
  const student = await aStudent(app, { name: unique('Sim') });
  await signInAs('Admin');
  const refuse = { errors: [{ code: 'forbidden', message: 'Your role may not do this.' }] };
  await page.route('**/api/admin/user?*', (route) =>
    route.fulfill({ status: 403, json: { message: refuse } }),
  );
  await page.goto(`/user?search=${student.name}`);
  await expect(page.getByRole('alert')).toContainText('Opps, something wrong...');
  await expect(page.getByRole('alert')).toContainText('The users could not be loaded.');
  await page.unroute('**/api/admin/user?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rowOf(page, student.email)).toBeVisible();
});

test('finding somebody takes no mouse', async ({ page, app, signInAs }) => {
  const student = await aStudent(app, { name: unique('Wee Li Ting') });
  await signInAs('Admin');
  await page.goto('/orders');
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('u');
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(student.name);
  await page.keyboard.press('Enter');
  const link = page.getByRole('link', { name: student.email });
  await expect(page.getByText('1 user', { exact: true }).last()).toBeVisible();
  await expect(link).toBeVisible();
  for (let presses = 0; presses < 20; presses += 1) {
    if (await link.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(link).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'User detail' });
  await expect(dialog.getByRole('heading', { name: student.name })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(link).toBeFocused();
});
