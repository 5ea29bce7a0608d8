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
  aPdf,
} from 'staffroom-server/test/factories/homework.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expectAccessible } from '../support/expect-screen.ts';
import { expect, test } from '../support/test.ts';

test('homework keeps its submissions when its due time and file change and it is removed and put back', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 409/);
  const { lesson, homework, diligent } = await aLessonWithHomework(app);
  const name = unique('P6 T1 L3 Surds homework, corrected');
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
  await expect(dialog).toContainText('PDF, Word, PowerPoint, Excel, JPEG or PNG, up to 20 MB');
  await dialog.getByRole('textbox', { name: 'Due time' }).fill('06:15');
  await dialog
    .getByLabel('Upload a new file')
    .setInputFiles({ name: `${name}.pdf`, mimeType: 'application/pdf', buffer: aPdf() });
  await expect(dialog.getByRole('status')).toContainText('is uploaded');
  await expect(dialog.getByRole('combobox', { name: 'File' })).toHaveValue(new RegExp(name));
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
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(row).toContainText('removed');
  await row.getByRole('link', { name }).click();
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('Removed');
  await expect(page.getByRole('table', { name: 'Submissions' })).toContainText(diligent.name);
  await page.goto(`/user/${diligent.id}?tab=homework`);
  const ofStudent = table.getByRole('row', { name });
  await expect(ofStudent).toContainText('Removed from the lesson');
  await expect(ofStudent).toContainText('SUBMITTED');

  await page.goto(`${address}?tab=homework`);
  await act(name, 'Put back');
  await expect(row).not.toContainText('removed');
  await page.goto(`${address}?tab=changes`);
  for (const words of ['Homework put back', 'Homework removed', 'Homework changed'])
    await expect(page.getByText(words).first()).toBeVisible();
  await expect(page.getByText(`${name}.pdf`).first()).toBeVisible();
});

test('a lesson’s files sort by size, and one is replaced from the library, removed and put back', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 409/);
  const { lesson } = await aLessonWithHomework(app);
  const [material, large] = [await aMaterial(app, lesson.id), await aMaterial(app, lesson.id)];
  await app.database.db.update(materials).set({ size: 5000 }).where(eq(materials.id, large.id));
  const name = unique('P6 T1 L3 Ratio');
  const key = await aLibraryFile(app, 'mathematics', `${name}.pdf`);
  const admin = await signInAs('Admin');
  // The list is not refreshed by the server's events.
  await page.route('**/api/live?*', () => undefined);
  await page.goto(`/course/${lesson.classId}/lesson/${lesson.id}?tab=material`);
  const table = page.getByRole('table', { name: 'Material' });
  await table.getByRole('columnheader', { name: 'Size' }).getByRole('button').click();
  await expect(table.getByRole('row').filter({ has: page.getByRole('cell') })).toContainText([
    large.name,
    material.name,
  ]);
  const row = table.getByRole('row', { name });
  const act = async (file: string, label: string) => {
    await page.getByRole('button', { name: `Actions for ${file}` }).click();
    await page.getByRole('menuitem', { name: label }).click();
  };
  await act(material.name, 'Replace');
  const dialog = page.getByRole('dialog', { name: 'Replace file' });
  const box = dialog.getByRole('combobox', { name: 'New file' });
  await box.fill(unique('no such file'));
  await expect(page.getByText('No file found in the library')).toBeVisible();
  await box.fill(name);
  await page.getByRole('option', { name }).click();
  await dialog.getByRole('button', { name: 'Replace' }).click();
  await expect(row).toBeVisible();
  await expect(page.getByRole('row', { name: material.name })).toHaveCount(0);

  await act(`${name}.pdf`, 'Remove');
  await page
    .getByRole('dialog', { name: 'Remove this file?' })
    .getByRole('button', { name: 'Remove' })
    .click();
  await expect(row).toContainText('removed');

  // Another Admin puts the file back and removes it again before this Admin puts it back.
  await page.reload();
  await expect(row).toContainText('removed');
  const { data } = await admin.call(listLessonMaterials, {
    params: { id: lesson.id },
    query: { filter: { with_removed: true } },
  });
  const removedFile = data.find((each) => each.name === `${name}.pdf`)!;
  for (const removed of [false, true])
    await admin.call(changeLessonMaterial, {
      params: { id: lesson.id, material: removedFile._id },
      body: { removed },
    });
  const reloaded = page.waitForResponse(
    (response) => response.url().includes('with_removed') && response.ok(),
  );
  await act(`${name}.pdf`, 'Put back');
  await expect(page.getByText('This record has changed since you opened it.')).toBeVisible();
  // The list loads the file's new version.
  await (await reloaded).finished();
  await expect(row).toContainText('removed');
  await act(`${name}.pdf`, 'Put back');
  await expect(page.getByText('File put back')).toBeVisible();
  await expect(row).not.toContainText('removed');
  await page.goto(`/course/${lesson.classId}/lesson/${lesson.id}?tab=changes`);
  for (const words of ['Material put back', 'Material removed', 'Material replaced'])
    await expect(page.getByText(words).first()).toBeVisible();
  const { materials: library } = app.settings;
  if ('folder' in library) await unlink(join(library.folder, key));
});
