import type { Page } from '@playwright/test';
import { getUser, updateUser } from 'staffroom-contract/domains/users/user-record.contract.ts';
import { anImage } from 'staffroom-server/test/factories/image.factory.ts';
import { aStudent, aTutor, failedSignIns } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/expect-screen.ts';
import { expect, test } from '../support/test.ts';
import { rowOf, userForm } from './user-form.ts';

const sentBody = async (page: Page): Promise<unknown> =>
  (await page.waitForRequest((request) => request.method() === 'PATCH')).postDataJSON();

test('the form of a student sends only the changed fields', async ({ page, app, signInAs }) => {
  test.setTimeout(60_000);
  const student = await aStudent(app, {
    name: unique('Chua Si Ying'),
    contactPreference: { whatsapp: true },
    gender: 'f',
    school: 'Anderson Secondary School',
  });
  const admin = await signInAs('Admin');
  const form = userForm(page);
  await page.goto(`/user?search=${encodeURIComponent(student.name)}`);
  await rowOf(page, student.email).getByRole('button', { name: 'Edit' }).click();
  await expect(form.box('Name')).toHaveValue(student.name);
  await expect(form.box('Country code')).toHaveValue('65');
  await expect(form.box('Password')).toHaveAttribute('autocomplete', 'new-password');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, [390]);

  // student.form.test.ts proves what each field sends; here is one of each kind.
  const name = unique('Chua Si Ying Amy');
  await form.box('Name').fill(name);
  await form.box('Phone').fill('8000 4571');
  await form.choose('Gender', 'Male');
  await form.box('Date of birth').fill('2 Jun 2011');
  // Closes the calendar.
  await form.box('First language').fill('English');
  await form.choose('Level', 'Others');
  await form.box('Other level').fill('Homeschool');
  await form.dialog.getByRole('radio', { name: 'Wechat' }).check();
  await expect(form.dialog.getByText('Still needed: Wechat id.')).toBeVisible();
  await expect(form.save).toBeDisabled();
  await form.box('Wechat id').fill('kianmeng_c');
  await form.box('Student background').fill('Strong in algebra.');
  await form.dialog.getByRole('checkbox', { name: /^Internal student/ }).check();
  const [sent] = await Promise.all([sentBody(page), form.save.click()]);
  expect(sent).toEqual({
    version: 1,
    name,
    phone_country_code: '65',
    phone: '8000 4571',
    gender: 'm',
    date_of_birth: '2011-06-01T16:00:00Z',
    first_language: 'English',
    level: 'Homeschool',
    is_internal: true,
    meta: { background: '<p>Strong in algebra.</p>' },
    parent: { contact_preference: { wechat: true, wechat_id: 'kianmeng_c' } },
  });
  await expect(page.getByText(`${name} saved`)).toBeVisible();
  await expect(form.dialog).toBeHidden();
  // The list is refreshed: no user has the old name now.
  await expect(page.getByText(/^No users found/)).toBeVisible();
  const { data } = await admin.call(getUser, { params: { id: student.id } });
  expect(data).toMatchObject({ date_of_birth: '2011-06-02', level: 'Homeschool', version: 2 });
  expect(data.parent?.contact_preference).toEqual({ wechat: true, wechat_id: 'kianmeng_c' });
});

test('missing and impossible values show an error at their field', async ({
  page,
  app,
  signInAs,
}) => {
  const student = await aStudent(app);
  await signInAs('CustService');
  const form = userForm(page);
  await form.openFor(student.id);
  // Only an Admin may mark a student as internal.
  await expect(form.dialog.getByRole('checkbox', { name: /^Internal student/ })).toHaveCount(0);
  await form.box('Name').fill('  ');
  await form.box('E-mail').fill('');
  await expect(form.save).toBeDisabled();
  await expect(form.dialog.getByText('Still needed: name, e-mail.')).toBeVisible();
  await form.box('Name').fill(student.name);

  for (const [field, typed, words, right] of [
    ['E-mail', 'not an address', 'You have entered an invalid email', student.email],
    ['Date of birth', '31 Feb 2011', '“31 Feb 2011” is not a day of the calendar', ''],
  ] as const) {
    await form.box(field).fill(typed);
    await form.box(field).blur();
    await expect(form.box(field)).toHaveAccessibleDescription(new RegExp(words));
    await expect(form.save).toBeDisabled();
    await form.box(field).fill(right);
    await form.box(field).blur();
  }
  await expect(form.save).toBeEnabled();
});

