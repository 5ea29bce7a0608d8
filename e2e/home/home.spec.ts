import { lessonStaff } from '@staffroom/server/src/domains/lessons/lessons.schema.ts';
import { aClass, aLesson } from '@staffroom/server/test/factories/class.factory.ts';
import { anUnfinishedOrder } from '@staffroom/server/test/factories/order.factory.ts';
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
  await expect(page.getByRole('link', { name: /^Live now/ })).toContainText('today');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await row.getByRole('link', { name: tuitionClass.name }).click();
  await expect(page).toHaveURL(`/course/${tuitionClass.id}/lesson/${lesson.id}`);
  await page.goBack();
  await waiting.getByRole('link', { name: 'no places yet' }).click();
  await expect(page).toHaveURL(`/orders?order=${order._id}`);
});

test('a Tutor finds the next lesson of its own, and nobody’s orders', async ({
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
  await page.goto('/');
  await expect(page.getByRole('heading', { name: tuitionClass.name })).toBeVisible();
  await expect(page.getByText('12 places free')).toBeVisible();
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
