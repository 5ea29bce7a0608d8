import { readFile } from 'node:fs/promises';
import { aStudent, aTutor, aUser } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expect, test } from '../support/test.ts';
import { rowOf } from './user-form.ts';

const searchBox = 'E-mail, phone or name';

test('the user tabs list students, tutors and TAs; only the Staff tab lists staff', async ({
  page,
  app,
  signInAs,
}) => {
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

  await page.goto(`/user?search=${family}&page=9`);
  await tab('Student').click();
  await expect(page).toHaveURL(`/user?tab=student&search=${family}`);
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

test('a row shows the e-mail, name, phone, type and verification of a user', async ({
  page,
  app,
  signInAs,
}) => {
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
});

test('users can be found by e-mail, phone or name', async ({ page, app, signInAs }) => {
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
  await page.getByRole('textbox', { name: searchBox }).fill('no.such.name');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No users found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page.getByText(/^Showing results for/)).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: searchBox })).toHaveValue('');
  await expect(page).toHaveURL('/user');
});

test('the list starts with the oldest user, sorts by name and downloads in that order', async ({
  page,
  app,
  signInAs,
}) => {
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
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const lines = (await readFile(await (await downloading).path(), 'utf8')).trim().split('\n');
  for (const [index, name] of ['Cai', 'Bee', 'Ang'].entries())
    expect(lines[index + 1]).toContain(`${family} ${name}`);
});

test('the referral link of a user can be copied, and a message confirms it', async ({
  page,
  app,
  signInAs,
  context,
}) => {
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

test('a user can be found with the keyboard alone', async ({ page, app, signInAs }) => {
  const student = await aStudent(app, { name: unique('Wee Li Ting') });
  await signInAs('Admin');
  await page.goto('/orders');
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
  await Promise.all(['g', 'u'].map((key) => page.keyboard.press(key)));
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(student.name);
  const link = page.getByRole('link', { name: student.email });
  await expect(page.getByText('1 user', { exact: true }).last()).toBeVisible();
  await expect(link).toBeVisible();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'User detail' });
  await expect(dialog.getByRole('heading', { name: student.name })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('textbox', { name: searchBox })).toBeFocused();
});

test('typing searches after a pause, Back undoes it, and Enter opens nothing for two results', async ({
  page,
  app,
  signInAs,
}) => {
  const family = unique('Wee');
  const [one, other] = [
    await aStudent(app, { name: `${family} One` }),
    await aStudent(app, { name: `${family} Other` }),
  ];
  await signInAs('Admin');
  await page.goto('/user?tab=student');
  const box = page.getByRole('textbox', { name: searchBox });
  await box.pressSequentially(family);
  await expect(page.getByText('2 users', { exact: true }).last()).toBeVisible();
  await box.pressSequentially(' On');
  await expect(page.getByText('1 user', { exact: true }).last()).toBeVisible();
  await expect(rowOf(page, one.email)).toBeVisible();
  await expect(box).toHaveValue(`${family} On`);
  await page.goBack();
  await expect(page).toHaveURL('/user?tab=student');
  await expect(box).toHaveValue('');

  // With two results Enter opens neither.
  await box.fill(family);
  await page.keyboard.press('Enter');
  await expect(rowOf(page, other.email)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(`/user?tab=student&search=${family}`);
});

test('Enter searches without waiting for the pause', async ({ page, app, signInAs }) => {
  const student = await aStudent(app, { name: unique('Wee') });
  await signInAs('Admin');
  await page.goto('/user?tab=student');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  // The timer of the pause never fires.
  const timers = await page.evaluateHandle(() => window.setTimeout);
  await page.evaluate(() => {
    const start = window.setTimeout.bind(window);
    const begin = (act: TimerHandler, after?: number, ...more: unknown[]) =>
      after === 300 ? 0 : start(act, after, ...more);
    window.setTimeout = begin as typeof window.setTimeout;
  });
  await page.getByRole('textbox', { name: searchBox }).fill(student.name);
  await page.keyboard.press('Enter');
  await expect(rowOf(page, student.email)).toBeVisible();
  await expect(page.getByText('1 user', { exact: true }).last()).toBeVisible();
  await timers.evaluate((original) => {
    window.setTimeout = original;
  });
});

test('searching for a parent finds the child, and the row shows the parent', async ({
  page,
  app,
  signInAs,
}) => {
  const parentName = unique('Tan Mei Ling');
  const child = await aStudent(app, { name: unique('Koh Jun'), parentName });
  await signInAs('CustService');
  await page.goto('/user');
  await page.getByRole('textbox', { name: searchBox }).fill(parentName.toLowerCase());
  await expect(rowOf(page, child.email).getByText(`Parent: ${parentName}`)).toBeVisible();
  await page.getByRole('textbox', { name: searchBox }).fill(child.name);
  await expect(page.getByText(/^Showing results for/)).toContainText(child.name);
  await expect(rowOf(page, child.email)).toBeVisible();
  await expect(page.getByText(/Parent:/)).toHaveCount(0);
});

test('a tab without results links to the tabs that have some', async ({ page, app, signInAs }) => {
  const family = unique('Quek');
  for (const name of ['One', 'Two']) await aTutor(app, { name: `${family} ${name}` });
  await aUser(app, { type: 'TA', name: `${family} TA` });
  await aUser(app, { type: 'Agent', name: `${family} Agent` });
  await signInAs('Admin');
  await page.goto(`/user?tab=student&search=${family}`);
  const nothing = page.getByText(/^No users found/);
  await expect(nothing).toHaveText('No users found · 3 in All · 2 in Tutor · 1 in Staff');

  // All is left out when another tab has all its users.
  const tutors = unique('Quah');
  await aTutor(app, { name: tutors });
  await page.goto(`/user?tab=student&search=${tutors}`);
  await expect(nothing).toHaveText('No users found · 1 in Tutor');
  await page.goto(`/user?tab=student&search=${family}`);
  await nothing.getByRole('link', { name: '2 in Tutor' }).click();
  await expect(page).toHaveURL(`/user?tab=tutor&search=${family}`);
  await expect(page.getByText('2 users', { exact: true }).last()).toBeVisible();
});