test('a taken e-mail links to its owner; a shared phone number shows whose it is', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 409/);
  const phone = `8${String(Date.now()).slice(-7)}`;
  const sibling = await aStudent(app, {
    name: unique('Tan Jia En'),
    phoneCountryCode: '65',
    phone,
  });
  const student = await aStudent(app);
  const owner = await aTutor(app, { name: unique('Farah Aziz') });
  await signInAs('Admin');
  const form = userForm(page);
  await form.openFor(student.id);
  await form.box('School').fill('Raffles Institution');
  await form.box('Phone').fill(`${phone.slice(0, 4)} ${phone.slice(4)}`);
  await expect(form.box('Phone')).toHaveAccessibleDescription(
    `Also the number of ${sibling.name}.`,
  );
  await form.box('E-mail').fill(owner.email.toUpperCase());
  await form.save.click();
  await expect(form.box('E-mail')).toHaveAccessibleDescription(
    /This e-mail belongs to another account\./,
  );
  await expect(form.box('E-mail')).toBeFocused();
  await expect(form.box('School')).toHaveValue('Raffles Institution');
  // The link opens a new tab, so that the form keeps its input.
  const link = form.dialog.getByRole('link', { name: `Open ${owner.name}` });
  await expect(link).toHaveAttribute('href', `/user?user=${owner.id}`);
  await expect(link).toHaveAttribute('target', '_blank');
  await form.box('E-mail').fill(student.email);
  await form.save.click();
  await expect(form.dialog).toBeHidden();
});

test('a tutor can be created with picture, subjects, credentials and description', async ({
  page,
  signInAs,
  problems,
}) => {
  test.setTimeout(60_000);
  problems.expect(/status of 415/);
  const admin = await signInAs('Admin');
  const name = unique('Goh Shi Min');
  const email = `${unique('goh')}@example.com`;
  const form = userForm(page, 'Add New Tutor');
  const account = form.dialog.getByRole('heading', { name: 'Account' });
  await page.goto(`/user?search=${email}`);
  await page.getByRole('button', { name: 'Create New Tutor' }).click();
  await expect(page).toHaveURL(/dialog=create/);
  await expect(form.dialog.getByRole('radio', { name: 'Tutor' })).toBeChecked();
  await expect(form.save).toBeDisabled();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, [390]);
  // A TA has no account to set.
  await expect(account).toBeVisible();
  await form.dialog.getByText('TA', { exact: true }).click();
  await expect(account).toHaveCount(0);
  await form.dialog.getByText('Tutor', { exact: true }).first().click();
  await expect(account).toBeVisible();

  await form.box('Name').fill(name);
  await form.box('E-mail').fill(email);
  await form.box('Password').fill('Staffroom2026');
  await form.box('Phone').fill('80004571');
  await expect(form.box('Profile picture link')).toHaveAccessibleDescription(
    'Upload the image first, then paste the HTTPS link.',
  );
  await form.box('Profile picture link').fill('http://pictures.example/goh.jpg');
  await expect(form.save).toBeDisabled();
  const upload = async (buffer: Buffer) =>
    form.dialog
      .getByLabel('Upload image')
      .setInputFiles({ name: 'goh.png', mimeType: 'image/png', buffer });
  await upload(await anImage({ kind: 'gif' }));
  await expect(form.dialog.getByRole('alert')).toHaveText(
    'This is a GIF. Use a JPEG, PNG or WebP image.',
  );
  await upload(await anImage());
  await expect(form.box('Profile picture link')).toHaveValue(/^\/api\/image\//);
  await expect(form.dialog.getByRole('img', { name: `Picture of ${name}` })).toBeVisible();
  await form.box('Subjects').fill('A Maths , E Maths,, ');
  await form.box('Years of experience').fill('8');
  await form.box('Credentials').fill('BSc Mathematics, NIE PGDE');
  await form.box('Description').fill('Teaches with games.');
  await form.save.click();
  await expect(page.getByText(`Tutor ${name} created`)).toBeVisible();
  await expect(form.dialog).toBeHidden();

  await page.getByRole('link', { name: email }).click();
  await expect(page).toHaveURL(/[?&]user=/);
  const id = new URL(page.url()).searchParams.get('user') ?? '';
  const { data } = await admin.call(getUser, { params: { id } });
  expect(data).toMatchObject({
    _type: 'Tutor',
    phone_country_code: '65',
    phone: '80004571',
    enabled: true,
    subject: ['A Maths', 'E Maths'],
    credential: { year_of_exp: 8, track_record: ['BSc Mathematics', 'NIE PGDE'] },
    desc: '<p>Teaches with games.</p>',
  });
});

