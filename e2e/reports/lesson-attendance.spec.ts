import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { lessons } from 'staffroom-server/src/domains/lessons/lessons.schema.ts';
import { aLessonWith } from 'staffroom-server/test/factories/announcement.factory.ts';
import { aStay } from 'staffroom-server/test/factories/attendance.factory.ts';
import type { Running } from '../support/running-server.ts';
import { expect, test } from '../support/test.ts';

/** Makes a past lesson over midnight, with three paying students and a trial student. */
const aLessonOn = async (app: Running, day: string) => {
  const made = await aLessonWith(app, [
    { name: 'Aidan Foo' },
    { name: 'Lau Wei Jie' },
    { name: 'Toh Zhi Hao' },
    { name: 'Sophie Teo', kind: 'TRIAL' },
  ]);
  const scheduledAt = new Date(`${day}T23:00:00+08:00`);
  const [lesson] = await app.database.db
    .update(lessons)
    .set({ scheduledAt, endedAt: new Date(scheduledAt.getTime() + 2 * 60 * 60_000) })
    .where(eq(lessons.id, made.lesson.id))
    .returning();
  return { ...made, lesson: lesson! };
};

const reportOf = (from: string, to = from) =>
  `/dashboard?tab=lesson-attendance&from=${from}&to=${to}`;

const widget = (page: Page) => page.locator('dl[aria-label="Attendance"]');

test('attendance is shown for paying and trial students, and each count opens its students', async ({
  page,
  app,
  signInAs,
}) => {
  const { lesson, students, tuitionClass } = await aLessonOn(app, '2016-02-29');
  await aStay(app, lesson, { email: students[0]!.email });
  await aStay(app, lesson, { email: students[1]!.email, to: 60 });
  await aStay(app, lesson, { email: students[3]!.email });
  await signInAs('Admin');
  await page.goto(reportOf('2016-02-29'));
  const row = page.getByRole('row').filter({ hasText: tuitionClass.name });
  await expect(row).toContainText('Mon 29 Feb 2016');
  await expect(row.getByRole('cell').last()).toHaveText('75%100% trial');
  await expect(widget(page)).toContainText('67% of 3 students attended');
  await expect(widget(page)).toContainText('all with attendance');

  // The totals of all lessons open their students too, of one kind and attendance.
  await widget(page).getByRole('button', { name: 'Absent 1, paying students' }).click();
  const all = page.getByRole('dialog', { name: 'Students of all lessons' });
  await expect(all.locator('[data-row]')).toHaveCount(1);
  await expect(all.getByRole('row').filter({ hasText: 'Toh Zhi Hao' })).toContainText('Absent');
  await page.keyboard.press('Escape');
  await expect(all).toBeHidden();
  await widget(page).getByRole('button', { name: '3 students', exact: true }).click();
  await expect(all.locator('[data-row]')).toHaveCount(3);
  await page.keyboard.press('Escape');
  await expect(all).toBeHidden();

  await row.getByRole('link', { name: /^1 absent in / }).click();
  const dialog = page.getByRole('dialog', { name: 'Students' });
  await expect(dialog.getByText('Toh Zhi Hao')).toBeVisible();
  await expect(dialog.locator('[data-row]')).toHaveCount(1);
  await expect(dialog).toContainText(`${tuitionClass.name}, Mon 29 Feb 2016, 23:00–01:00 (+1)`);
  await dialog.getByRole('button', { name: 'Reset' }).click();
  await expect(dialog.locator('[data-row]')).toHaveCount(4);
  const search = dialog.getByRole('textbox', { name: 'Name' });
  await search.fill('no such name');
  await search.press('Enter');
  await expect(dialog.getByText('There are no students matching your search')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await row.getByRole('link', { name: /^0 n\/a in / }).click();
  await expect(dialog.getByText('There are no students', { exact: true })).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
});

test('lessons without attendance show N/A, and a filter finds them', async ({
  page,
  app,
  signInAs,
}) => {
  const known = await aLessonOn(app, '2016-05-02');
  await aStay(app, known.lesson, { email: known.students[0]!.email });
  const silent = await aLessonOn(app, '2016-05-03');
  await signInAs('SalesAdmin');
  await page.goto(reportOf('2016-05-01', '2016-05-31'));
  const table = page.getByRole('table', { name: 'Lesson attendance' });
  const rows = table.locator('[data-row]');
  await expect(rows).toHaveCount(2);
  const row = rows.filter({ hasText: silent.tuitionClass.name });
  await expect(row.getByRole('link', { name: /^4 n\/a in / })).toBeVisible();
  await expect(row.getByRole('cell').last()).toHaveText('–– trial');
  await page.getByRole('button', { name: '1 without attendance' }).click();
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/missing=only/);
  // A period of more than 31 days ignores sorting by a count instead of failing.
  await page.goto(`${reportOf('2016-05-01', '2016-06-01')}&sortBy=attended&order=desc`);
  await expect(rows).toHaveCount(2);
  await expect(page.getByText('Counts sort up to 31 days.')).toBeVisible();
});
