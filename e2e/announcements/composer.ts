import type { Page } from '@playwright/test';

type Lesson = { id: string; classId: string };

export const composer = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Make Announcement' });
  const confirming = page.getByRole('dialog', { name: 'Send announcement', exact: true });
  return {
    open: async (lesson: Lesson) => {
      await page.goto(`/course/${lesson.classId}/lesson/${lesson.id}`);
      await page.getByRole('button', { name: 'Make Announcement' }).click();
    },
    dialog,
    subject: dialog.getByRole('textbox', { name: 'Subject' }),
    content: dialog.getByRole('textbox', { name: 'Content' }),
    text: dialog.getByRole('textbox', { name: 'Text', exact: true }),
    sendTo: dialog.getByRole('combobox', { name: 'Send to' }),
    send: dialog.getByRole('button', { name: 'Send announcement' }),
    confirm: {
      dialog: confirming,
      group: (name: string) => confirming.getByRole('checkbox', { name, exact: true }),
      button: confirming.getByRole('button', { name: 'Confirm' }),
    },
  };
};
