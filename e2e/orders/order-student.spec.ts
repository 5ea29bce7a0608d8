import { listUsers } from 'staffroom-contract/domains/users/users.contract.ts';
import { aClassWithLessons } from 'staffroom-server/test/factories/class.factory.ts';
import { aStudent } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expect, test } from '../support/test.ts';
import { newEmail, orderForm } from './order-form.ts';

test('a student is found by part of the phone number, and offered when the number is typed as new', async ({
  page,
  app,
  signInAs,
}) => {
  const phone = `8${Temporal.Now.instant().epochMilliseconds % 10_000_000}`.padEnd(8, '0');
  const student = await aStudent(app, { name: 'Chua Si Ying', phoneCountryCode: '65', phone });
  const elsewhere = await aStudent(app, { phone: student.phone, leadSource: unique('Elsewhere') });
  await signInAs('Admin');
  const form = orderForm(page);
  await form.open();
  await form.email.fill(phone.slice(2));
  await expect(page.getByRole('option')).toHaveCount(2);
  await expect(page.getByRole('option').filter({ hasText: elsewhere.email })).toBeVisible();
  await expect(form.dialog.getByText('You have entered an invalid email')).toHaveCount(0);
  await page.getByRole('option').filter({ hasText: student.email }).click();
  await expect(form.email).toHaveValue(student.email);
  // A known student's name and phone are read-only.
  await expect(form.dialog.getByRole('link', { name: 'Chua Si Ying' })).toBeVisible();
  await expect(form.dialog.getByText(`+65 ${phone.slice(0, 4)} ${phone.slice(4)}`)).toBeVisible();
  for (const name of ['Name', 'Country code', 'Phone']) await expect(form.box(name)).toHaveCount(0);

  await form.fillNewStudent();
  await form.box('Phone').fill(`${phone.slice(0, 4)} ${phone.slice(4)}`);
  await expect(form.dialog.getByText(`${student.email}: same phone`)).toBeVisible();
  await form.dialog.getByRole('button', { name: 'Use Chua Si Ying' }).press('Enter');
  await expect(form.email).toHaveValue(student.email);
  await expect(form.email).toBeFocused();
  await expect(form.dialog.getByRole('link', { name: 'Chua Si Ying' })).toBeVisible();
});

test('a new student needs a name and a valid phone number, whose country code is split off', async ({
  page,
  app,
  signInAs,
}) => {
  const { tuitionClass } = await aClassWithLessons(app, 1);
  const email = newEmail();
  const admin = await signInAs('Admin');
  const form = orderForm(page);
  await form.openFor(tuitionClass.name);
  await form.tile('L1').click();
  await form.email.fill(email);
  await form.box('Remark').fill('ref');
  await expect(form.dialog.getByText('Still needed: name.')).toBeVisible();
  await form.box('Name').fill('Lee Yu Ning');

  // An error shows on blur and on save, not while typing.
  const phone = form.box('Phone');
  await phone.fill('8000 4571 8000 4572');
  await expect(phone).toHaveAccessibleDescription('');
  await expect(form.create).toBeDisabled();
  await form.box('Remark').click();
  await expect(phone).toHaveAccessibleDescription('At most 15 digits');
  await phone.fill('8000 ext 4');
  await expect(phone).toHaveAccessibleDescription('');
  await phone.press('Control+Enter');
  await expect(phone).toHaveAccessibleDescription('“ext” is not part of a phone number.');

  await phone.fill('+60 12-345 6789');
  await form.box('Remark').click();
  await expect(form.box('Country code')).toHaveValue('60');
  await form.create.click();
  await expect(page.getByText(/^Order created for Lee Yu Ning/)).toBeVisible();
  const { data } = await admin.call(listUsers, { query: { filter: { email } } });
  expect(data).toMatchObject([
    { name: 'Lee Yu Ning', phone_country_code: '60', phone: '123456789' },
  ]);
});
