import { eq } from 'drizzle-orm';
import { getLessonRoster } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import { createOrder, listOrders } from 'staffroom-contract/domains/orders/orders.contract.ts';
import { classes } from 'staffroom-server/src/domains/classes/classes.schema.ts';
import { aClassWithLessons, aLesson } from 'staffroom-server/test/factories/class.factory.ts';
import { aDiscountCode } from 'staffroom-server/test/factories/discount-code.factory.ts';
import { anOrderBody } from 'staffroom-server/test/factories/order.factory.ts';
import { anAgent, aStudent, aTutor } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expect, test } from '../support/test.ts';
import { newEmail, orderForm } from './order-form.ts';

test('the form shows the discounted price; creating the order adds the student to the rosters', async ({
  page,
  app,
  signInAs,
}) => {
  const { tuitionClass, lessons } = await aClassWithLessons(app, 6);
  const agent = await anAgent(app, { name: unique('Serene Ong') });
  const code = await aDiscountCode(app, {
    discountType: 'Each Element Dollar Off',
    value: 500,
    usageLimit: 50,
    totalUsage: 12,
    agentId: agent.id,
  });
  const student = await aStudent(app, {
    name: 'Chua Si Ying',
    phoneCountryCode: '65',
    phone: '80004571',
  });
  const admin = await signInAs('Admin');
  await page.goto('/orders');
  await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible();
  await page.keyboard.press('c');
  const form = orderForm(page);
  await expect(page).toHaveURL('/orders?dialog=create');

  await form.chooseClass(tuitionClass.name);
  await form.email.fill(student.email);
  await expect(form.dialog.getByText('+65 8000 4571')).toBeVisible();
  await form.lessons.getByRole('button', { name: 'Next 4' }).click();
  await form.box('Discount code').fill('NO-SUCH-CODE');
  await expect(form.dialog.getByText('There is no discount code with this name.')).toBeVisible();
  await form.box('Discount code').fill(` ${code.code.toLowerCase()} `);
  await form.box('Remark').fill('PayNow ref 20260323-1184');

  for (const text of [
    '4 billable lessons × $30.00',
    '$5.00 per lesson',
    '−$20.00',
    '$100.00',
    'SGD, 17% off',
    'The order is PROCESSED at once, by bank transfer',
    '4 places are added, on the paying roster',
    `One use of ${code.code} is spent: 13 of 50`,
  ])
    await expect(form.summary.getByText(text)).toBeVisible();
  await expect(form.dialog.getByText('$5.00 per lesson, 12 of 50 used')).toBeVisible();
  await expect(form.dialog.getByRole('combobox', { name: 'Agent' })).toHaveValue(agent.name);
  await expect(form.dialog.getByText('From the code')).toBeVisible();

  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Order created for Chua Si Ying: 4 lessons, $100.00')).toBeVisible();
  await expect(page).toHaveURL('/orders');
  const card = page.getByRole('article').filter({ hasText: tuitionClass.name });
  await expect(card.getByText('$100.00')).toBeVisible();
  await expect(card.getByText(agent.name)).toBeVisible();
  for (const lesson of lessons.slice(0, 4)) {
    const roster = await admin.call(getLessonRoster, { params: { id: lesson.id } });
    expect(roster.data.map((place) => place.student.email)).toEqual([student.email]);
  }
});

