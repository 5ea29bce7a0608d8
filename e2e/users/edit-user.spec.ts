import type { Page } from '@playwright/test';
import { getUser, updateUser } from 'staffroom-contract/domains/users/user-record.contract.ts';
import { anImage } from 'staffroom-server/test/factories/image.factory.ts';
import { aStudent, aTutor } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/expect-screen.ts';
import { expect, test } from '../support/test.ts';
import { rowOf, userForm } from './user-form.ts';

const sentBody = async (page: Page): Promise<unknown> =>
  (await page.waitForRequest((request) => request.method() === 'PATCH')).postDataJSON();

test('the form of a student sends only the changed fields', async ({ page, app, signInAs }) => {
  test.setTimeout(90_000);
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
  await expectNoSidewaysScroll(page);

  const name = unique('Chua Si Ying Amy');
  await form.box('Name').fill(name);
  await form.box('Phone').fill('8000 4571');
  await form.choose('Gender', 'Male');
  await form.box('Date of birth').fill('2 Jun 2011');
  await form.box('First language').fill('English');
  await form.choose('Level', 'Others');
  await form.box('Other level').fill('Homeschool');
  await form.choose('Parent salute', 'Mr');
  await form.box('Parent name').fill('Chua Kian Meng');
  await form.box('Parent e-mail').fill('kianmeng.chua@example.com');
  await form.box('Parent phone').fill('80001190');
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
    parent: {
      salute: 'Mr',
      name: 'Chua Kian Meng',
      email: 'kianmeng.chua@example.com',
      phone_country_code: '65',
      phone: '80001190',
      contact_preference: { wechat: true, wechat_id: 'kianmeng_c' },
    },
  });
  await expect(page.getByText(`${name} saved`)).toBeVisible();
  await expect(form.dialog).toBeHidden();
  await expect(page.getByRole('cell', { name, exact: true })).toHaveCount(0);
  await page.getByRole('textbox', { name: 'E-mail, phone or name' }).fill(name);
  await page.keyboard.press('Enter');
  await expect(rowOf(page, student.email).getByText('+65 8000 4571')).toBeVisible();
  const { data } = await admin.call(getUser, { params: { id: student.id } });
  expect(data).toMatchObject({ date_of_birth: '2011-06-02', level: 'Homeschool', version: 2 });
  expect(data.parent?.contact_preference).toEqual({ wechat: true, wechat_id: 'kianmeng_c' });

  await form.openFor(student.id);
  await expect(form.choice('Level')).toHaveValue('Others');
  await expect(form.box('Other level')).toHaveValue('Homeschool');
  await form.dialog.getByRole('radio', { name: 'Other' }).check();
  await form.box('Channel').fill('Telegram');
  const [other] = await Promise.all([sentBody(page), form.save.click()]);
  expect(other).toEqual({ version: 2, parent: { contact_preference: { other: 'Telegram' } } });
  await expect(form.dialog).toBeHidden();
});

test('a user cannot be saved without name and e-mail', async ({ page, app, signInAs }) => {
  const student = await aStudent(app);
  await signInAs('CustService');
  const form = userForm(page);
  await form.openFor(student.id);
  await form.box('Name').fill('  ');
  await form.box('E-mail').fill('');
  await expect(form.save).toBeDisabled();
  await expect(form.dialog.getByText('Still needed: name, e-mail.')).toBeVisible();
  // Only an Admin may mark a student as internal.
  await expect(form.dialog.getByRole('checkbox', { name: /^Internal student/ })).toHaveCount(0);
});

test('impossible values show an error at their field', async ({ page, app, signInAs }) => {
  const student = await aStudent(app);
  await signInAs('CustService');
  const form = userForm(page);
  await form.openFor(student.id);
  const expectProblem = async (field: string, typed: string, words: string) => {
    const before = await form.box(field).inputValue();
    await form.box(field).fill(typed);
    await form.box(field).blur();
    await expect(form.box(field)).toHaveAccessibleDescription(new RegExp(words));
    await expect(form.save).toBeDisabled();
    await form.box(field).fill(before);
    await form.box(field).blur();
    await expect(form.save).toBeEnabled();
  };
  await expectProblem('Name', 'x'.repeat(10_000), 'At most 200 characters');
  await expectProblem('E-mail', 'not an address', 'You have entered an invalid email');
  await expectProblem('Password', 'short', 'Password need at least 8 characters');
  await expectProblem('Date of birth', '31 Feb 2011', '“31 Feb 2011” is not a day of the calendar');
  await expectProblem('Date of birth', '1 Jan 2199', 'This day is in the future.');
  await expectProblem('Date of birth', '1 Jan 1850', 'This day is before the year 1900.');
  await expectProblem('Parent e-mail', 'no address', 'You have entered an invalid email');
});

