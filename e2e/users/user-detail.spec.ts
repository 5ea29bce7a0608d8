import { addCredit, listCredit } from 'staffroom-contract/domains/users/credit.contract.ts';
import { anOrder } from 'staffroom-server/test/factories/order.factory.ts';
import { aStudent, aTutor } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/expect-screen.ts';
import { expect, test } from '../support/test.ts';
import { rowOf } from './user-form.ts';

const title = 'User detail';

test('the dialog of a student shows contact, parent, referrer, lead source and credit', async ({
  page,
  app,
  signInAs,
}) => {
  test.setTimeout(60_000);
  const referrer = await aStudent(app, { name: unique('Goh Kai Xiang') });
  const student = await aStudent(app, {
    name: unique('Chua Si Ying'),
    phoneCountryCode: '65',
    phone: '80004571',
    emailVerified: true,
    level: 'secondary-3',
    school: 'Anderson Secondary School',
    firstLanguage: 'English',
    gender: 'f',
    dateOfBirth: '2011-06-02',
    parentSalute: 'Mr',
    parentName: 'Chua Kian Meng',
    parentEmail: 'kianmeng.chua@example.com',
    parentPhoneCountryCode: '65',
    parentPhone: '80001190',
    contactPreference: { wechat: true, wechat_id: 'kianmeng_c' },
    referredBy: referrer.id,
    leadSource: 'FB',
    leadMedium: 'cpc',
    leadCampaign: 'mar-sec3-amaths',
    leadMeta: { ad: 'mar-sec3-2' },
    // 12 November in Singapore, 11 November in the browser's time zone.
    firstPurchasedAt: new Date('2025-11-11T17:00:00Z'),
    created: new Date('2025-11-03T02:00:00Z'),
  });
  const admin = await signInAs('Admin');
  const enter = (action: 'ADD' | 'REDEEM' | 'BLOCK', qty: number, remark: string) =>
    admin.call(addCredit, { body: { target_id: student.id, action, qty, remark } });
  for (const remark of ['First', 'Second', 'Third']) await enter('ADD', 2, remark);
  await enter('REDEEM', 4, 'Used for a workshop');
  await enter('BLOCK', 2, 'Held for a refund');
  await enter('ADD', 5, 'Referral');

  await page.goto(`/user?search=${encodeURIComponent(student.name)}`);
  await page.getByRole('link', { name: student.email }).click();
  await expect(page).toHaveURL(new RegExp(`user=${student.id}`));
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog.getByRole('heading', { name: student.name })).toBeVisible();
  const contact = dialog.getByRole('list', { name: 'Contact' }).getByRole('listitem');
  await expect(contact).toHaveText([`${student.email}Verified`, '+65 8000 4571Not verified']);
  const facts = {
    Level: 'Secondary 3',
    School: 'Anderson Secondary School',
    'First language': 'English',
    Gender: 'Female',
    'Date of birth': '2 Jun 2011',
    'Contact preference': 'Wechat (kianmeng_c)',
    Referrer: `${referrer.name}${referrer.email}`,
    'Lead source': 'FB · cpc · mar-sec3-amathsad: mar-sec3-2',
    'First purchase': '12 Nov 2025',
    Registered: '3 Nov 2025',
  };
  for (const [label, text] of Object.entries(facts))
    await expect(
      dialog.getByRole('definition').and(dialog.locator(`dt:text-is("${label}") + dd`)),
    ).toHaveText(text);
  const parent = dialog.getByRole('region', { name: 'Parent' });
  for (const text of ['Mr Chua Kian Meng', 'kianmeng.chua@example.com', '+65 8000 1190'])
    await expect(parent.getByText(text, { exact: true })).toBeVisible();

  const credit = dialog.getByRole('region', { name: 'Credit', exact: true });
  await expect(credit.getByText('Remaining credit 7')).toBeVisible();
  const rows = credit.getByRole('row');
  await expect(rows).toHaveCount(6);
  await expect(rows.nth(1).getByRole('cell')).toHaveText([
    /^\d+ \w+ \d{4}$/,
    'ADD',
    '+5',
    'Referral',
  ]);
  await expect(rows.filter({ hasText: 'BLOCK' }).getByRole('cell').nth(2)).toHaveText('2');
  await expect(rows.filter({ hasText: 'REDEEM' }).getByRole('cell').nth(2)).toHaveText('−4');
  await expect(credit.getByText('The last 5 of 6 entries.')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await credit.getByRole('link', { name: 'See all on the student’s page' }).click();
  await expect(page).toHaveURL(new RegExp(`/user/${student.id}`));
  await page.goBack();
  await dialog.getByRole('link', { name: referrer.name }).click();
  await expect(page).toHaveURL(`/user/${referrer.id}`);
  await expect(page.getByRole('heading', { name: referrer.name, level: 1 })).toBeVisible();
});

