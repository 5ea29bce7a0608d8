import { addLessonStudents } from '@staffroom/contract/domains/lessons/roster-changes.contract.ts';
import { classStaff } from '@staffroom/server/src/domains/classes/classes.schema.ts';
import { lessonStaff } from '@staffroom/server/src/domains/lessons/lessons.schema.ts';
import { aClass, aLesson } from '@staffroom/server/test/factories/class.factory.ts';
import { anUnfinishedOrder } from '@staffroom/server/test/factories/order.factory.ts';
import { aStudent } from '@staffroom/server/test/factories/user.factory.ts';
import { unique } from '@staffroom/server/test/unique.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/expect-screen.ts';
import { expect, test } from '../support/test.ts';

const minute = 60_000;

test('an Admin finds the day’s lessons and the orders that wait, each leading to its record', async ({
  page,
  app,
  signInAs,
}) => {
  const tuitionClass = await aClass(app, { name: unique('P6 Mathematics'), maxCap: 12 });
  const lesson = await aLesson(app, tuitionClass.id, { inDays: 0, name: 'Ratio' });
  const order = await anUnfinishedOrder(app, { status: 'PAID', hours: 30 });
  const begun = await anUnfinishedOrder(app, { hours: 25 });
  await signInAs('Admin');
  await page.goto('/');
  const rowOf = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  const student = order.created_by;
  const waiting = rowOf(student.name || student.email);
  await expect(waiting).toContainText('PAID');
  await expect(waiting).toContainText(order.detail.class_obj.name);
  await expect(rowOf(begun.created_by.name || begun.created_by.email)).toContainText(
    'Checkout open for 25 hours',
  );
  const row = rowOf(tuitionClass.name);
  await expect(row).toContainText('T1 L1 Ratio');
  await expect(row).toContainText('0 of 12');
  await expect(
    page.getByRole('link', { name: /^Live now: \d+ of \d+ lessons? today$/ }),
  ).toBeVisible();
  await expect(
    page.getByRole('link', { name: /^Orders needing attention: \d+ \$[\d,]+\.\d\d/ }),
  ).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await row.getByRole('link', { name: tuitionClass.name }).click();
  await expect(page).toHaveURL(`/course/${tuitionClass.id}/lesson/${lesson.id}`);
  await page.goBack();
  await waiting.getByRole('link', { name: 'no places yet' }).click();
  await expect(page).toHaveURL(`/orders?order=${order._id}`);

  // By keyboard through both lists; Enter opens the order, not its student.
  await page.goBack();
  const [orders, lessons] = [page.locator('li').filter({ hasText: / ago, no| open for / }), row];
  await expect(lessons).toBeVisible();
  await page.keyboard.press('j');
  await expect(orders.first()).toBeFocused();
  const count = await orders.count();
  for (let step = 0; step < count; step += 1) await page.keyboard.press('j');
  await expect(orders.last()).not.toBeFocused();
  await expect(page.locator('li:focus')).toContainText(' of ');
  await page.keyboard.press('k');
  await expect(orders.last()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/orders\?order=/);
});

test('on a phone each figure has one word, and its whole name for those who cannot see it', async ({
  page,
  app,
  signInAs,
}) => {
  await anUnfinishedOrder(app);
  await signInAs('SalesAdmin');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  const figure = page.getByRole('link', { name: /^Orders needing attention: \d+/ });
  await expect(figure.getByText('Orders', { exact: true })).toBeVisible();
  await expect(figure.getByText('Orders needing attention', { exact: true })).toBeHidden();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('a Tutor finds the next lesson with who comes, its week and classes, and nobody’s orders', async ({
  page,
  app,
  signInAs,
}) => {
  const tuitionClass = await aClass(app, { name: unique('P6 Mathematics'), maxCap: 12 });
  const next = await aLesson(app, tuitionClass.id, {
    scheduledOn: new Date(app.clock.now().getTime() - 5 * minute),
  });
  const others = await aLesson(app, (await aClass(app)).id, { inDays: 0 });
  await anUnfinishedOrder(app);
  const tutor = await signInAs('Tutor');
  await app.database.db
    .insert(lessonStaff)
    .values({ lessonId: next.id, userId: tutor.id, kind: 'tutor' });
  await app.database.db
    .insert(classStaff)
    .values({ classId: tuitionClass.id, userId: tutor.id, kind: 'tutor' });
  const student = await aStudent(app, { name: unique('Sim Yi Xuan') });
  const admin = await app.as('Admin');
  await admin.call(addLessonStudents, {
    params: { id: next.id },
    body: { student: [student.id], kind: 'trial_student' },
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: tuitionClass.name })).toBeVisible();
  const lesson = page.getByRole('region', { name: 'Next lesson' });
  for (const fact of ['Live', '0 paying, 1 trial', '11 places free', student.name, 'first lesson'])
    await expect(lesson).toContainText(fact);
  const part = (name: string) =>
    page.getByRole('listitem').filter({ hasText: name }).filter({ visible: true });
  await expect(part('Today').filter({ hasText: /^\w{3} \d/ })).toContainText(/\d\d:\d\d/);
  await expect(part(tuitionClass.name).last()).toContainText('0 of 12');
  await expect(page.getByRole('heading', { name: 'My week 1' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'My classes 1' })).toBeVisible();
  await expect(page.getByText('Orders needing attention')).toHaveCount(0);
  await expect(page.locator(`[href*="${others.id}"]`)).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Open lesson' }).click();
  await expect(page).toHaveURL(`/course/${tuitionClass.id}/lesson/${next.id}`);
});

test('who may see neither lessons nor orders finds the screens', async ({ page, signInAs }) => {
  await signInAs('Typist');
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Your screens' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Today’s lessons' })).toHaveCount(0);
  await expectAccessible(page);
});
