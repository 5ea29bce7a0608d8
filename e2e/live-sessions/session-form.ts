import type { Page } from '@playwright/test';
import { anImage } from 'staffroom-server/test/factories/image.factory.ts';

export const aCoverFile = async (name = 'cover.jpg', kind: 'jpeg' | 'gif' = 'jpeg') => ({
  name,
  mimeType: `image/${kind}`,
  buffer: await anImage({ width: 320, height: 180, kind }),
});

type File = Awaited<ReturnType<typeof aCoverFile>>;

export const sessionForm = (page: Page, title: 'Create live session' | 'Update live session') => {
  const dialog = page.getByRole('dialog', { name: title });
  const box = (name: string) => dialog.getByRole('textbox', { name, exact: true });
  const choose = async (name: string, option: string) => {
    await dialog.getByRole('combobox', { name, exact: true }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  const cover = dialog.getByRole('group', { name: 'Cover photo' });
  const chooseCover = (file: File) => cover.locator('input[type="file"]').setInputFiles(file);
  return {
    dialog,
    box,
    choose,
    cover,
    chooseCover,
    keywords: dialog.getByRole('list', { name: 'Added keywords' }).getByRole('listitem'),
    save: dialog.getByRole('button', { name: 'Save' }),
    preview: dialog.getByRole('complementary'),
    findHost: async (name: string) => {
      await dialog.getByRole('combobox', { name: 'Add a tutor' }).fill(name);
      await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
    },
    /** Fills in all required fields except the name. */
    fillAll: async function ({ host, cover: file }: { host: string; cover: File }) {
      await box('Description').fill('One bar, and what stays the same.');
      await choose('Level', 'Primary 6');
      await choose('Subject', 'Mathematics');
      await box('Start date').fill('9 Jan 2027');
      await box('Start time').fill('7.30pm');
      await this.findHost(host);
      await chooseCover(file);
    },
  };
};