test('choosing two lessons selects all between them; a class sold as a whole requires all', async ({
  page,
  app,
  signInAs,
}) => {
  const { tuitionClass } = await aClassWithLessons(app, 8, { forceFullPurchase: true });
  await aLesson(app, tuitionClass.id, { inDays: -7, name: 'Long gone', lessonIndex: 9 });
  await signInAs('Admin');
  const form = orderForm(page);
  await form.openFor(tuitionClass.name);
  await expect(form.chosen).toHaveCount(8);

  await form.tile('L6').click();
  await expect(
    form.dialog.getByText(
      'This class is sold as a whole: all its remaining lessons must be chosen.',
    ),
  ).toBeVisible();
  await form.tile('L3').click();
  await expect(form.chosen).toHaveText([/L3 /, /L4 /, /L5 /, /L6 /]);
  const first = await form.box('Start date').inputValue();

  await form.tile('L2').focus();
  await page.keyboard.press(' ');
  await expect(form.chosen).toHaveText([/L2 /]);
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(form.chosen).toHaveText([/L2 /, /L3 /, /L4 /]);
  await expect(form.tile('L4')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(form.tile('L5')).toBeFocused();
  await expect(form.chosen).toHaveCount(3);

  await form.box('Start date').fill(first);
  await expect(form.chosen).toHaveText([/L3 /, /L4 /]);
  // The first Escape closes only the calendar.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('table')).toHaveCount(0);
  await form.lessons.getByRole('button', { name: 'Clear' }).click();
  await expect(form.chosen).toHaveCount(0);
  await expect(form.box('Start date')).toHaveValue('');

  await expect(form.tile('L9')).toHaveCount(0);
  await form.lessons.getByRole('button', { name: 'Show earlier lessons' }).click();
  await expect(form.tile('L9')).toBeVisible();
});

test('full and owned lessons are marked; owned ones are not billed, full ones need confirmation', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 422/);
  // A class without a weekly time can be chosen too.
  const { tuitionClass, lessons } = await aClassWithLessons(app, 3, {
    maxCap: 1,
    dateOfWeek: '',
    startTime: '',
    endTime: '',
  });
  const student = await aStudent(app, { name: 'Chua Si Ying' });
  const admin = await signInAs('Admin');
  await admin.call(createOrder, { body: anOrderBody(tuitionClass.id, lessons.slice(0, 1)) });
  await admin.call(createOrder, {
    body: anOrderBody(tuitionClass.id, lessons.slice(1, 2), { email: student.email }),
  });
  const form = orderForm(page);
  await form.openFor(tuitionClass.name);
  await form.email.fill(student.email);
  await expect(form.dialog.getByText('Chua Si Ying owns 1 lesson of this class')).toBeVisible();
  await expect(form.tile('L1')).toContainText('Full, 1 of 1');
  await expect(form.tile('L2')).toContainText('Already owned');
  await form.allRemaining.click();
  await form.box('Remark').fill('Sibling');
  await expect(form.summary.getByText('Already owned, not billed')).toContainText('L2 on');
  await expect(form.summary.getByText('2 billable lessons × $30.00')).toBeVisible();
  await expect(form.summary.getByText(/is full \(1 of 1\)/)).toBeVisible();

  await form.create.click();
  const question = page.getByRole('dialog', { name: 'Add anyway?' });
  await expect(question).toContainText(
    /T\d L1 on \w{3} \d+ \w{3} \d{4}: This lesson is full \(1 of 1\)\. Add anyway\?/,
  );
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(form.box('Remark')).toHaveValue('Sibling');
  await form.create.click();
  await question.getByRole('button', { name: 'Add anyway' }).click();
  await expect(page.getByText(/^Order created for Chua Si Ying: 2 lessons/)).toBeVisible();
});

test('a role without canCreateNormal can only create trials, of several lessons after a question', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 422/);
  const { tuitionClass } = await aClassWithLessons(app, 2);
  await signInAs('SalesAdmin');
  const form = orderForm(page);
  await form.fillIn(tuitionClass.name, { lessons: form.allRemaining });
  await expect(form.type.getByRole('radio')).toHaveCount(1);
  await expect(form.type.getByRole('radio', { name: 'TRIAL' })).toBeChecked();
  await expect(form.summary.getByText('2 trial lessons, free')).toBeVisible();
  await expect(form.summary.getByText('A trial is for one lesson; 2 are chosen.')).toBeVisible();
  const sent = page.waitForRequest('**/api/admin/trialorder');
  await form.create.click();
  expect((await sent).headers()['idempotency-key']).toBeTruthy();
  const question = page.getByRole('dialog', { name: 'Create anyway?' });
  await expect(question).toContainText(
    'A trial is for one lesson; this one has 2. Create it anyway?',
  );
  await question.getByRole('button', { name: 'Create anyway' }).click();
  await expect(page.getByText(/^Order created for Lee Yu Ning: 2 lessons/)).toBeVisible();
});

