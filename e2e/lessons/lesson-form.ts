import { expect, type Page } from '@playwright/test';

export const lessonForm = (page: Page, title: 'New Lesson' | 'Edit Lesson') => {
  const dialog = page.getByRole('dialog', { name: title });
  const box = (name: string) => dialog.getByRole('textbox', { name, exact: true });
  return {
    dialog,
    box,
    day: dialog.getByLabel('Start date'),
    people: (name: 'Tutors' | 'TAs') => dialog.getByRole('group', { name }),
    choice: (name: string) => dialog.getByRole('radio', { name, exact: true }),
    tick: (name: string) => dialog.getByRole('checkbox', { name, exact: true }),
    save: dialog.getByRole('button', { name: 'Save Lesson' }),
    question: page.getByRole('dialog', { name: 'Tutor booked twice' }),
    addTutor: async (name: string) => {
      await dialog.getByRole('combobox', { name: 'Add a tutor' }).fill(name);
      await page.getByRole('option', { name }).click();
    },
    open: async (address: string) => {
      await page.goto(address);
      await expect(box('Name')).toBeVisible();
    },
  };
};

export const editAddress = (lesson: { id: string; classId: string }) =>
  `/course/${lesson.classId}/lesson/${lesson.id}?dialog=edit`;

export const newAddress = (tuitionClass: { id: string }) =>
  `/course/${tuitionClass.id}?dialog=lesson`;
