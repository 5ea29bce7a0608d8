import { readFile } from 'node:fs/promises';
import { lessonStaff } from 'staffroom-server/src/domains/lessons/lessons.schema.ts';
import { aClassWithLessons } from 'staffroom-server/test/factories/class.factory.ts';
import {
  aHomework,
  aLessonWithHomework,
  aStudentOn,
  aSubmission,
} from 'staffroom-server/test/factories/homework.factory.ts';
import type { Running } from '../support/running-server.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/expect-screen.ts';
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

test('the homework tab of a lesson counts submissions and links to the students', async ({
  page,
  app,
  signInAs,
}) => {
  const { lesson, homework, diligent } = await aLessonWithHomework(app);
  await signInAs('Admin');
  await page.goto(`/course/${lesson.classId}/lesson/${lesson.id}?tab=homework`);
  const table = page.getByRole('table', { name: 'Homework' });
  const row = table.getByRole('row', { name: homework.name });
  await expect(row.getByRole('img', { name: '1 of 2 handed in' })).toBeVisible();
  await expect(row.getByRole('cell').nth(5)).toHaveText('1');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await row.getByRole('link', { name: homework.name }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(homework.name);
  await page
    .getByRole('table', { name: 'Submissions' })
    .getByRole('link', { name: diligent.name })
    .click();
  await expect(page).toHaveURL(`/user/${diligent.id}`);
});

test('the homework page shows late and pending students, and its download follows the filter', async ({
  page,
  app,
  signInAs,
}) => {
  const { lesson, homework, late, marked } = await anOldHomework(app);
  await aStudentOn(app, lesson, { name: 'Bea Lim' });
  await signInAs('Admin');
  await page.goto(`/course/${lesson.classId}/lesson/${lesson.id}/homework/${homework.id}`);
  const table = page.getByRole('table', { name: 'Submissions' });
  await expect(table.getByRole('row', { name: late.name })).toContainText('Past due');
  await expect(table.getByRole('row', { name: marked.name })).not.toContainText('Past due');
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('2 of 3 handed in');
  await expectAccessible(page);

  await page.getByRole('combobox', { name: /^Status/ }).click();
  await page.getByRole('option', { name: 'marked' }).click();
  await expect(table.getByRole('link')).toHaveText([marked.name]);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const text = await readFile(await (await downloading).path(), 'utf8');
  expect(text).toContain(marked.email);
  expect(text).not.toContain(late.email);

  await page.getByRole('tab', { name: 'Pending 1' }).click();
  const pending = page.getByRole('table', { name: 'Pending submission' });
  await expect(pending.getByRole('row', { name: 'Bea Lim' })).toContainText('PENDING SUBMISSION');
  await expectNoSidewaysScroll(page);
});

test('the homework tab of a student shows status and lateness, with links to homework and class', async ({
  page,
  app,
  signInAs,
}) => {
  const { tuitionClass, lesson, homework, late } = await anOldHomework(app);
  const coming = await aHomework(app, lesson, { name: 'Indices, page 3' });
  await signInAs('Admin');
  await page.goto(`/user/${late.id}`);
  await page.getByRole('tab', { name: 'Homework 2' }).click();
  const table = page.getByRole('table', { name: 'Homework' });
  const row = table.getByRole('row', { name: homework.name });
  await expect(row).toContainText('SUBMITTED');
  await expect(row).toContainText('Past due');
  await expect(table.getByRole('row', { name: coming.name })).toContainText('PENDING SUBMISSION');
  await expect(row.getByRole('link', { name: tuitionClass.name })).toHaveAttribute(
    'href',
    `/course/${tuitionClass.id}`,
  );
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await row.getByRole('link', { name: homework.name }).click();
  await expect(page).toHaveURL(new RegExp(`/homework/${homework.id}$`));
});

test('the names of students who have not handed in can be copied', async ({
  page,
  app,
  signInAs,
}) => {
  const { lesson, homework } = await aLessonWithHomework(app);
  await aStudentOn(app, lesson, { name: 'Aidan Foo Hao Ran' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAs('Admin');
  await page.goto(
    `/course/${lesson.classId}/lesson/${lesson.id}/homework/${homework.id}?tab=pending`,
  );
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('1 of 3 handed in');
  await page.getByRole('button', { name: 'Copy names' }).click();
  await expect(page.getByText('2 names copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'Aidan Foo Hao Ran\nTan Jun Wei',
  );
});

test('a Tutor sees only the homework of their own lessons', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 404/);
  const [own, other] = [await aLessonWithHomework(app), await aLessonWithHomework(app)];
  const tutor = await signInAs('Tutor');
  await app.database.db
    .insert(lessonStaff)
    .values({ lessonId: own.lesson.id, userId: tutor.id, kind: 'tutor' });
  const addressOf = ({ lesson, homework }: typeof own) =>
    `/course/${lesson.classId}/lesson/${lesson.id}/homework/${homework.id}`;
  await page.goto(addressOf(own));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(own.homework.name);
  await expect(page.getByRole('table', { name: 'Submissions' })).toContainText(own.diligent.name);
  await page.goto(addressOf(other));
  await expect(page.getByText('This homework does not exist')).toBeVisible();
});
