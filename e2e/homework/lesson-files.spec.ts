import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import {
  changeLessonHomework,
  changeLessonMaterial,
} from 'staffroom-contract/domains/homework/lesson-files.contract.ts';
import { listLessonMaterials } from 'staffroom-contract/domains/homework/materials.contract.ts';
import { materials } from 'staffroom-server/src/domains/homework/materials/materials.schema.ts';
import {
  aLessonWithHomework,
  aLibraryFile,
  aMaterial,
} from 'staffroom-server/test/factories/homework.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/expect-screen.ts';
import { expect, test } from '../support/test.ts';

test('homework keeps its submissions when its due time and file change and it is removed and put back', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  test.setTimeout(120_000);
  problems.expect(/status of 409/);
  const { lesson, homework, diligent } = await aLessonWithHomework(app);
  const name = unique('P6 T1 L3 Surds homework, corrected');
  await aLibraryFile(app, 'mathematics', `${name}.pdf`);
  const admin = await signInAs('Admin');
  const address = `/course/${lesson.classId}/lesson/${lesson.id}`;
  await page.goto(`${address}?tab=homework`);
  const table = page.getByRole('table', { name: 'Homework' });
  const act = async (row: string, label: string) => {
    await table.getByRole('button', { name: `Actions for ${row}` }).click();
    await page.getByRole('menuitem', { name: label }).click();
  };

  await act(homework.name, 'Edit');
  const dialog = page.getByRole('dialog', { name: 'Edit homework' });
  await expect(dialog).toContainText('1 submission is kept with its marks');
  await dialog.getByRole('textbox', { name: 'Due time' }).fill('06:15');
  await dialog.getByRole('combobox', { name: 'File' }).fill(name);
  await page.getByRole('option', { name }).click();
  await expectAccessible(page);
  // Another Admin changes the return date while the form is open.
  const returned = new Date(homework.returnAt.getTime() + 86_400_000).toISOString();
  await admin.call(changeLessonHomework, {
    params: { id: lesson.id, homework: homework.id },
    body: { return_on: returned },
  });
  const save = dialog.getByRole('button', { name: 'Save' });
  await save.click();
  await expect(dialog).toContainText('while you were editing');
  await save.click();
  await expect(dialog).toBeHidden();
  const row = table.getByRole('row', { name });
  await expect(row.getByRole('img', { name: '1 of 2 handed in' })).toBeVisible();

  await act(name, 'Remove');
  const question = page.getByRole('dialog', { name: 'Remove this homework?' });
  await expect(question).toContainText('1 submission is kept with its marks');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(row).toContainText('removed');
  await row.getByRole('link', { name }).click();
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('Removed');
  await expect(page.getByRole('table', { name: 'Submissions' })).toContainText(diligent.name);
  await expectAccessible(page);

  await page.goto(`${address}?tab=homework`);
  await act(name, 'Put back');
  await expect(row).not.toContainText('removed');
  await page.goto(`${address}?tab=changes`);
  for (const words of ['Homework put back', 'Homework removed', 'Homework changed'])
    await expect(page.getByText(words).first()).toBeVisible();
  await expect(page.getByText(`${name}.pdf`).first()).toBeVisible();
  await expectAccessible(page);
});

test('a lesson’s material sorts by size, largest first', async ({ page, app, signInAs }) => {
  const { lesson } = await aLessonWithHomework(app);
  const [small, large] = [await aMaterial(app, lesson.id), await aMaterial(app, lesson.id)];
  await app.database.db.update(materials).set({ size: 5000 }).where(eq(materials.id, large.id));
  await signInAs('Admin');
  await page.goto(`/course/${lesson.classId}/lesson/${lesson.id}?tab=material`);
  const files = page.getByRole('table', { name: 'Material' });
  await files.getByRole('columnheader', { name: 'Size' }).getByRole('button').click();
  const rows = files.getByRole('row').filter({ has: page.getByRole('cell') });
  await expect(rows).toContainText([large.name, small.name]);
});

