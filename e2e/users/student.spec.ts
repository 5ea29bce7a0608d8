import { updateUser } from 'staffroom-contract/domains/users/user-record.contract.ts';
import { cancelOrder } from 'staffroom-contract/domains/orders/orders.contract.ts';
import {
  aClass,
  aClassWithLessons,
  aLesson,
} from 'staffroom-server/test/factories/class.factory.ts';
import { aCreditEntry } from 'staffroom-server/test/factories/credit.factory.ts';
import { aDiscountCode } from 'staffroom-server/test/factories/discount-code.factory.ts';
import { anOrder, anOrderBody } from 'staffroom-server/test/factories/order.factory.ts';
import { anAgent, aStudent, aUser } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { newId } from 'staffroom-server/src/platform/ids.ts';
import { rosterSources } from 'staffroom-server/src/domains/lessons/lessons.schema.ts';
import type { Running } from '../support/running-server.ts';
import { expectNoSidewaysScroll } from '../support/expect-screen.ts';
import { expect, test } from '../support/test.ts';
import { studentPage } from './student-page.ts';

const missing = 'Opps, something wrong...';

/** Inserts paying places that staff added by hand. */
const place = async (app: Running, studentId: string, lessonIds: string[]) => {
  const now = new Date();
  const addedBy = (await app.as('Admin')).id;
  await app.database.db.insert(rosterSources).values(
    lessonIds.map((lessonId) => ({
      id: newId(now),
      lessonId,
      studentId,
      kind: 'PAYMENT' as const,
      addedBy,
      created: now,
    })),
  );
};

test('the page of a student shows all details', async ({ page, app, signInAs }) => {
  const referrer = await aStudent(app, { name: 'Goh Kai Xiang' });
  const student = await aStudent(app, {
    name: 'Chua Si Ying',
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
    contactPreference: { whatsapp: true },
    referredBy: referrer.id,
    leadSource: 'FB',
    leadCampaign: 'mar-sec3-amaths',
    firstPurchasedAt: new Date('2025-11-11T04:00:00Z'),
    // One day later in business time than in the browser's time zone.
    created: new Date('2025-11-02T18:00:00Z'),
    background: '<p>Strong in <strong>algebra</strong>, slow with proofs.</p>',
  });
  await anOrder(app, { email: student.email });
  await aCreditEntry(app, student.id, { qty: 5 });
  await signInAs('Admin');
  const screen = studentPage(page);
  await screen.open(student.id);

  await expect(screen.title).toHaveText('Chua Si Ying');
  const way = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(way).toHaveText('UserStudentChua Si Ying');
  await expect(way.getByRole('link', { name: 'Student' })).toHaveAttribute(
    'href',
    '/user?tab=student',
  );
  const contact = screen.details.getByRole('list', { name: 'Contact' }).getByRole('listitem');
  await expect(contact).toHaveText([`${student.email}Verified`, '+65 8000 4571Not verified']);
  for (const [label, value] of [
    ['Level', 'Secondary 3'],
    ['School', 'Anderson Secondary School'],
    ['First language', 'English'],
    ['Gender', 'Female'],
    ['Date of birth', '2 Jun 2011'],
    ['Name', 'Mr Chua Kian Meng'],
    ['E-mail', 'kianmeng.chua@example.com'],
    ['Phone', '+65 8000 1190'],
    ['Contact preference', 'Whatsapp'],
    ['Referrer', 'Goh Kai Xiang'],
    ['Lead source', 'FB · mar-sec3-amaths'],
    ['First purchase', '11 Nov 2025'],
    ['Registered', '3 Nov 2025'],
  ] as const)
    await expect(
      screen.details.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) }),
    ).toContainText(value);
  await expect(screen.details.getByRole('strong')).toHaveText('algebra');
  await expect(screen.tab('Orders 1')).toHaveAttribute('aria-selected', 'true');
  await expect(screen.tab('Lessons 4')).toBeVisible();
});

