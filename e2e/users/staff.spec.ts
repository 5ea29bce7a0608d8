import type { Browser, Locator, Page } from '@playwright/test';
import { and, eq, ne } from 'drizzle-orm';
import { getUser } from 'staffroom-contract/domains/users/user-record.contract.ts';
import { users } from 'staffroom-server/src/domains/identity/users.schema.ts';
import {
  anAgent,
  aStudent,
  aTutor,
  failedSignIns,
} from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/expect-screen.ts';
import type { Running } from '../support/running-server.ts';
import { expect, test } from '../support/test.ts';

const password = 'Classroom2027';

const rowOf = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email });

const act = async (page: Page, email: string, name: string) => {
  await rowOf(page, email)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name, exact: true }).click();
};

const openStaff = async (page: Page, search = '') => {
  await page.goto(`/user?tab=staff${search && `&search=${search}`}`);
  await expect(page.getByRole('tab', { name: 'Staff' })).toHaveAttribute('aria-selected', 'true');
};

const choose = async (page: Page, dialog: Locator, label: string, option: string) => {
  await dialog.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

/** Signs a user in with a password in another browser context. */
const signInElsewhere = async (browser: Browser, app: Running, email: string) => {
  const context = await browser.newContext({ baseURL: app.address });
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  return { page, close: () => context.close() };
};

test('a new staff account can sign in, and disabling it ends its session at once', async ({
  page,
  app,
  signInAs,
  browser,
}) => {
  test.setTimeout(90_000);
  const email = `${unique('mei')}@example.com`;
  await signInAs('Admin');
  await openStaff(page);
  await page.getByRole('button', { name: 'Create staff account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create staff account' });
  const create = dialog.getByRole('button', { name: 'Create staff account' });
  await expect(dialog.getByText('Still needed: name, e-mail, role.')).toBeVisible();
  await expect(create).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Mei Ling');
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await dialog.getByLabel(/^Password/).fill(password);
  await dialog.getByRole('textbox', { name: 'Phone' }).fill('8123 4567');
  await choose(page, dialog, 'Role', 'CustService');
  const summary = dialog.getByRole('complementary');
  await expect(summary.getByText('Answers families', { exact: false })).toBeVisible();
  await expect(summary.getByText('Add and redeem credit')).toBeVisible();
  await expect(summary.getByText('Cancel purchases')).toHaveCount(0);
  await create.click();
  await expect(page.getByText('Staff account of Mei Ling created')).toBeVisible();
  await expect(dialog).toBeHidden();

  await openStaff(page, email);
  const row = rowOf(page, email);
  await expect(row.getByRole('cell')).toHaveText([
    email,
    'Mei Ling',
    'CustService',
    'Enabled',
    'Edit',
  ]);

  const elsewhere = await signInElsewhere(browser, app, email);
  await expect(elsewhere.page.getByRole('contentinfo')).toContainText('Mei Ling');

  await act(page, email, 'Disable');
  const question = page.getByRole('dialog', { name: 'Disable Mei Ling?' });
  await expect(question).toContainText('sessions end at once');
  await question.getByRole('button', { name: 'Disable' }).click();
  await expect(page.getByText('Mei Ling is disabled')).toBeVisible();
  await expect(row.getByText('Disabled')).toBeVisible();

  // Not a click: the page shows the sign-in by itself if one of its requests comes first.
  await elsewhere.page.goto('/user');
  await expect(elsewhere.page).toHaveURL('/login');
  await elsewhere.page.getByLabel('E-mail').fill(email);
  await elsewhere.page.getByLabel('Password', { exact: true }).fill(password);
  await elsewhere.page.getByRole('button', { name: 'Sign In' }).click();
  await expect(elsewhere.page.getByRole('alert')).toHaveText(
    'You have entered the wrong email or password',
  );
  await elsewhere.close();
});

test('the access settings of a staff account are saved', async ({ page, app, signInAs }) => {
  test.setTimeout(60_000);
  const source = unique('LLP');
  await aStudent(app, { leadSource: source });
  const other = await anAgent(app, { name: unique('Priscilla Goh') });
  const agent = await anAgent(app, { name: 'Amelia Wong' });
  await signInAs('Admin');
  await openStaff(page, agent.email);
  await rowOf(page, agent.email).getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit staff account' });
  await dialog.getByRole('combobox', { name: 'Also sees the orders of' }).fill(other.name);
  await page.getByRole('option', { name: other.name }).click();
  await dialog.getByRole('combobox', { name: 'Also opens' }).fill('Trial');
  await page.getByRole('option', { name: 'Trial (/tickets/trial)' }).click();
  await page.keyboard.press('Escape');
  await dialog.getByRole('checkbox', { name: 'Sees order ids' }).check();
  await choose(page, dialog, 'Treat this account as', 'Partner');
  await dialog.getByRole('textbox', { name: 'Lead source' }).fill(source);
  await expect(
    dialog.getByText('1 student has this lead source now', { exact: false }),
  ).toBeVisible();
  const summary = dialog.getByRole('complementary');
  await expect(summary.getByText('the next sign-in is as Partner', { exact: false })).toBeVisible();
  await expect(summary.getByText('Trial', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, [390]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Amelia Wong saved')).toBeVisible();
  await expect(rowOf(page, agent.email).getByText('acts as Partner')).toBeVisible();
  const [saved] = await app.database.db.select().from(users).where(eq(users.id, agent.id));
  expect(saved).toMatchObject({
    actsAs: 'Partner',
    extraRoutes: ['/tickets/trial'],
    seesOrderId: true,
    orderAgents: [other.id],
    leadSourceScope: source,
  });
});

test('the last enabled Admin cannot be disabled or demoted', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 409/);
  const { db } = app.database;
  const admin = await signInAs('Admin', {
    name: 'Nadia Tan',
    email: `${unique('nadia')}@example.com`,
  });
  const [me] = await db.select().from(users).where(eq(users.id, admin.id));
  const email = me?.email ?? '';
  // Disables the Admins of other tests on this worker; they are enabled again at the end.
  const others = await db
    .update(users)
    .set({ enabled: false })
    .where(and(eq(users.type, 'Admin'), eq(users.enabled, true), ne(users.id, admin.id)))
    .returning({ id: users.id });
  try {
    await openStaff(page, email);
    await act(page, email, 'Disable');
    const question = page.getByRole('dialog', { name: 'Disable Nadia Tan?' });
    await expect(question).toContainText('This is your own account');
    await question.getByRole('button', { name: 'Disable' }).click();
    await expect(question.getByRole('alert')).toHaveText(
      'Nadia Tan is the last enabled Admin and stays enabled. Make another account Admin first.',
    );
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(rowOf(page, email).getByText('Enabled')).toBeVisible();

    await rowOf(page, email).getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit staff account' });
    await choose(page, dialog, 'Role', 'SalesAdmin');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByRole('combobox', { name: 'Role' })).toHaveAccessibleDescription(
      /The last enabled Admin can be neither disabled nor demoted\./,
    );
    await expect(dialog.getByRole('combobox', { name: 'Role' })).toHaveValue('SalesAdmin');
  } finally {
    for (const { id } of others)
      await db.update(users).set({ enabled: true }).where(eq(users.id, id));
  }
});

