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
  await page.goto(`/user?tab=tutor&search=${family}`);
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

test('typing searches after a pause, Back undoes it, and Enter opens the only result', async ({
  page,
  app,
  signInAs,
}) => {
  const family = unique('Wee');
  const parentName = unique('Tan Mei Ling');
  const one = await aStudent(app, { name: `${family} One`, parentName });
  const other = await aStudent(app, { name: `${family} Other` });
  await signInAs('CustService');
  await page.goto('/user?tab=student');
  const box = page.getByRole('textbox', { name: searchBox });
  await box.fill(parentName.toLowerCase());
  await expect(rowOf(page, one.email).getByText(`Parent: ${parentName}`)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/user?tab=student');
  await expect(box).toHaveValue('');

  await box.fill(one.name);
  await expect(page.getByText('1 user', { exact: true }).last()).toBeVisible();
  await expect(rowOf(page, one.email)).toBeVisible();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'User detail' });
  await expect(dialog.getByRole('heading', { name: one.name })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(box).toBeFocused();

  // With two results Enter opens neither.
  await box.fill(family);
  await page.keyboard.press('Enter');
  await expect(rowOf(page, other.email)).toBeVisible();
  await expect(page.getByText(/Parent:/)).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(`/user?tab=student&search=${family}`);
  await page.getByRole('button', { name: 'Reset', exact: true }).click();
  await expect(box).toHaveValue('');
  await expect(page).toHaveURL('/user?tab=student');
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
