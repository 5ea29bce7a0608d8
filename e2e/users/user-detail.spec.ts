import { addCredit } from 'staffroom-contract/domains/users/credit.contract.ts';
import { anOrder } from 'staffroom-server/test/factories/order.factory.ts';
import { aStudent, aTutor } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/expect-screen.ts';
import { expect, test } from '../support/test.ts';

const title = 'User detail';

test('the dialog of a student shows contact, referrer, lead source and credit, and adds credit', async ({
  page,
  app,
  signInAs,
}) => {
  const referrer = await aStudent(app, { name: unique('Goh Kai Xiang') });
  const student = await aStudent(app, {
    name: unique('Chua Si Ying'),
    phoneCountryCode: '65',
    phone: '80004571',
    emailVerified: true,
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
  // student.spec.ts proves the other facts, which both show by the same component.
  const facts = {
    'Contact preference': 'Wechat (kianmeng_c)',
    Referrer: `${referrer.name}${referrer.email}`,
    'Lead source': 'FB · cpc · mar-sec3-amathsad: mar-sec3-2',
    'First purchase': '12 Nov 2025',
  };
  for (const [label, text] of Object.entries(facts))
    await expect(
      dialog.getByRole('definition').and(dialog.locator(`dt:text-is("${label}") + dd`)),
    ).toHaveText(text);

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
  await expectNoSidewaysScroll(page, [390]);

  await credit.getByRole('button', { name: 'Add', exact: true }).click();
  const adding = page.getByRole('dialog', { name: 'Add credit' });
  await adding.getByRole('textbox', { name: 'Reason' }).fill('Lesson ended early');
  await adding.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(adding).toBeHidden();
  await expect(credit.getByText('Remaining credit 8')).toBeVisible();

  // Back closes the dialog, and Forward opens it again.
  await page.goBack();
  await expect(dialog).toBeHidden();
  await page.goForward();
  await expect(dialog.getByRole('link', { name: 'View' })).toHaveAttribute(
    'href',
    `/user/${student.id}`,
  );
  await expect(credit.getByRole('link', { name: 'See all on the student’s page' })).toHaveAttribute(
    'href',
    new RegExp(`^/user/${student.id}`),
  );
  await dialog.getByRole('link', { name: referrer.name }).click();
  await expect(page).toHaveURL(`/user/${referrer.id}`);
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
  await dialog.getByRole('link', { name: sibling.name }).click();
  await expect(page).toHaveURL(`/user/${sibling.id}`);
  await expect(page.getByRole('region', { name: 'Details' })).toContainText(student.name);
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
  await expect(dialog.getByRole('button', { name: 'Edit' })).toBeVisible();
});