test('a URL that edits a student as staff shows that there is no such staff account', async ({
  page,
  app,
  signInAs,
}) => {
  const student = await aStudent(app);
  await signInAs('Admin');
  await page.goto(`/user?tab=staff&staff=${student.id}`);
  const dialog = page.getByRole('dialog', { name: 'Edit staff account' });
  await expect(dialog.getByText('Opps, something wrong...')).toBeVisible();
  await expect(dialog.getByText('There is no such staff account.')).toBeVisible();
});

test('a CustService user has no Staff tab, roles or service tokens, even when the URL names them', async ({
  page,
  signInAs,
}) => {
  await signInAs('CustService');
  for (const search of ['staff=new', 'tokens=list']) {
    await page.goto(`/user?tab=staff&${search}`);
    await expect(page.getByRole('tab', { name: 'All' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('tab')).toHaveText(['All', 'Student', 'Tutor']);
    await expect(page.getByRole('button', { name: 'Create staff account' })).toHaveCount(0);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await page.goto('/user/roles');
  await expect(page).toHaveURL('/');
});

test('an Admin releases the lock of a staff member and of a tutor, whose account is then disabled', async ({
  page,
  app,
  signInAs,
}) => {
  const staff = await anAgent(app, { name: unique('Locked Out') });
  const tutor = await aTutor(app, { name: unique('Locked Out') });
  for (const person of [staff, tutor]) await failedSignIns(app, person, { count: 5 });
  const admin = await signInAs('Admin');
  for (const [person, address, title] of [
    [staff, `/user?tab=staff&staff=${staff.id}`, 'Edit staff account'],
    [tutor, `/user?edit=${tutor.id}`, 'Edit User'],
  ] as const) {
    await page.goto(address);
    const dialog = page.getByRole('dialog', { name: title });
    const lock = dialog.getByText(/^Failed sign-ins lock this account until \d\d:\d\d\.$/);
    await expect(lock).toBeVisible();
    await dialog.getByRole('button', { name: 'Release the lock' }).click();
    await expect(page.getByText(`${person.name} may sign in again`)).toBeVisible();
    await expect(lock).toBeHidden();
  }

  const form = page.getByRole('dialog', { name: 'Edit User' });
  const sending = page.waitForRequest((request) => request.method() === 'PATCH');
  await form.getByRole('checkbox', { name: 'Enabled' }).uncheck();
  await form.getByRole('button', { name: 'Save' }).click();
  expect((await sending).postDataJSON()).toEqual({ version: expect.any(Number), enabled: false });
  await expect(form).toBeHidden();
  const { data } = await admin.call(getUser, { params: { id: tutor.id } });
  expect(data.enabled).toBe(false);
});
