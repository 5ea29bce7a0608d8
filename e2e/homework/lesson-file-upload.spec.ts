import {
  aLessonWithHomework,
  aMaterial,
  aPdf,
} from 'staffroom-server/test/factories/homework.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/expect-screen.ts';
import { expect, test } from '../support/test.ts';

const pdf = (name: string, buffer = aPdf()) => ({ name, mimeType: 'application/pdf', buffer });

test('a lesson’s file is replaced by an upload, by keyboard alone; invalid ones are refused, a failed one is sent again', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 400/, /ERR_FAILED/);
  const { lesson } = await aLessonWithHomework(app);
  const material = await aMaterial(app, lesson.id);
  const name = `${unique('P6 T1 L3 Ratio, corrected')}.pdf`;
  await signInAs('Admin');
  await page.goto(`/course/${lesson.classId}/lesson/${lesson.id}?tab=material`);
  await page.getByRole('button', { name: `Actions for ${material.name}` }).focus();
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

  let lost = 0;
  await page.route('**/api/admin/material', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    lost += 1;
    return route.abort();
  });
  await choose(pdf(name));
  const again = dialog.getByRole('button', { name: `Send ${name} again` });
  await expect(again).toBeVisible();
  await expect(replace).toBeDisabled();
  expect(lost).toBe(1);
  await page.unroute('**/api/admin/material');
  await expectNoSidewaysScroll(page, [390]);
  await again.focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status')).toContainText('is uploaded');
  await expect(button).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
  const table = page.getByRole('table', { name: 'Material' });
  await expect(table.getByRole('row', { name })).toContainText('Uploaded by hand');
  await expect(table.getByRole('row', { name: material.name })).toHaveCount(0);
});