test('the dialog of a student shows last orders and next lessons, and links to siblings', async ({
  page,
  app,
  signInAs,
}) => {
  const parentEmail = `${unique('parent')}@example.org`;
  const sibling = await aStudent(app, { name: unique('Ong Xin Yi'), parentEmail });
  const student = await aStudent(app, { name: unique('Ong Xin Er'), parentEmail });
  const order = await anOrder(app, { lessons: 4, email: student.email });
  await signInAs('CustService');
  await page.goto(`/user?user=${student.id}`);
  const dialog = page.getByRole('dialog', { name: title });
  const orders = dialog.getByRole('table', { name: 'Last orders' }).getByRole('row');
  await expect(orders).toHaveCount(2);
  await expect(orders.nth(1)).toContainText(order.detail.class_obj.name);
  await expect(orders.nth(1)).toContainText('PROCESSED');
  const lessons = dialog.getByRole('table', { name: 'Next lessons' }).getByRole('row');
  await expect(lessons).toHaveCount(4);
  await expect(lessons.nth(1)).toContainText(order.detail.class_obj.name);
  await expect(dialog.getByText('The next 3 of 4 lessons to come.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('link', { name: sibling.name }).click();
  await expect(page).toHaveURL(`/user/${sibling.id}`);
  await expect(page.getByRole('region', { name: 'Details' })).toContainText(student.name);
});

test('credit can be added from the dialog, and View opens the student’s page', async ({
  page,
  app,
  signInAs,
}) => {
  const student = await aStudent(app, { name: unique('Lee Yu Ning') });
  const admin = await signInAs('SalesAdmin');
  await page.goto(`/user?user=${student.id}`);
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog.getByText('No credit was added yet.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const adding = page.getByRole('dialog', { name: 'Add credit' });
  await adding.getByRole('textbox', { name: 'Quantity' }).fill('3');
  await adding.getByRole('textbox', { name: 'Reason' }).fill('Lesson ended early');
  await adding.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(adding).toBeHidden();
  await expect(dialog.getByText('Remaining credit 3')).toBeVisible();
  await expect(dialog.getByRole('row').filter({ hasText: 'Lesson ended early' })).toBeVisible();
  const ledger = await admin.call(listCredit, { query: { created_by: student.id } });
  expect(ledger).toMatchObject({ remaining: 3, count: 1 });

  // SalesAdmin may manage credit but not users.
  await expect(dialog.getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await dialog.getByRole('link', { name: 'View' }).click();
  await expect(page).toHaveURL(`/user/${student.id}`);
  await expect(page.getByRole('heading', { name: student.name, level: 1 })).toBeVisible();
});

test('the dialog of a tutor shows subjects, experience, credentials and description', async ({
  page,
  app,
  signInAs,
}) => {
  const tutor = await aTutor(app, {
    name: unique('Goh Shi Min'),
    subjects: ['A Maths', 'E Maths'],
    yearsOfExperience: 8,
    trackRecord: ['BSc Mathematics', 'NIE PGDE'],
    description: '<p>Teaches with <strong>games</strong>.</p><script>alert(1)</script>',
  });
  await signInAs('CustService');
  await page.goto(`/user?user=${tutor.id}`);
  const dialog = page.getByRole('dialog', { name: title });
  for (const text of ['A Maths', 'E Maths', '8 years', 'BSc Mathematics', 'NIE PGDE'])
    await expect(dialog.getByText(text, { exact: true })).toBeVisible();
  const description = dialog.getByRole('region', { name: 'Description' });
  await expect(description.getByText('Teaches with games.')).toBeVisible();
  await expect(description.locator('script')).toHaveCount(0);
  await expect(dialog.getByRole('link', { name: 'View' })).toHaveCount(0);
  await expect(dialog.getByRole('region', { name: 'Credit', exact: true })).toHaveCount(0);

  await dialog.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit User' })).toBeVisible();
  await expect(page).toHaveURL(`/user?edit=${tutor.id}`);
});

test('a Partner gets an error for a student of another lead source', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 404/);
  const elsewhere = await aStudent(app, { leadSource: unique('Elsewhere') });
  await signInAs('Partner', { leadSourceScope: unique('Programme') });
  await page.goto(`/user?user=${elsewhere.id}`);
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog.getByText('Opps, something wrong...')).toBeVisible();
  await expect(
    dialog.getByText('This record does not exist or is not yours to see.'),
  ).toBeVisible();
  await expect(dialog.getByText(elsewhere.email)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/user');
});

test('Back closes the dialog, and Forward opens it again', async ({ page, app, signInAs }) => {
  const student = await aStudent(app, { name: unique('Toh Wei') });
  await signInAs('Admin');
  await page.goto(`/user?search=${encodeURIComponent(student.name)}`);
  await rowOf(page, student.email).getByRole('link', { name: student.email }).click();
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await page.goForward();
  await expect(dialog.getByRole('heading', { name: student.name })).toBeVisible();
});