test('orders are listed with their total and can be opened on the orders screen', async ({
  page,
  app,
  signInAs,
}) => {
  const student = await aStudent(app);
  const { email } = student;
  const agent = await anAgent(app, { name: 'Nur Diyana' });
  const code = await aDiscountCode(app);
  const first = await anOrder(app, { email, lessons: 10, agent_id: agent.id });
  await anOrder(app, { email, lessons: 10, discount_code: code.code });
  const cancelled = await anOrder(app, { email, lessons: 2 });
  await anOrder(app, { email, type: 'TRIAL', lessons: 1 });
  const abroad = await aClassWithLessons(app, 2, { currency: 'USD' });
  await anOrder(app, anOrderBody(abroad.tuitionClass.id, abroad.lessons, { email }));
  const admin = await signInAs('Admin');
  await admin.call(cancelOrder, { params: { id: cancelled._id }, body: { remark: 'Moved' } });
  const screen = studentPage(page);
  await screen.open(student.id);

  const table = page.getByRole('table', { name: 'Orders' });
  const price = (order: typeof first) =>
    table.getByRole('row').filter({ hasText: order.detail.class_obj.name });
  await expect(price(first)).toContainText('PAYMENT');
  await expect(price(first)).toContainText('Nur Diyana');
  await expect(table.getByRole('row', { name: /PAYMENT 10 \$300\.00 PROCESSED/ })).toBeVisible();
  await expect(table.getByRole('row', { name: /PAYMENT 10 −10%\s?\$270\.00/ })).toBeVisible();
  await expect(
    table.getByRole('row', { name: /TRIAL 1 \$0\.00 PROCESSED No agent/ }),
  ).toBeVisible();
  await expect(price(cancelled)).toContainText('CANCELLED');
  await expect(table.getByRole('row')).toHaveCount(6);
  await expect(screen.records.getByText('5 orders', { exact: true })).toBeVisible();
  await expect(
    screen.records.getByText('$570.00 + US$60.00 without cancelled orders'),
  ).toBeVisible();

  await screen.records.getByRole('link', { name: 'Open in Orders' }).click();
  await expect(page).toHaveURL(`/orders?email=${encodeURIComponent(email)}`);
  await expect(page.getByRole('article')).toHaveCount(5);
});

test('Create New order opens the form with the e-mail filled in', async ({
  page,
  app,
  signInAs,
}) => {
  const student = await aStudent(app, { name: 'Chua Si Ying', phone: '80004571' });
  await signInAs('SalesAdmin');
  const screen = studentPage(page);
  await screen.open(student.id);
  await page.getByRole('button', { name: 'Create New order' }).click();
  const form = page.getByRole('dialog', { name: 'Create New order' });
  await expect(form.getByRole('combobox', { name: 'E-mail' })).toHaveValue(student.email);
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await page.goBack();
  await expect(screen.title).toHaveText('Chua Si Ying');
});

test('coming and past lessons have separate lists, and the URL keeps the list', async ({
  page,
  app,
  signInAs,
}) => {
  const student = await aStudent(app);
  const tuitionClass = await aClass(app, { name: unique('P6 Mathematics') });
  const lessons = [];
  for (const week of [-2, -1, 1, 2])
    lessons.push(
      await aLesson(app, tuitionClass.id, {
        inDays: 7 * week,
        name: week < 0 ? `${-week} weeks ago` : `in ${week} weeks`,
        lessonIndex: week + 30,
        isReleased: week !== 2,
      }),
    );
  await place(
    app,
    student.id,
    lessons.map((lesson) => lesson.id),
  );
  await signInAs('Admin');
  const screen = studentPage(page);
  await screen.open(student.id);
  await screen.tab('Lessons 4').click();
  await expect(page).toHaveURL(/tab=lessons/);
  const coming = page.getByRole('table', { name: 'Coming lessons' }).getByRole('row');
  await expect(coming).toHaveCount(3);
  await expect(coming.nth(1).getByRole('link', { name: tuitionClass.name })).toBeVisible();
  await expect(coming.nth(1)).toContainText('T1 L31 in 1 weeks');
  await expect(coming.nth(1)).toContainText('PAYMENT');
  await expect(coming.nth(2)).toContainText(/in 2 weeks\s*Not released/);

  await screen.records.getByText('Past (2)').click();
  const past = page.getByRole('table', { name: 'Past lessons' }).getByRole('row');
  await expect(past.nth(1)).toContainText('1 weeks ago');
  await expect(past.nth(2)).toContainText('2 weeks ago');
  await expect(page).toHaveURL(/period=past/);
  await page.goto(`/user/${student.id}?tab=lessons&period=past`);
  await expect(past).toHaveCount(3);
  await expectNoSidewaysScroll(page, [390]);
});

