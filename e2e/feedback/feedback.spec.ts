import type { Page } from '@playwright/test';
import { getFeedback } from 'staffroom-contract/domains/feedback/feedback.contract.ts';
import { classStaff } from 'staffroom-server/src/domains/classes/classes.schema.ts';
import { aClassWithLessons } from 'staffroom-server/test/factories/class.factory.ts';
import { aFeedback, aFollowUp } from 'staffroom-server/test/factories/feedback.factory.ts';
import { aStudent } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import type { Running } from '../support/running-server.ts';
import { expect, test } from '../support/test.ts';

/** Makes a class with feedback on its only lesson, by a student with contacts and a parent. */
const aRatedClass = async (app: Running, values: { rating?: number; content?: string } = {}) => {
  const name = unique('P6 Ratio [+]');
  const { tuitionClass, lessons } = await aClassWithLessons(app, 1, { name });
  const student = await aStudent(app, {
    name: unique('Ong Xin Yi'),
    phoneCountryCode: '65',
    phone: '80001234',
    parentName: 'Mdm Ong',
    parentEmail: 'mdm.ong@example.org',
  });
  const lessonId = lessons[0]?.id ?? '';
  const feedback = await aFeedback(app, { lessonId, studentId: student.id, ...values });
  return { tuitionClass, lessonId, student, feedback };
};

const cardOf = (page: Page, student: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: student }) });

const searchFor = async (page: Page, name: string) => {
  await page.getByRole('textbox', { name: 'Class name' }).fill(name);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
};

test('feedback is found by class name and rating, and shows the family’s contacts', async ({
  page,
  app,
  signInAs,
}) => {
  const { tuitionClass, lessonId, student, feedback } = await aRatedClass(app);
  const pleased = await aStudent(app, { name: unique('Bryan Kwek') });
  await aFeedback(app, { lessonId, studentId: pleased.id, rating: 5, content: '' });
  await signInAs('CustService');
  await page.goto('/feedback');
  const button = page.getByRole('button', { name: 'Search', exact: true });
  await expect(button).toBeDisabled();
  await page.getByRole('textbox', { name: 'Class name' }).fill('  ');
  await expect(button).toBeDisabled();
  await searchFor(page, tuitionClass.name);
  const card = cardOf(page, student.name);
  for (const words of ['2 of 5', feedback.content, '+65 8000 1234', 'Parent: Mdm Ong'])
    await expect(card).toContainText(words);
  await expect(cardOf(page, pleased.name)).toContainText('Nothing was written');
  await page
    .getByRole('group', { name: 'Filters' })
    .getByRole('combobox', { name: /^Rating/ })
    .click();
  await page.getByRole('option', { name: '1 star', exact: true }).click();
  await page.getByRole('option', { name: '2 stars' }).click();
  await page.keyboard.press('Escape');
  await expect(cardOf(page, pleased.name)).toHaveCount(0);
  await expect(card).toBeVisible();
  const box = page.getByRole('textbox', { name: 'Class name' });
  await box.fill('No such class');
  // The box moves when the width changes, and keeps its text.
  const filters = page.getByRole('button', { name: /^Filters/ });
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(filters).toBeVisible();
  await expect(box).toHaveValue('No such class');
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(filters).toBeHidden();
  await expect(box).toHaveValue('No such class');
  await button.click();
  await expect(page.getByText('No feedback was found', { exact: true })).toBeVisible();
  // Enter in the empty box ends the search, although the button is disabled.
  await box.fill('');
  await box.press('Enter');
  await expect(page).not.toHaveURL(/search=/);
});

test('a follow-up of feedback is created, found among the user’s own and marked as done', async ({
  page,
  app,
  signInAs,
}) => {
  const { tuitionClass, student, feedback } = await aRatedClass(app);
  const desk = await signInAs('CustService');
  await page.goto(`/feedback?search=${encodeURIComponent(tuitionClass.name)}`);
  await cardOf(page, student.name).getByRole('button', { name: 'Follow up' }).click();
  const begin = page.getByRole('dialog', { name: 'Follow up' });
  await expect(begin).toContainText(feedback.content);
  await begin.getByRole('textbox', { name: 'What was agreed' }).fill('Call the mother');
  await begin.getByRole('textbox', { name: 'Follow-up date' }).fill('tomorroww');
  await begin.getByRole('textbox', { name: 'Follow-up date' }).blur();
  await expect(begin.getByRole('button', { name: 'Save' })).toBeDisabled();
  await begin.getByRole('textbox', { name: 'Follow-up date' }).fill('24 Nov 2036');
  await begin.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Follow-up saved')).toBeVisible();
  const card = cardOf(page, student.name);
  for (const words of ['Open', 'due 24 Nov 2036', 'Call the mother'])
    await expect(card).toContainText(words);

  await page.goto(`/feedback?follow_ups=mine&search=${encodeURIComponent(tuitionClass.name)}`);
  await card.getByRole('button', { name: 'Open follow-up' }).click();
  const followUp = page.getByRole('dialog', { name: 'Follow-up' });
  const history = followUp.getByRole('list', { name: 'History' });
  await expect(history).toContainText('Assigned to: ');
  await expect(history.getByRole('listitem').last()).toContainText('Feedback given');
  await followUp.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Done' }).click();
  await expect(followUp.getByRole('region', { name: 'When you save' })).toContainText(
    'Leaves the list of open follow-ups',
  );
  await followUp.getByRole('textbox', { name: 'What was agreed' }).fill('Spoke to the mother');
  await followUp.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('No feedback was found', { exact: true })).toBeVisible();
  const { data } = await desk.call(getFeedback, { params: { id: feedback.id } });
  expect(data.follow_up).toMatchObject({ state: 'done', remark: 'Spoke to the mother' });
});

test('a Tutor sees feedback on their own classes only, without contacts or follow-ups', async ({
  page,
  app,
  signInAs,
}) => {
  const { tuitionClass, student, feedback } = await aRatedClass(app);
  await aFollowUp(app, { feedback: feedback.id });
  const others = await aRatedClass(app);
  const tutor = await signInAs('Tutor');
  const row = { userId: tutor.id, kind: 'tutor' as const };
  await app.database.db.insert(classStaff).values({ classId: tuitionClass.id, ...row });
  await page.goto('/feedback');
  const card = cardOf(page, student.name);
  await expect(card).toContainText(feedback.content);
  for (const words of ['8000 1234', student.email, 'Mdm Ong', 'Open'])
    await expect(card).not.toContainText(words);
  await expect(page.getByRole('button', { name: /ollow/ })).toHaveCount(0);
  await expect(cardOf(page, others.student.name)).toHaveCount(0);
});
