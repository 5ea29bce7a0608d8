import { aClass, aLesson } from 'staffroom-server/test/factories/class.factory.ts';
import { aLibraryFile, aMaterialUpload } from 'staffroom-server/test/factories/homework.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import type { Running } from '../support/running-server.ts';
import { expect, test } from '../support/test.ts';

/** A coming lesson with a number that no other test's files use. */
const aLessonOf = async (app: Running, lessonIndex: number) => {
  const tuitionClass = await aClass(app, {
    name: unique('IP Year 6 Science'),
    subject: 'Science',
    levels: ['integrated-programme-6'],
  });
  return aLesson(app, tuitionClass.id, { term: 4, lessonIndex });
};

test('a folder is previewed, uploaded and attached to its lesson as material and homework, by an Admin only', async ({
  page,
  app,
  signInAs,
}) => {
  const lesson = await aLessonOf(app, 81);
  await aLibraryFile(app, 'science', 'IP6 T4 L81 Cells Homework.pdf', 'What is a cell?');
  await aLibraryFile(app, 'science', 'Rules of the lab.pdf');
  await signInAs('Admin');
  await page.goto('/course');
  await page.getByRole('button', { name: 'Upload all material and homework' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload all material and homework' });
  await expect(dialog.getByRole('radio')).toHaveCount(6);
  await dialog.getByRole('radio', { name: 'Science' }).click();
  await dialog.getByRole('button', { name: /^See what it would do/ }).click();
  await expect(page).toHaveURL(/folder=science/);
  const row = (name: string) => dialog.getByRole('row').filter({ hasText: name });
  await expect(row('IP6 T4 L81 Cells Homework.pdf')).toContainText('Will be attached');
  await expect(row('Rules of the lab.pdf')).toContainText(
    'The name does not begin with level, term and lesson',
  );

  await dialog.getByRole('button', { name: /^Upload/ }).click();
  await expect(page).toHaveURL(/run=/);
  await expect(dialog.getByRole('region', { name: 'Progress' })).toContainText('Done');
  await expect(row('IP6 T4 L81 Cells Homework.pdf')).toContainText('Attached');
  await dialog.getByRole('button', { name: 'Close' }).first().click();

  await page.goto(`/course/${lesson.classId}/lesson/${lesson.id}?tab=material`);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save IP6 T4 L81 Cells Homework.pdf' }).click();
  expect((await saving).suggestedFilename()).toBe('IP6 T4 L81 Cells Homework.pdf');
  await page.getByRole('tab', { name: /^Homework/ }).click();
  await page.getByRole('link', { name: 'IP6 T4 L81 Cells Homework' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('IP6 T4 L81 Cells Homework');

  await signInAs('SalesAdmin');
  await page.goto('/course?dialog=upload');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Upload all material and homework' })).toHaveCount(
    0,
  );
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a stopped upload can be resumed, and a failed resume is reported', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  await aMaterialUpload(app, { state: 'stopped', folder: 'english-paper-2', total: null });
  await signInAs('Admin');
  await page.goto('/course?dialog=upload');
  await page.getByRole('link', { name: 'English Paper 2' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('region', { name: 'Progress' })).toContainText('Stopped');
  const goOn = dialog.getByRole('button', { name: 'Resume' });
  problems.expect(/ERR_FAILED/);
  await page.route('**/resume', (route) => route.abort());
  await goOn.click();
  await expect(dialog.getByText(/^It is not known whether this was done\./)).toBeVisible();
  await page.unroute('**/resume');
  await goOn.click();
  await expect(dialog.getByRole('region', { name: 'Progress' })).toContainText('Done');
});