test('a taken e-mail shows an error at its field and a link to its owner', async ({
  page,
  app,
  context,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 409/);
  const student = await aStudent(app);
  const owner = await aTutor(app, { name: unique('Farah Aziz') });
  await signInAs('Admin');
  const form = userForm(page);
  await form.openFor(student.id);
  await form.box('School').fill('Raffles Institution');
  await form.box('E-mail').fill(owner.email.toUpperCase());
  await form.save.click();
  await expect(form.box('E-mail')).toHaveAccessibleDescription(
    /This e-mail belongs to another account\./,
  );
  await expect(form.box('E-mail')).toBeFocused();
  await expect(form.box('School')).toHaveValue('Raffles Institution');
  await expectAccessible(page);
  const opening = context.waitForEvent('page');
  await form.dialog.getByRole('link', { name: `Open ${owner.name}` }).click();
  const beside = await opening;
  await expect(
    beside.getByRole('dialog', { name: 'User detail' }).getByRole('heading', { name: owner.name }),
  ).toBeVisible();
  await beside.close();
  await form.box('E-mail').fill(student.email);
  await form.save.click();
  await expect(form.dialog).toBeHidden();
});

test('a shared phone number shows whose it is and can still be saved', async ({
  page,
  app,
  signInAs,
}) => {
  const phone = `8${String(Date.now()).slice(-7)}`;
  const sibling = await aStudent(app, {
    name: unique('Tan Jia En'),
    phoneCountryCode: '65',
    phone,
  });
  await aStudent(app, { name: unique('Malay'), phoneCountryCode: '60', phone });
  const student = await aStudent(app);
  await signInAs('CustService');
  const form = userForm(page);
  await form.openFor(student.id);
  await form.box('Phone').fill(`${phone.slice(0, 4)} ${phone.slice(4)}`);
  await expect(form.box('Phone')).toHaveAccessibleDescription(
    `Also the number of ${sibling.name}.`,
  );
  await form.save.click();
  await expect(form.dialog).toBeHidden();
});