test('a CustService user sees who made each change, and E opens the edit form', async ({
  page,
  app,
  signInAs,
}) => {
  const student = await aStudent(app, { name: 'Chua Si Yin', school: 'Anderson Secondary' });
  const service = await signInAs('CustService', { name: 'Hui Ling' });
  await service.call(updateUser, {
    params: { type: 'Student', id: student.id },
    body: { school: 'Raffles Institution', gender: 'f' },
  });
  const screen = studentPage(page);
  await screen.open(student.id, '?tab=changes');
  await expect(screen.add).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create New order' })).toHaveCount(0);
  const changes = screen.records.getByRole('list', { name: 'Changes' }).getByRole('listitem');
  await expect(changes).toHaveCount(1);
  await expect(changes).toContainText('Updated');
  await expect(changes).toContainText('Hui Ling');
  await expect(changes).toContainText('School: Anderson Secondary → Raffles Institution');
  await expect(changes).toContainText('Gender: nothing → Female');

  await page.keyboard.press('e');
  const form = page.getByRole('dialog', { name: 'Edit User' });
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Chua Si Ying');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(form).toBeHidden();
  await expect(screen.title).toHaveText('Chua Si Ying');
  await expect(changes).toHaveCount(2);
  await expect(changes.first()).toContainText('Name: Chua Si Yin → Chua Si Ying');
  await expect(page).not.toHaveURL(/dialog/);
});

test('the referral link can be copied', async ({ page, context, app, signInAs }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const student = await aStudent(app, { referralCode: unique('SIYING') });
  await signInAs('Admin');
  await studentPage(page).open(student.id);
  await page.getByRole('button', { name: 'Copy Referral Link' }).click();
  await expect(page.getByText(/Referral link .*copied/)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `https://www.staffroom.example/signup?referral_code=${student.referralCode}`,
  );
});

test('a Partner sees only students of its lead source and cannot edit or credit them', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 404/);
  const leadSource = unique('Programme');
  const ours = await aStudent(app, { name: 'Chen Yi Ling', leadSource });
  const theirs = await aStudent(app, { name: 'Chua Si Ying', leadSource: 'FB' });
  await aCreditEntry(app, ours.id, { qty: 5, remark: 'Referral' });
  await signInAs('Partner', { leadSourceScope: leadSource });
  const screen = studentPage(page);
  await screen.open(ours.id);
  await expect(screen.title).toHaveText('Chen Yi Ling');
  await expect(screen.entry(/ADD \+5 5 Referral/)).toBeVisible();
  await expect(screen.add).toHaveCount(0);
  await expect(screen.redeem).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Create New order' })).toBeVisible();
  for (const dialog of ['add', 'edit']) {
    await screen.open(ours.id, `?dialog=${dialog}`);
    await expect(screen.title).toHaveText('Chen Yi Ling');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }

  await screen.open(theirs.id);
  await expect(page.getByText(missing)).toBeVisible();
  await expect(page.getByText('Chua Si Ying')).toHaveCount(0);

  await page.goto(`/user?user=${theirs.id}`);
  const detail = page.getByRole('dialog', { name: 'User detail' });
  await expect(detail.getByText(missing)).toBeVisible();
  await expect(
    detail.getByText('This record does not exist or is not yours to see.'),
  ).toBeVisible();
  await expect(detail.getByText(theirs.email)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/user');
});

test('the page of a tutor shows details and tabs, without credit and orders', async ({
  page,
  app,
  signInAs,
}) => {
  const tutor = await aUser(app, {
    type: 'Tutor',
    name: 'Lim Wei Ting',
    subjects: ['Mathematics', 'Physics'],
    yearsOfExperience: 12,
    trackRecord: ['NIE PGDE'],
    description: '<p>Teaches with <em>examples</em>.</p>',
  });
  await signInAs('Admin');
  const screen = studentPage(page);
  await screen.open(tutor.id);
  await expect(screen.title).toHaveText('Lim Wei Ting');
  for (const words of ['Mathematics', 'Physics', '12 years', 'NIE PGDE', 'examples'])
    await expect(screen.details.getByText(words)).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText([
    'Lessons',
    'Classes',
    'Ratings',
    'Pay',
    'Changes',
  ]);
  await expect(screen.statement).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Create New order' })).toHaveCount(0);
  await expectNoSidewaysScroll(page);
});
