import {
  aHomework,
  aLessonWithoutHomework,
} from 'staffroom-server/test/factories/homework.factory.ts';
import { aStudent } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import { formatDay } from '../../web/src/lib/formats.ts';
import { lessonLabel } from '../../web/src/domains/lessons/lesson-words.ts';
import { expect, test } from '../support/test.ts';

test('yesterday’s lessons without homework show the number and names of their students', async ({
  page,
  app,
  signInAs,
}) => {
  const lesson = await aLessonWithoutHomework(app);
  const given = await aLessonWithoutHomework(app);
  await aHomework(app, given);
  await signInAs('Admin');
  await page.goto('/ops');
  await expect(page.getByRole('tab', { name: 'Homework Assignment Stat' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  const label = lessonLabel({
    name: lesson.name,
    meta: { term: lesson.term, index: lesson.lessonIndex },
  });
  const table = page.getByRole('table', { name: 'Lessons without homework' });
  const rowOf = (id: string) =>
    table.getByRole('row').filter({ has: page.locator(`a[href$="/lesson/${id}"]`) });
  await expect(rowOf(lesson.id)).toContainText(label);
  await expect(rowOf(given.id)).toHaveCount(0);
  await rowOf(lesson.id)
    .getByRole('button', { name: /^1 student of .* without homework$/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Students without homework' });
  await expect(dialog).toContainText(lesson.student.email);
  await expect(page).toHaveURL(new RegExp(`lesson=${lesson.id}`));
  await dialog.getByRole('link', { name: lesson.student.name }).click();
  await expect(page).toHaveURL(`/user/${lesson.student.id}`);
});

test('the birthday list shows today or the chosen day', async ({ page, app, signInAs }) => {
  const day = businessDayOf(app.clock.now().toISOString(), 'Asia/Singapore');
  const born = `2014${day.slice(4)}`;
  const today = await aStudent(app, {
    name: unique('Heng Jia En'),
    dateOfBirth: born,
    phoneCountryCode: '65',
    phone: '80006613',
  });
  const leap = await aStudent(app, { name: unique('Leap'), dateOfBirth: '2016-02-29' });
  await signInAs('Admin');
  await page.goto('/ops');
  await page.getByRole('tab', { name: 'Birthday Students' }).click();
  await expect(page).toHaveURL(/tab=birthdays/);
  const table = page.getByRole('table', { name: 'List of birthday students' });
  const row = table.getByRole('row').filter({ hasText: today.name });
  for (const words of [formatDay(born), '+65 8000 6613', today.email])
    await expect(row).toContainText(words);
  await expect(
    page.getByText('Birthdays of 29 February are shown on 28 February in years without one.'),
  ).toBeVisible();
  const box = page.getByRole('textbox', { name: 'Birthday' });
  await box.fill('28 Feb 2027');
  await box.press('Enter');
  await expect(page).toHaveURL(/day=2027-02-28/);
  await expect(table.getByRole('row').filter({ hasText: leap.name })).toContainText('11');
  await page.getByRole('button', { name: 'Day after' }).click();
  await expect(page.getByText('No birthday student today', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Today', exact: true }).click();
  await expect(row).toHaveCount(1);
});
