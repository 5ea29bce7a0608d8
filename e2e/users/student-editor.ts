import type { Locator, Page } from '@playwright/test';
import { getUser } from 'staffroom-contract/domains/users/user-record.contract.ts';
import { aStudent } from 'staffroom-server/test/factories/user.factory.ts';
import { expect, type TestFixtures } from '../support/test.ts';
import { userForm } from './user-form.ts';

const editorOf = (page: Page) => {
  const form = userForm(page);
  const { dialog } = form;
  const imageDialog = page.getByRole('dialog', { name: 'Insert image' });
  return {
    form,
    imageDialog,
    text: form.box('Student background'),
    toolbar: dialog.getByRole('toolbar', { name: 'Formatting of Student background' }),
    tool: (name: string) => dialog.getByRole('button', { name, exact: true }),
    altText: page.getByRole('textbox', { name: 'Alt text' }),
    insert: imageDialog.getByRole('button', { name: 'Insert', exact: true }),
    choose: async (name: string, content: Buffer) =>
      imageDialog
        .getByLabel('Image file')
        .setInputFiles({ name, mimeType: 'image/png', buffer: content }),
    pasteHtml: (html: string) => paste(form.box('Student background'), html),
  };
};

const paste = (box: Locator, html: string) =>
  box.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', pasted);
    const how = { clipboardData, bubbles: true, cancelable: true };
    element.dispatchEvent(new ClipboardEvent('paste', how));
  }, html);

export const openEditor = async (
  { page, app, signInAs }: Pick<TestFixtures, 'app' | 'signInAs'> & { page: Page },
  background = '',
) => {
  const student = await aStudent(app, { background });
  const admin = await signInAs('Admin');
  const editor = editorOf(page);
  await editor.form.openFor(student.id);
  await expect(editor.text).toBeVisible();
  const saved = async () => {
    const { data } = await admin.call(getUser, { params: { id: student.id } });
    return data.meta?.background;
  };
  return { ...editor, student, saved };
};

/** Saves the form and returns the text that was sent. */
export const save = async (page: Page, { form }: ReturnType<typeof editorOf>) => {
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await form.save.click();
  const { meta } = (await sent).postDataJSON() as { meta: { background: string } };
  await expect(form.dialog).toBeHidden();
  return meta.background;
};
