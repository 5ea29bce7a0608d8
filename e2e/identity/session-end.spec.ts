import { eq } from 'drizzle-orm';
import type { Page } from '@playwright/test';
import { getUser, updateUser } from 'staffroom-contract/domains/users/user-record.contract.ts';
import { hashPassword } from 'staffroom-server/src/domains/identity/passwords.ts';
import { userSessions } from 'staffroom-server/src/domains/identity/identity.schema.ts';
import { anOrder } from 'staffroom-server/test/factories/order.factory.ts';
import { aStudent, aUser } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { cardOf } from '../support/expect-orders.ts';
import type { Running } from '../support/running-server.ts';
import { expect, testInOwnBrowser as test, type TestFixtures } from '../support/test.ts';

const password = 'Staffroom2026';

type SignInAs = TestFixtures['signInAs'];

const anAdmin = async (app: Running) =>
  aUser(app, { type: 'Admin', passwordHash: await hashPassword(password) });

/** Signs an Admin in without the form; the Admin has a password to sign in with later. */
const anAdminSignedIn = async (signInAs: SignInAs) => {
  const email = `${unique('person')}@example.com`;
  const { id } = await signInAs('Admin', { email, passwordHash: await hashPassword(password) });
  return { id, email };
};

const signIn = async (page: Page, email: string) => {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
};

/** Types a name into a student's form and saves it after the session has ended. */
const saveTooLate = async (page: Page, app: Running, signInAs: SignInAs) => {
  const student = await aStudent(app);
  const admin = await anAdminSignedIn(signInAs);
  const typed = unique('Chua Si Ying');
  await page.goto(`/user?edit=${student.id}`);
  const dialog = page.getByRole('dialog', { name: 'Edit User' });
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(typed);
  await dialog.getByLabel('Password', { exact: true }).fill('Secret2026');
  await app.database.db.delete(userSessions).where(eq(userSessions.userId, admin.id));
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
  return { admin, student, typed, dialog };
};

test('signing in after the session ended returns to the form and its typed values', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 401/);
  const { admin, student, typed, dialog } = await saveTooLate(page, app, signInAs);
  await signIn(page, admin.email);
  await expect(page).toHaveURL(`/user?edit=${student.id}`);
  await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(typed);
  // Passwords are never kept.
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue('');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeHidden();
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(typed);
});

test('a draft kept from an ended session is compared with a newer version of the record', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 401/);
  const { admin, student, typed, dialog } = await saveTooLate(page, app, signInAs);
  const [theirs, phone] = [unique('Chua S. Y.'), '81234567'];
  const colleague = await app.as('Admin');
  const params = { type: 'Student', id: student.id } as const;
  await colleague.call(updateUser, { params, body: { name: theirs, phone } });
  await signIn(page, admin.email);
  const name = dialog.getByRole('textbox', { name: 'Name', exact: true });
  await expect(dialog.getByText('This user may have been saved since')).toBeVisible();
  await expect(dialog.getByRole('radio', { name: /^Keep/ })).toHaveCount(2);
  await expect(dialog.getByRole('radio', { name: 'Keep mine: Name' })).toBeChecked();
  await expect(name).toHaveValue(typed);
  await dialog.getByRole('radio', { name: 'Keep theirs: Name' }).check();
  await expect(name).toHaveValue(theirs);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeHidden();
  const { data: saved } = await colleague.call(getUser, { params: { id: student.id } });
  expect(saved).toMatchObject({ name: theirs, phone });
});

test('a kept draft is not shown to another user', async ({ page, app, signInAs, problems }) => {
  problems.expect(/status of 401/);
  const { student, typed, dialog } = await saveTooLate(page, app, signInAs);
  await signIn(page, (await anAdmin(app)).email);
  await expect(page).toHaveURL('/dashboard');
  await page.goto(`/user?edit=${student.id}`);
  const name = dialog.getByRole('textbox', { name: 'Name', exact: true });
  await expect(name).toHaveValue(student.name);
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(typed);
});

test('signing in again reopens the Cancel order dialog with its typed remark', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 401/);
  const order = await anOrder(app, { lessons: 1 });
  const admin = await anAdminSignedIn(signInAs);
  await page.goto(`/orders?email=${order.created_by.email}`);
  await cardOf(page, order).getByRole('button', { name: 'Cancel Order' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel order' });
  await dialog.getByLabel('Remark').fill('The family moves to Penang');
  await app.database.db.delete(userSessions).where(eq(userSessions.userId, admin.id));
  await dialog.getByRole('button', { name: 'Cancel Order' }).click();
  await expect(page).toHaveURL('/login');
  await signIn(page, admin.email);
  await expect(dialog.getByLabel('Remark')).toHaveValue('The family moves to Penang');
  await dialog.getByRole('button', { name: 'Cancel Order' }).click();
  await expect(dialog).toBeHidden();
  await expect(cardOf(page, order).getByText('CANCELLED', { exact: true })).toBeVisible();

  const other = await anOrder(app, { lessons: 1 });
  await page.goto(`/orders?email=${other.created_by.email}`);
  await cardOf(page, other).getByRole('button', { name: 'Update' }).click();
  const update = page.getByRole('dialog', { name: 'Update order' });
  await update.getByLabel('Remark').fill('Pays in June');
  await app.database.db.delete(userSessions).where(eq(userSessions.userId, admin.id));
  await update.getByRole('button', { name: /^Update/ }).click();
  await expect(page).toHaveURL('/login');
  await signIn(page, admin.email);
  await expect(update.getByLabel('Remark')).toHaveValue('Pays in June');
});