test('a lesson’s file can be replaced from the library, removed and put back', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 409/);
  const { lesson } = await aLessonWithHomework(app);
  const material = await aMaterial(app, lesson.id);
  const name = unique('P6 T1 L3 Ratio');
  const key = await aLibraryFile(app, 'mathematics', `${name}.pdf`);
  const admin = await signInAs('Admin');
  await page.goto(`/course/${lesson.classId}/lesson/${lesson.id}?tab=material`);
  const table = page.getByRole('table', { name: 'Material' });
  await table.getByRole('button', { name: `Actions for ${material.name}` }).click();
  await page.getByRole('menuitem', { name: 'Replace' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replace file' });
  const box = dialog.getByRole('combobox', { name: 'New file' });
  await box.fill(unique('no such file'));
  await expect(page.getByText('No file found in the library')).toBeVisible();
  await box.fill(name);
  await page.getByRole('option', { name }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Replace' }).click();
  await expect(table.getByRole('row', { name })).toBeVisible();
  await expect(table.getByRole('row', { name: material.name })).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: `Actions for ${name}.pdf` }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page
    .getByRole('dialog', { name: 'Remove this file?' })
    .getByRole('button', { name: 'Remove' })
    .click();
  const row = page.getByRole('row', { name });
  await expect(row).toContainText('removed');
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectAccessible(page);

  // Another Admin puts the file back and removes it again before this Admin puts it back.
  const [removedFile] = (
    await admin.call(listLessonMaterials, {
      params: { id: lesson.id },
      query: { filter: { with_removed: true } },
    })
  ).data;
  const change = async (removed: boolean) =>
    admin.call(changeLessonMaterial, {
      params: { id: lesson.id, material: removedFile!._id },
      body: { removed },
    });
  await page.route('**/api/live?*', () => undefined);
  await page.reload();
  await expect(row).toContainText('removed');
  await change(false);
  await change(true);
  const putBack = async () => {
    await page.getByRole('button', { name: `Actions for ${name}.pdf` }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Put back' }).press('Enter');
  };
  const again = page.waitForResponse(
    (response) => response.url().includes('with_removed') && response.ok(),
  );
  await putBack();
  await expect(page.getByText('This record has changed since you opened it.')).toBeVisible();
  // The list loads the file's new version.
  await (await again).finished();
  await expect(row).toContainText('removed');
  await putBack();
  await expect(page.getByText('File put back')).toBeVisible();
  await expect(row).not.toContainText('removed');
  await page.goto(`/course/${lesson.classId}/lesson/${lesson.id}?tab=changes`);
  for (const words of ['Material put back', 'Material removed', 'Material replaced'])
    await expect(page.getByText(words).first()).toBeVisible();
  const { materials } = app.settings;
  if ('folder' in materials) await unlink(join(materials.folder, key));
});

test('removed homework is marked in the student’s tab and still links to its submissions', async ({
  page,
  app,
  signInAs,
}) => {
  const { lesson, homework, diligent } = await aLessonWithHomework(app);
  const admin = await signInAs('Admin');
  await page.goto(`/user/${diligent.id}?tab=homework`);
  const row = page
    .getByRole('table', { name: 'Homework' })
    .getByRole('row', { name: homework.name });
  await expect(row).toContainText('SUBMITTED');
  await expect(row).not.toContainText('Removed from the lesson');
  await admin.call(changeLessonHomework, {
    params: { id: lesson.id, homework: homework.id },
    body: { removed: true },
  });
  await page.reload();
  await expect(row).toContainText('Removed from the lesson');
  await expect(row).toContainText('SUBMITTED');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(row).toContainText('Removed from the lesson');
  await expectNoSidewaysScroll(page);
  await row.getByRole('link', { name: homework.name }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table', { name: 'Submissions' })).toContainText(diligent.name);
});