test('a change of e-mail, lessons or price made meanwhile is shown, and the form keeps its entries', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 422/, /status of 409/);
  const { tuitionClass } = await aClassWithLessons(app, 3);
  const email = newEmail();
  await signInAs('Admin');
  const form = orderForm(page);
  await form.fillIn(tuitionClass.name, { email, lessons: form.allRemaining });
  // The button is enabled after the form's last request, which looks up the e-mail.
  await expect(form.create).toBeEnabled();

  await test.step('the e-mail of a tutor is refused at its field until the field changes', async () => {
    await aTutor(app, { email });
    await form.create.click();
    await expect(form.email).toBeFocused();
    await expect(form.email).toHaveAccessibleDescription(/This e-mail belongs to a staff member/);
    await expect(form.create).toBeDisabled();
    await form.fillNewStudent();
    await expect(form.email).toHaveAccessibleDescription('');
    await expect(form.create).toBeEnabled();
  });

  await test.step('a new lesson within the dates is shown and chosen', async () => {
    await aLesson(app, tuitionClass.id, { inDays: 10, name: 'Put in later', lessonIndex: 8 });
    await form.create.click();
    await expect(form.dialog.getByText('The lessons of these dates have changed.')).toBeVisible();
    await expect(form.tile('L8')).toBeVisible();
    await expect(form.chosen).toHaveCount(4);
    await expect(form.box('Remark')).toHaveValue('ref');
    await expect(form.summary.getByText('$120.00').last()).toBeVisible();
    await expect(form.create).toBeEnabled();
  });

  await test.step('another price is confirmed first', async () => {
    await app.database.db
      .update(classes)
      .set({ rate: 6000 })
      .where(eq(classes.id, tuitionClass.id));
    await page.keyboard.press('Control+Enter');
    const question = page.getByRole('dialog', { name: 'Create at this price?' });
    await expect(question).toContainText('The price is $240.00 for 4 lessons; $120.00 was shown.');
    // After Cancel the form shows the new price and does not ask again.
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(form.summary.getByText('$240.00').last()).toBeVisible();
    await form.create.click();
    await expect(
      page.getByText(/^Order created for Lee Yu Ning: 4 lessons, \$240\.00$/),
    ).toBeVisible();
  });
});

test('an order whose response is lost is sent again with the same key and created once', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/ERR_FAILED/);
  const { tuitionClass } = await aClassWithLessons(app, 2);
  const email = newEmail();
  const admin = await signInAs('Admin');
  const form = orderForm(page);
  await form.fillIn(tuitionClass.name, { email, remark: 'PayNow ref 78' });
  await expect(form.summary.getByText('1 billable lesson × $30.00')).toBeVisible();
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/admin/order'))
      keys.push(request.headers()['idempotency-key']);
  });
  await page.route(
    '**/api/admin/order',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await form.create.click();
  await expect(form.dialog.getByText(/Nothing typed is lost/)).toBeVisible();
  // The order exists by now, so figures from before it must not be shown.
  await expect(form.tile('L1')).not.toContainText('Full');
  await expect(
    form.summary.getByText('We don’t know yet whether the order was created'),
  ).toBeVisible();
  await expect(form.dialog.getByText(/billable|owns (no|\d)|is full|New student/)).toHaveCount(0);
  // Automatic refetches, such as on returning to the tab, must not interfere.
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await form.create.click();
  await expect(page.getByText(/^Order created for/)).toBeVisible();
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
  const { data } = await admin.call(listOrders, { query: { filter: { status: 'PROCESSED' } } });
  expect(data.filter((order) => order.created_by.email === email)).toHaveLength(1);
});

test('Back and Escape ask for confirmation before they discard typed text', async ({
  page,
  signInAs,
}) => {
  await signInAs('Admin');
  await page.goto('/orders');
  await page.getByRole('button', { name: 'Create New order' }).click();
  const form = orderForm(page);
  await form.box('Remark').fill('half an order');
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  await page.evaluate(() => history.back());
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(question).toBeHidden();
  await expect(form.box('Remark')).toHaveValue('half an order');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(form.dialog).toBeHidden();
  await page.getByRole('button', { name: 'Create New order' }).click();
  await expect(form.box('Remark')).toHaveValue('');
});

test('the summary is an expandable bar on a phone', async ({ page, app, signInAs }) => {
  const { tuitionClass } = await aClassWithLessons(app, 4);
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs('Admin');
  const form = orderForm(page);
  await form.openFor(tuitionClass.name);
  await form.lessons.getByRole('button', { name: 'Next 4' }).click();
  const bar = form.dialog.getByRole('button', { name: /4 billable/ });
  await expect(bar).toContainText('$120.00');
  await bar.click();
  await expect(
    form.dialog.getByText('4 billable lessons × $30.00').filter({ visible: true }),
  ).toHaveCount(1);
});