test('a CustService user sees no account settings of a tutor, and no form of an account with a role', async ({
  page,
  app,
  signInAs,
}) => {
  const locked = await aTutor(app, { name: unique('Locked Out') });
  await failedSignIns(app, locked, { count: 5 });
  const tutor = await aTutor(app, { actsAs: 'SalesAdmin' });
  await signInAs('CustService');
  const form = userForm(page);
  await form.openFor(locked.id);
  await expect(form.box('Name')).toHaveValue(locked.name);
  await expect(form.dialog.getByText('Failed sign-ins')).toHaveCount(0);
  await expect(form.dialog.getByRole('heading', { name: 'Account' })).toHaveCount(0);

  await page.goto(`/user?edit=${tutor.id}`);
  await expect(form.dialog.getByText('Only an Admin may change this account.')).toBeVisible();
  await expect(form.dialog.getByRole('textbox')).toHaveCount(0);
});

test('a conflict shows who saved and when, and the levels of both versions as labels', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 409/);
  const student = await aStudent(app, { level: 'secondary-3' });
  const other = await app.as('CustService', { name: 'Lim Hui Ling' });
  const saveTheirs = async (level: string) => {
    const { data } = await other.call(updateUser, {
      params: { type: 'Student', id: student.id },
      body: { level },
    });
    return new Date(data.updated).toLocaleTimeString('en-GB', {
      timeZone: 'Asia/Singapore',
      timeStyle: 'short',
    });
  };
  await signInAs('Admin');
  const form = userForm(page);
  await form.openFor(student.id);
  await expect(form.choice('Level')).toHaveValue('Secondary 3');
  await form.choose('Level', 'Secondary 4');
  const time = await saveTheirs('junior-college-1');
  await form.save.click();
  await expect(form.dialog.getByText(`Saved by Lim Hui Ling, ${time}.`)).toBeVisible();
  const versions = form.dialog.getByRole('row').filter({ hasText: 'Level' });
  await expect(versions).toContainText('Junior College 1');
  await expect(versions).toContainText('Secondary 4');

  // For a save on an earlier day the date is shown too.
  await page.route(`**/api/admin/user/*/${student.id}`, async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback();
    const response = await route.fetch();
    const answer = (await response.json()) as object;
    const saved = { by: 'Lim Hui Ling', at: '2026-03-23T06:05:00.000Z' };
    return route.fulfill({ response, json: { ...answer, saved } });
  });
  await saveTheirs('junior-college-2');
  await form.save.click();
  await expect(
    form.dialog.getByText('Saved by Lim Hui Ling, Mon 23 Mar 2026, 14:05.'),
  ).toBeVisible();
});
