import { eq } from 'drizzle-orm';
import type { Page } from '@playwright/test';
import { getUser, updateUser } from 'staffroom-contract/domains/users/user-record.contract.ts';
import { hashPassword } from 'staffroom-server/src/domains/identity/passwords.ts';
import { userSessions } from 'staffroom-server/src/domains/identity/identity.schema.ts';
import { anOrder } from 'staffroom-server/test/factories/order.factory.ts';
import { aStudent } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { cardOf, chooseOnCard } from '../support/expect-orders.ts';
import { expect, testInOwnBrowser as test, type TestFixtures } from '../support/test.ts';

const password = 'Staffroom2026';

type SignInAs = TestFixtures['signInAs'];

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

test('signing in after the session ended returns to the form or dialog with its typed text', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 401/);
  const student = await aStudent(app);
  const order = await anOrder(app, { lessons: 1 });
  const admin = await anAdminSignedIn(signInAs);
  const endSessions = () =>
    app.database.db.delete(userSessions).where(eq(userSessions.userId, admin.id));
  const typed = unique('Chua Si Ying');
  await page.goto(`/user?edit=${student.id}`);
  const dialog = page.getByRole('dialog', { name: 'Edit User' });
  const name = dialog.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill(typed);
  await dialog.getByLabel('Password', { exact: true }).fill('Secret2026');
  await endSessions();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();

  const [theirs, phone] = [unique('Chua S. Y.'), '81234567'];
  const colleague = await app.as('Admin');
  const params = { type: 'Student', id: student.id } as const;
  await colleague.call(updateUser, { params, body: { name: theirs, phone } });
  await signIn(page, admin.email);
  await expect(page).toHaveURL(`/user?edit=${student.id}`);
  await expect(dialog.getByText('This user may have been saved since')).toBeVisible();
  await expect(dialog.getByRole('radio', { name: /^Keep/ })).toHaveCount(2);
  await expect(dialog.getByRole('radio', { name: 'Keep mine: Name' })).toBeChecked();
  await expect(name).toHaveValue(typed);
  // Passwords are never kept.
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveValue('');
  await dialog.getByRole('radio', { name: 'Keep theirs: Name' }).check();
  await expect(name).toHaveValue(theirs);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeHidden();
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(typed);
  const { data: saved } = await colleague.call(getUser, { params: { id: student.id } });
  expect(saved).toMatchObject({ name: theirs, phone });

  // A dialog that is not in the address reopens too.
  await page.goto(`/orders?email=${order.created_by.email}`);
  await chooseOnCard(cardOf(page, order), 'Cancel Order');
  const cancel = page.getByRole('dialog', { name: 'Cancel order' });
  await cancel.getByLabel('Remark').fill('The family moves to Penang');
  await endSessions();
  await cancel.getByRole('button', { name: 'Cancel Order' }).click();
  await expect(page).toHaveURL('/login');
  await signIn(page, admin.email);
  await expect(cancel.getByLabel('Remark')).toHaveValue('The family moves to Penang');
  await cancel.getByRole('button', { name: 'Cancel Order' }).click();
  await expect(cancel).toBeHidden();
  await expect(cardOf(page, order).getByText('CANCELLED', { exact: true })).toBeVisible();
});
