import { readFile } from 'node:fs/promises';
import { aClassWithLessons } from 'staffroom-server/test/factories/class.factory.ts';
import {
  aHomework,
  aStudentOn,
  aSubmission,
} from 'staffroom-server/test/factories/homework.factory.ts';
import type { Running } from '../support/running-server.ts';
import { expect, test } from '../support/test.ts';

const day = 24 * 60 * 60_000;
const inDays = (days: number) => new Date(Date.now() + days * day);

/** Homework that was due ten days ago, with a late submission and a marked one. */
const anOldHomework = async (app: Running) => {
  const { tuitionClass, lessons } = await aClassWithLessons(app, 1);
  const lesson = lessons[0]!;
  const [late, marked] = [
    await aStudentOn(app, lesson, { name: 'Aidan Foo Hao Ran' }),
    await aStudentOn(app, lesson, { name: 'Toh Zhi Hao' }),
  ];
  const dates = { releasedAt: inDays(-17), dueAt: inDays(-10), returnAt: inDays(-3) };
  const given = await aHomework(app, lesson, { name: 'Surds, page 12', ...dates });
  await aSubmission(app, given.id, late.id, { created: inDays(-8) });
  await aSubmission(app, given.id, marked.id, { status: 'marked', created: inDays(-12) });
  return { tuitionClass, lesson, homework: given, late, marked };
};

test('a lesson’s homework shows who handed in late or not at all, with names to copy and links to the students', async ({
  page,
  app,
  signInAs,
}) => {
  const { tuitionClass, lesson, homework, late, marked } = await anOldHomework(app);
  const coming = await aHomework(app, lesson, { name: 'Indices, page 3' });
  for (const name of ['Bea Lim', 'Aisha Tan']) await aStudentOn(app, lesson, { name });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAs('Admin');
  await page.goto(`/course/${lesson.classId}/lesson/${lesson.id}?tab=homework`);
  const ofLesson = page
    .getByRole('table', { name: 'Homework' })
    .getByRole('row', { name: homework.name });
  await expect(ofLesson.getByRole('img', { name: '2 of 4 handed in' })).toBeVisible();
  await expect(ofLesson.getByRole('cell').nth(5)).toHaveText('2');
  await ofLesson.getByRole('link', { name: homework.name }).click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(homework.name);
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('2 of 4 handed in');
  const table = page.getByRole('table', { name: 'Submissions' });
  await expect(table.getByRole('row', { name: late.name })).toContainText('Past due');
  await expect(table.getByRole('row', { name: marked.name })).not.toContainText('Past due');
  await page.getByRole('combobox', { name: /^Status/ }).click();
  await page.getByRole('option', { name: 'marked' }).click();
  await expect(table.getByRole('link')).toHaveText([marked.name]);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const text = await readFile(await (await downloading).path(), 'utf8');
  expect(text).toContain(marked.email);
  expect(text).not.toContain(late.email);

  await page.getByRole('tab', { name: 'Pending 2' }).click();
  const pending = page.getByRole('table', { name: 'Pending submission' });
  await expect(pending.getByRole('row', { name: 'Bea Lim' })).toContainText('PENDING SUBMISSION');
  await page.getByRole('button', { name: 'Copy names' }).click();
  await expect(page.getByText('2 names copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Aisha Tan\nBea Lim');

  await page.goto(`/user/${late.id}`);
  await page.getByRole('tab', { name: 'Homework 2' }).click();
  const ofStudent = page.getByRole('table', { name: 'Homework' });
  const row = ofStudent.getByRole('row', { name: homework.name });
  await expect(row).toContainText('SUBMITTED');
  await expect(row).toContainText('Past due');
  await expect(ofStudent.getByRole('row', { name: coming.name })).toContainText(
    'PENDING SUBMISSION',
  );
  await expect(row.getByRole('link', { name: tuitionClass.name })).toHaveAttribute(
    'href',
    `/course/${tuitionClass.id}`,
  );
  await row.getByRole('link', { name: homework.name }).click();
  await expect(page).toHaveURL(new RegExp(`/homework/${homework.id}$`));
});
