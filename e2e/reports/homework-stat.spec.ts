import {
  aHomework,
  aStudentOn,
  aSubmission,
} from 'staffroom-server/test/factories/homework.factory.ts';
import { aClass, aLesson } from 'staffroom-server/test/factories/class.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expectAccessible, expectTouchable } from '../support/expect-screen.ts';
import type { Running } from '../support/running-server.ts';
import { expect, test } from '../support/test.ts';

/** Makes homework of 2 March 2016, due on 9 and to return on 16 March, handed in before, between and after. */
const someHomework = async (app: Running) => {
  const tuitionClass = await aClass(app, { name: unique('Sec 3 A Maths') });
  const lesson = await aLesson(app, tuitionClass.id, {
    scheduledAt: new Date('2016-03-02T06:00:00Z'),
  });
  const given = await aHomework(app, lesson, { name: 'T1 L10 Surds homework' });
  const handIn = async (name: string, day: string, status: 'SUBMITTED' | 'marked') => {
    const { id } = await aStudentOn(app, lesson, { name });
    const created = new Date(`${day}T04:00:00Z`);
    await aSubmission(app, given.id, id, { created, updated: created, status });
  };
  await handIn('Tan Jun Wei', '2016-03-08', 'marked');
  await handIn('Seah Hui Min', '2016-03-12', 'SUBMITTED');
  await handIn('Caleb Soh', '2016-03-20', 'SUBMITTED');
  await aStudentOn(app, lesson, { name: 'Aidan Foo' });
  const empty = await aLesson(app, tuitionClass.id, {
    scheduledAt: new Date('2016-03-03T06:00:00Z'),
  });
  await aHomework(app, empty, { name: 'T1 L11 Unassigned homework' });
  return { tuitionClass, address: `/dashboard?tab=homework&search=${tuitionClass.name}` };
};

test('homework shows its counts, and its panel the submission status of each student', async ({
  page,
  app,
  signInAs,
}) => {
  const { address, tuitionClass } = await someHomework(app);
  await signInAs('Admin');
  await page.goto(`${address}&from=2016-03-01&to=2016-03-31`);
  const table = page.getByRole('table', { name: 'Homework' });
  const row = table.locator('[data-row]').filter({ hasText: 'Surds homework' });
  await expect(row.getByRole('img', { name: '3 of 4 handed in' })).toBeVisible();
  await expect(table.locator('[data-row]').filter({ hasText: 'Unassigned' })).toContainText(
    'Not assigned',
  );

  // No number of students is shown until they have loaded.
  const held = Promise.withResolvers<void>();
  await page.route('**/pending-submission', async (route) => {
    await held.promise;
    await route.continue();
  });
  await row.getByRole('link', { name: 'T1 L10 Surds homework', exact: true }).click();
  const panel = page.getByRole('complementary', { name: 'Homework' });
  await expect(panel.getByRole('button', { name: 'Copy names' })).toBeDisabled();
  await expect(panel).not.toContainText(/\d students?/);
  held.resolve();
  await expect(panel).toContainText('4 students');
  await page.unroute('**/pending-submission');
  const students = panel.getByRole('list', { name: 'Students' }).getByRole('listitem');
  await expect(students).toHaveText([
    /Aidan Foo.*PENDING SUBMISSION/,
    /Caleb Soh.*Past return · 20 Mar.*SUBMITTED/,
    /Seah Hui Min.*Past due · 12 Mar.*SUBMITTED/,
    /Tan Jun Wei.*8 Mar.*marked/,
  ]);
  await expect(panel).toContainText(`${tuitionClass.name} · due Wed 9 Mar 2016`);
  await expectAccessible(page);
  await expectTouchable(page);

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await panel.getByRole('combobox', { name: /^Status / }).click();
  await page.getByRole('option', { name: 'SUBMITTED', exact: true }).click();
  await expect(students).toHaveCount(2);
  await panel.getByRole('button', { name: 'Copy names' }).click();
  await expect(page.getByText('2 names copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Caleb Soh\nSeah Hui Min');
  const downloading = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Download' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^submissions.*\.csv$/);
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(panel).toHaveCount(0);
  await row.getByRole('link', { name: /^1 PENDING SUBMISSION of / }).click();
  await expect(students).toHaveText([/Aidan Foo/]);

  // The days of the filter apply to another date: no homework is released on the 9th, one is due.
  await page.goto(`${address}&from=2016-03-09&to=2016-03-09`);
  await expect(page.getByText(/^No classes found matching Sec 3/)).toBeVisible();
  const bar = page.getByRole('group', { name: 'Filters' });
  await bar.getByRole('button', { name: /^released / }).click();
  await page.getByRole('radiogroup', { name: 'Date' }).getByText('due', { exact: true }).click();
  await expect(bar.getByRole('button', { name: /^due / })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(table.locator('[data-row]')).toHaveCount(1);
});
