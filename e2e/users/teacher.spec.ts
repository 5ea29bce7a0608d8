import { classStaff } from 'staffroom-server/src/domains/classes/classes.schema.ts';
import { lessonStaff } from 'staffroom-server/src/domains/lessons/lessons.schema.ts';
import { aClassWithLessons } from 'staffroom-server/test/factories/class.factory.ts';
import { aFeedback } from 'staffroom-server/test/factories/feedback.factory.ts';
import { aUser } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/expect-screen.ts';
import type { Running } from '../support/running-server.ts';
import { expect, test } from '../support/test.ts';

/** Creates a TA with a class of one lesson next week, which has a rating of two stars. */
const aRatedTeacher = async (app: Running) => {
  const name = unique('P6 Science');
  const { tuitionClass, lessons } = await aClassWithLessons(app, 1, { name });
  const [lesson] = lessons;
  if (!lesson) throw new Error('There is one lesson.');
  const teacher = await aUser(app, { type: 'TA' });
  const { db } = app.database;
  await db.insert(classStaff).values({ classId: tuitionClass.id, userId: teacher.id, kind: 'ta' });
  await db.insert(lessonStaff).values({ lessonId: lesson.id, userId: teacher.id, kind: 'ta' });
  await aFeedback(app, { lessonId: lesson.id, rating: 2, content: 'Too fast for me' });
  return { teacher, tuitionClass };
};

test('the page of a TA shows the week, classes, ratings and a link to the pay', async ({
  page,
  app,
  signInAs,
}) => {
  const { teacher, tuitionClass } = await aRatedTeacher(app);
  await signInAs('Admin');
  await page.goto(`/user/${teacher.id}`);
  const panel = page.getByRole('region', { name: 'Records' });
  await expect(panel.getByText('No lessons in this week')).toBeVisible();
  await panel.getByRole('button', { name: 'Next week' }).click();
  await expect(panel.getByRole('link', { name: tuitionClass.name })).toBeVisible();
  await panel.getByRole('tab', { name: 'Classes' }).click();
  await expect(panel.getByRole('link', { name: tuitionClass.name })).toBeVisible();
  await panel.getByRole('tab', { name: 'Ratings' }).click();
  await expect(panel.getByText('Too fast for me')).toBeVisible();
  await panel.getByRole('tab', { name: 'Pay' }).click();
  await expect(panel.getByRole('link', { name: 'Open in Tutor Payment' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, [390]);
});

test('a role without tutor payments sees no Pay tab', async ({ page, app, signInAs }) => {
  const { teacher } = await aRatedTeacher(app);
  await signInAs('CustService');
  await page.goto(`/user/${teacher.id}`);
  await expect(page.getByRole('tab', { name: 'Lessons' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Pay' })).toHaveCount(0);
});
