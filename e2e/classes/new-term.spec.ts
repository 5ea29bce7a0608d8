import type { Page } from '@playwright/test';
import { listLessons } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import { aStudent, aTutor } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expect, test } from '../support/test.ts';
import { classForm } from './class-screen.ts';

/** Counts the clicks from now on. */
const countClicks = async (page: Page) => {
  await page.evaluate(() => {
    const counter = window as unknown as { clicks: number };
    counter.clicks = 0;
    window.addEventListener('pointerdown', () => (counter.clicks += 1), { capture: true });
  });
  return () => page.evaluate(() => (window as unknown as { clicks: number }).clicks);
};

test('creating a class with 10 lessons and 12 students on each takes at most 30 clicks', async ({
  page,
  app,
  signInAs,
}) => {
  test.setTimeout(120_000);
  const tutor = await aTutor(app, { name: unique('Goh Shi Min') });
  const students = await Promise.all(Array.from({ length: 12 }, () => aStudent(app)));
  const admin = await signInAs('Admin');
  await page.goto('/');
  const clicks = await countClicks(page);
  const form = classForm(page, 'Add New Class');
  /** Clicks into the field, then replaces its text. */
  const type = async (label: string, text: string) => {
    await form.box(label).click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(text);
  };
  const name = unique('P6 Mathematics');

  await page.getByRole('navigation').getByRole('link', { name: 'Online Class' }).click();
  await page.getByRole('button', { name: 'Add New Class' }).click();
  await type('Name', name);
  await form.choose('Subject', 'Mathematics');
  await form.choose('Type', 'Regular Classes');
  await form.dialog.getByRole('button', { name: 'Add level' }).click();
  await form.choose('Year', '6');
  for (const [label, text] of [
    ['Start date', '10 Jul 2027'],
    ['Start time', '10:00'],
    ['End date', '31 Dec 2027'],
    ['End time', '12:00'],
  ] as const)
    await type(label, text);
  await form.choose('Day of week', 'Sat');
  await type('Lessons from', '10:00');
  await type('Lessons to', '12:00');
  await form.choice('Add a tutor').click();
  await page.keyboard.insertText(tutor.name);
  await page.getByRole('option', { name: tutor.name }).click();
  await form.save.click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();

  await page.getByRole('button', { name: 'Add batch lessons' }).click();
  const batch = page.getByRole('dialog', { name: 'Add batch lessons' });
  await batch.getByLabel('Number of lessons').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('10');
  await page.keyboard.press('Enter');
  await batch.getByRole('button', { name: 'Save 10 lessons' }).click();
  await expect(batch).toBeHidden();

  const next = page.getByRole('region', { name: 'Next lesson' });
  await next.getByRole('button', { name: 'Add Students' }).click();
  const add = page.getByRole('dialog', { name: 'Add Students' });
  await add.getByRole('textbox', { name: 'E-mails' }).click();
  await page.keyboard.insertText(students.map(({ email }) => email).join('\n'));
  await add.getByRole('button', { name: 'Find Student Accounts' }).click();
  await expect(add.getByRole('list', { name: 'Found' }).getByRole('listitem')).toHaveCount(12);
  await add.getByText('This and coming lessons').click();
  await add.getByRole('button', { name: 'Add Students' }).click();
  await expect(page.getByText('12 students added to 10 lessons')).toBeVisible();

  const id = /course\/([^?]+)/.exec(page.url())?.[1] ?? '';
  const { data } = await admin.call(listLessons, { query: { filter: { class: id } } });
  expect(data.map(({ seats }) => seats)).toEqual(Array.from({ length: 10 }, () => 12));
  const taken = await clicks();
  test.info().annotations.push({ type: 'clicks', description: String(taken) });
  expect(taken).toBeLessThanOrEqual(30);
});
