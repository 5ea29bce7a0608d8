import {
  aLessonWithHomework,
  aMaterial,
  aPdf,
} from 'staffroom-server/test/factories/homework.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/expect-screen.ts';
import { expect, test } from '../support/test.ts';

const pdf = (name: string, buffer = aPdf()) => ({ name, mimeType: 'application/pdf', buffer });

test('homework takes a newly uploaded file and keeps its submissions', async ({
  page,
  app,
  signInAs,
}) => {
  const { lesson, homework, diligent } = await aLessonWithHomework(app);
  const name = unique('P6 T1 L3 Surds homework, corrected');
  await signInAs('Admin');
  await page.goto(`/course/${lesson.classId}/lesson/${lesson.id}?tab=homework`);
  const table = page.getByRole('table', { name: 'Homework' });
  await table.getByRole('button', { name: `Actions for ${homework.name}` }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit homework' });
  await expect(dialog).toContainText('PDF, Word, PowerPoint, Excel, JPEG or PNG, up to 20 MB');
  await dialog.getByLabel('Upload a new file').setInputFiles(pdf(`${name}.pdf`));
  await expect(dialog.getByRole('status')).toContainText('is uploaded');
  await expect(dialog.getByRole('combobox', { name: 'File' })).toHaveValue(new RegExp(name));
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  const row = table.getByRole('row', { name });
  await expect(row.getByRole('img', { name: '1 of 2 handed in' })).toBeVisible();
  await row.getByRole('link', { name }).click();
  await expect(page.getByRole('table', { name: 'Submissions' })).toContainText(diligent.name);
});

test('a lesson’s file can be replaced by keyboard alone, and invalid uploads are refused', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 400/);
  const { lesson } = await aLessonWithHomework(app);
  const material = await aMaterial(app, lesson.id);
  const name = `${unique('P6 T1 L3 Ratio, corrected')}.pdf`;
  await signInAs('Admin');
  await page.goto(`/course/${lesson.classId}/lesson/${lesson.id}?tab=material`);
  const actions = page.getByRole('button', { name: `Actions for ${material.name}` });
  await actions.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Replace' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Replace file' });
  const replace = dialog.getByRole('button', { name: 'Replace' });
  const button = dialog.getByRole('button', { name: 'Upload a new file' });
  let file: ReturnType<typeof pdf> = pdf(name);
  // Registered before the key press, which opens the chooser at once.
  page.on('filechooser', (chooser) => void chooser.setFiles(file));
  const choose = async (next: typeof file) => {
    file = next;
    await expect(button).toBeFocused();
    await page.keyboard.press('Enter');
  };
  await expect(dialog.getByRole('combobox', { name: 'New file' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');

  await choose({ name: 'Notes.html', mimeType: 'text/html', buffer: Buffer.from('<html>') });
  const alert = dialog.getByRole('alert');
  await expect(alert).toHaveText('Choose a PDF, Word, PowerPoint, Excel, JPEG or PNG file.');
  await choose(pdf(name, Buffer.from('<html>')));
  await expect(alert).toHaveText(
    `“${name}” is not a whole PDF file. Save it as PDF again, and upload that.`,
  );
  await expect(replace).toBeDisabled();
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Cancel upload' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(alert).toHaveCount(0);

  await choose(pdf(name));
  await expect(dialog.getByRole('status')).toContainText('is uploaded');
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
  const table = page.getByRole('table', { name: 'Material' });
  await expect(table.getByRole('row', { name })).toContainText('Uploaded by hand');
  await expect(table.getByRole('row', { name: material.name })).toHaveCount(0);
});

test('a failed upload can be sent again, and nothing is replaced before it succeeds', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/ERR_FAILED/);
  const { lesson } = await aLessonWithHomework(app);
  const material = await aMaterial(app, lesson.id);
  const name = `${unique('P6 T1 L3 Speed')}.pdf`;
  await signInAs('Admin');
  await page.route('**/api/live?*', () => undefined);
  await page.goto(`/course/${lesson.classId}/lesson/${lesson.id}?tab=material`);
  await page.getByRole('button', { name: `Actions for ${material.name}` }).click();
  await page.getByRole('menuitem', { name: 'Replace' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replace file' });
  let refused = 0;
  await page.route('**/api/admin/material', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    refused += 1;
    return route.abort();
  });
  await dialog.getByLabel('Upload a new file').setInputFiles(pdf(name));
  const again = dialog.getByRole('button', { name: `Send ${name} again` });
  await expect(again).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Replace' })).toBeDisabled();
  expect(refused).toBe(1);
  await page.unroute('**/api/admin/material');

  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await again.click();
  await expect(dialog.getByRole('status')).toContainText('is uploaded');
  await expect(dialog.getByRole('button', { name: 'Upload a new file' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Replace' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: `Actions for ${name}` })).toBeVisible();
});