test('a tutor can be created with picture, subjects, credentials and description', async ({
  page,
  signInAs,
  app,
}) => {
  test.setTimeout(60_000);
  const admin = await signInAs('CustService');
  const name = unique('Goh Shi Min');
  const email = `${unique('goh')}@example.com`;
  const form = userForm(page, 'Add New Tutor');
  await page.goto('/user');
  await page.getByRole('button', { name: 'Create New Tutor' }).click();
  await expect(page).toHaveURL('/user?dialog=create');
  await expect(form.dialog.getByRole('radio', { name: 'Tutor' })).toBeChecked();
  await expect(form.save).toBeDisabled();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await form.box('Name').fill(name);
  await form.box('E-mail').fill(email);
  await form.box('Password').fill('Staffroom2026');
  await form.box('Phone').fill('80004571');
  await expect(form.box('Profile picture link')).toHaveAccessibleDescription(
    'Upload the image first, then paste the HTTPS link.',
  );
  await form.box('Profile picture link').fill('http://pictures.example/goh.jpg');
  await expect(form.save).toBeDisabled();
  await form.dialog
    .getByLabel('Upload image')
    .setInputFiles({ name: 'goh.png', mimeType: 'image/png', buffer: await anImage() });
  await expect(form.box('Profile picture link')).toHaveValue(/^\/api\/image\//);
  await expect(form.dialog.getByRole('img', { name: `Picture of ${name}` })).toBeVisible();
  await form.box('Subjects').fill('A Maths , E Maths,, ');
  await form.box('Years of experience').fill('8');
  await form.box('Credentials').fill('BSc Mathematics, NIE PGDE');
  await form.box('Description').fill('Teaches with games.');
  await expect(form.dialog.getByRole('heading', { name: 'Account' })).toHaveCount(0);
  await form.save.click();
  await expect(page.getByText(`Tutor ${name} created`)).toBeVisible();
  await expect(form.dialog).toBeHidden();

  await page.getByRole('textbox', { name: 'E-mail, phone or name' }).fill(email);
  await page.keyboard.press('Enter');
  const link = page.getByRole('link', { name: email });
  await link.click();
  const dialog = page.getByRole('dialog', { name: 'User detail' });
  for (const text of ['A Maths', 'E Maths', '8 years', 'BSc Mathematics', 'Teaches with games.'])
    await expect(dialog.getByText(text, { exact: true })).toBeVisible();
  await expect(dialog.getByRole('img', { name: `Picture of ${name}` })).toBeVisible();
  const id = new URL(page.url()).searchParams.get('user') ?? '';
  const { data } = await admin.call(getUser, { params: { id } });
  expect(data).toMatchObject({ _type: 'Tutor', phone_country_code: '65', phone: '80004571' });
  expect((await (await app.as('Admin')).call(getUser, { params: { id } })).data.enabled).toBe(true);
});

test('a TA can be created in the tutor form, without account settings', async ({
  page,
  signInAs,
}) => {
  await signInAs('Admin');
  const form = userForm(page, 'Add New Tutor');
  await page.goto('/user?dialog=create');
  await expect(form.dialog.getByRole('heading', { name: 'Account' })).toBeVisible();
  await form.dialog.getByText('TA', { exact: true }).click();
  await expect(form.dialog.getByRole('heading', { name: 'Account' })).toHaveCount(0);
  const name = unique('Lim TA');
  await form.box('Name').fill(name);
  await form.box('E-mail').fill(`${unique('ta')}@example.com`);
  await form.save.click();
  await expect(page.getByText(`TA ${name} created`)).toBeVisible();
});

test('a taken e-mail and an unsupported image show errors in the form of a new tutor', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of (409|415)/);
  const owner = await aStudent(app, { name: unique('Tan Jun Wei') });
  await signInAs('CustService');
  const form = userForm(page, 'Add New Tutor');
  await page.goto('/user?dialog=create');
  await form.box('Name').fill('Goh Shi Min');
  await form.box('E-mail').fill(owner.email);
  await form.dialog.getByLabel('Upload image').setInputFiles({
    name: 'goh.png',
    mimeType: 'image/png',
    buffer: await anImage({ kind: 'gif' }),
  });
  await expect(form.dialog.getByRole('alert')).toHaveText(
    'This is a GIF. Use a JPEG, PNG or WebP image.',
  );
  await expect(form.box('Profile picture link')).toHaveValue('');
  await form.save.click();
  await expect(form.box('E-mail')).toHaveAccessibleDescription(/belongs to another account/);
  await expect(form.dialog.getByRole('link', { name: `Open ${owner.name}` })).toBeVisible();
  await expect(form.box('Name')).toHaveValue('Goh Shi Min');
});

test('an Admin can disable a tutor’s account in the form', async ({ page, app, signInAs }) => {
  const tutor = await aTutor(app, { name: unique('Farah Aziz') });
  const admin = await signInAs('Admin');
  const form = userForm(page);
  await form.openFor(tutor.id);
  await form.dialog.getByRole('checkbox', { name: 'Enabled' }).uncheck();
  const [sent] = await Promise.all([sentBody(page), form.save.click()]);
  expect(sent).toEqual({ version: 1, enabled: false });
  await expect(form.dialog).toBeHidden();
  const { data } = await admin.call(getUser, { params: { id: tutor.id } });
  expect(data.enabled).toBe(false);
});

test('a CustService user cannot edit an account that only an Admin may change', async ({
  page,
  app,
  signInAs,
}) => {
  const tutor = await aTutor(app, { actsAs: 'SalesAdmin' });
  await signInAs('CustService');
  await page.goto(`/user?edit=${tutor.id}`);
  const dialog = page.getByRole('dialog', { name: 'Edit User' });
  await expect(dialog.getByText('Only an Admin may change this account.')).toBeVisible();
  await expect(dialog.getByRole('textbox')).toHaveCount(0);
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
  await page.unroute(`**/api/admin/user/*/${student.id}`);
  await form.save.click();
  await expect(form.dialog).toBeHidden();
  await page.goto(`/user/${student.id}?tab=changes`);
  const changes = page.getByRole('list', { name: 'Changes' }).getByRole('listitem');
  await expect(changes.first()).toContainText('Level: Junior College 2 → Secondary 4');
});
