import type { Page, Request } from '@playwright/test';
import {
  createLesson,
  getLesson,
  updateLesson,
} from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { addLessonStudents } from 'staffroom-contract/domains/lessons/roster-changes.contract.ts';
import { updateClass } from 'staffroom-contract/domains/classes/class-record.contract.ts';
import { listLessons } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import { aClass, aLesson } from 'staffroom-server/test/factories/class.factory.ts';
import { aStudent, aTutor, aUser } from 'staffroom-server/test/factories/user.factory.ts';
import type { Api } from 'staffroom-server/test/stage.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import type { Running } from '../support/running-server.ts';
import { expect, test } from '../support/test.ts';
import { editAddress, lessonForm, newAddress } from './lesson-form.ts';

/** Sat 13 Mar 2027, 14:00 in Singapore. */
const saturday = new Date('2027-03-13T06:00:00Z');

const sent = (page: Page, method: 'POST' | 'PATCH'): Promise<Request> =>
  page.waitForRequest(
    (request) =>
      request.method() === method && /\/admin\/lesson(\/[0-9a-f-]{36})?$/.test(request.url()),
  );

/** A lesson with these teachers, and a lesson of another class at the same time without teachers. */
const anOverlap = async (
  app: Running,
  admin: Api,
  teachers: { tutor: string[]; ta?: string[] },
) => {
  const other = await aClass(app, { name: unique('P6 Science') });
  await admin.call(createLesson, {
    body: {
      class: other.id,
      name: 'Water',
      scheduled_on: '2027-03-13T07:00:00Z',
      ended_on: '2027-03-13T08:00:00Z',
      ...teachers,
    },
  });
  const { id: classId } = await aClass(app);
  const lesson = await aLesson(app, classId, { scheduledAt: saturday, name: 'Percentage' });
  return { other, lesson };
};

test('a new lesson defaults to the class’s teachers and times, a week after the last one', async ({
  page,
  app,
  signInAs,
}) => {
  const tutor = await aTutor(app, { name: unique('Goh Shi Min') });
  const ta = await aUser(app, { type: 'TA', name: unique('Lim Wei Ling') });
  const admin = await signInAs('Admin');
  const tuitionClass = await aClass(app, { startTime: '14:00', endTime: '15:30' });
  await admin.call(updateClass, {
    params: { id: tuitionClass.id },
    body: { tutor: [tutor.id], ta: [ta.id] },
  });
  await aLesson(app, tuitionClass.id, { scheduledAt: saturday, lessonIndex: 4, term: 2 });
  const form = lessonForm(page, 'New Lesson');
  await form.open(newAddress(tuitionClass));
  await expect(form.dialog.getByText(tuitionClass.name)).toBeVisible();
  await expect(form.day).toHaveValue('20 Mar 2027');
  await expect(form.box('Start time')).toHaveValue('14:00');
  await expect(form.box('End time')).toHaveValue('15:30');
  await expect(form.box('Lesson order')).toHaveValue('5');
  await expect(form.box('Lesson term')).toHaveValue('2');
  await expect(form.people('Tutors')).toContainText(tutor.name);
  await expect(form.people('TAs')).toContainText(ta.name);
  await expect(form.choice('Staffroom Classroom')).toBeChecked();
  await expect(form.tick('Active')).toBeChecked();
  await expect(form.tick('Released')).toBeChecked();
  await expect(form.dialog.getByText('Still needed: name.')).toBeVisible();
  await expect(form.save).toBeDisabled();

  await form.box('Name').fill('Ratio');
  await form.box('Description').fill('Bring a ruler.');
  await form.box('Start time').fill('7.30pm');
  await form.box('End time').fill('21:00');
  await form.dialog.getByText('Zoom', { exact: true }).click();
  await expect(form.choice('webinar')).toBeChecked();
  await form.dialog.getByText('meeting', { exact: true }).click();
  await form.tick('Released').uncheck();
  const [request] = await Promise.all([sent(page, 'POST'), form.save.click()]);
  expect(request.headers()['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
  expect(request.postDataJSON()).toEqual({
    class: tuitionClass.id,
    name: 'Ratio',
    desc: '<p>Bring a ruler.</p>',
    meta: { index: 5, term: 2 },
    scheduled_on: '2027-03-20T11:30:00Z',
    ended_on: '2027-03-20T13:00:00Z',
    hosting_platform: 'Zoom',
    hosting_type: 'meeting',
    tutor: [tutor.id],
    ta: [ta.id],
    is_active: true,
    is_released: false,
  });
  await expect(page.getByText('Ratio saved')).toBeVisible();
  await expect(form.dialog).toBeHidden();
});

test('an edit shows errors at its fields, sends only what changed, and is in the timeline', async ({
  page,
  app,
  signInAs,
}) => {
  const { id: classId } = await aClass(app);
  const lesson = await aLesson(app, classId, { scheduledAt: saturday, name: 'Percentage' });
  const admin = await signInAs('Admin');
  const student = await aStudent(app, { name: unique('Chua Si Ying') });
  await admin.call(addLessonStudents, {
    params: { id: lesson.id },
    body: { student: [student.id] },
  });
  const form = lessonForm(page, 'Edit Lesson');
  await form.open(editAddress(lesson));
  await expect(form.box('Name')).toHaveValue('Percentage');
  const warning = form.dialog.getByText('1 student has a place in this lesson.');
  await form.tick('Active').uncheck();
  await expect(warning).toBeVisible();
  await form.tick('Active').check();
  await expect(warning).toBeHidden();

  await form.box('Start time').fill('half past two');
  await form.box('End time').fill('1pm');
  await expect(form.box('Start time')).toHaveValue('half past two');
  await expect(form.box('Start time')).toHaveAccessibleDescription(
    '“half past two” is not a time. Write it like 19:00 or 7pm.',
  );
  await expect(form.save).toBeDisabled();
  await form.box('Start time').fill('1400');
  await expect(form.box('End time')).toHaveAccessibleDescription(
    'A lesson is at most 12 hours long Ends the next day, Sun 14 Mar 2027',
  );
  await form.box('Start time').fill('11pm');
  await form.box('End time').fill('0:30');
  await expect(form.box('Start time')).toHaveValue('23:00');
  await expect(form.box('End time')).toHaveAccessibleDescription(
    'Ends the next day, Sun 14 Mar 2027',
  );
  const [request] = await Promise.all([sent(page, 'PATCH'), form.save.click()]);
  expect(request.postDataJSON()).toEqual({
    // Adding the student by hand increased the version.
    version: 2,
    scheduled_on: '2027-03-13T15:00:00Z',
    ended_on: '2027-03-13T16:30:00Z',
  });
  await expect(page.getByText('Percentage saved')).toBeVisible();
  await expect(form.dialog).toBeHidden();

  await page.goto(`/course/${classId}/lesson/${lesson.id}?tab=changes`);
  const steps = page.getByRole('list', { name: 'Changes' }).getByRole('listitem');
  await expect(steps).toHaveCount(2);
  await expect(steps.nth(0)).toContainText('Updated');
  await expect(steps.nth(0)).toContainText(
    'Start: Sat 13 Mar 2027, 14:00 → Sat 13 Mar 2027, 23:00',
  );
  await expect(steps.nth(1)).toContainText('Students added');
  await expect(steps.nth(1)).toContainText(`Payment: nothing → ${student.name}`);
});

test('the tutor search shows who is free; booking a tutor twice needs confirmation, a TA only warns', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 409/);
  const surname = unique('Ong');
  const busy = await aTutor(app, { name: `${surname} A`, subjects: ['Chemistry', 'Biology'] });
  const free = await aTutor(app, { name: `${surname} B`, subjects: ['Mathematics'] });
  const ta = await aUser(app, { type: 'TA', name: unique('Lim Wei Ling') });
  const admin = await signInAs('Admin');
  const { other, lesson } = await anOverlap(app, admin, { tutor: [busy.id], ta: [ta.id] });
  await admin.call(updateLesson, { params: { id: lesson.id }, body: { ta: [ta.id] } });
  const where = `Water (${other.name}), Sat 13 Mar 2027, 15:00–16:00`;
  const form = lessonForm(page, 'Edit Lesson');
  await form.open(editAddress(lesson));
  await expect(form.dialog.getByText(`TA ${ta.name}: ${where}`)).toBeVisible();
  const finder = form.dialog.getByRole('combobox', { name: 'Add a tutor' });
  const options = page.getByRole('option', { name: surname });
  await finder.fill(surname);
  await expect(options.first()).toContainText(`Busy 15:00–16:00 ${other.name}`);
  await expect(options.first()).toContainText(`Chemistry, Biology · ${busy.email}`);
  await expect(options.last()).toContainText('Free');
  await expect(options.last()).toContainText(free.name);

  // The lesson now ends before the other one starts.
  await page.keyboard.press('Escape');
  await form.box('End time').fill('15:00');
  await expect(form.dialog.getByText('Booked twice at this time')).toBeHidden();
  await finder.fill(surname);
  await expect(options.first()).toContainText(`${busy.name}Free`);
  await options.first().click();
  await form.box('End time').fill('15:30');
  await expect(form.dialog.getByText(`Tutor ${busy.name}: ${where}`)).toBeVisible();
  await form.save.click();
  await expect(form.question).toContainText(`Tutor ${busy.name}: ${where}`);
  // Cancel has the focus, so that Enter alone never books a tutor twice.
  await expect(form.question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await form.question.getByRole('button', { name: 'Cancel' }).click();
  await expect(form.question).toBeHidden();
  await expect(form.people('Tutors')).toContainText(busy.name);
  const before = await admin.call(getLesson, { params: { id: lesson.id } });
  expect(before.data.tutor).toEqual([]);

  await form.save.click();
  await form.question.getByRole('button', { name: 'Save anyway' }).click();
  await expect(page.getByText(/^Percentage saved\. Booked twice: .*TA /)).toContainText(ta.name);
  const after = await admin.call(getLesson, { params: { id: lesson.id } });
  expect(after.data.tutor).toEqual([{ _id: busy.id, name: busy.name }]);
});

test('retrying a confirmed lesson after a lost response does not create it twice', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 409|Failed to load resource|Request failed/);
  const tutor = await aTutor(app, { name: unique('Goh Shi Min') });
  const admin = await signInAs('Admin');
  const tuitionClass = await aClass(app, { startTime: '14:00', endTime: '15:30' });
  await admin.call(updateClass, {
    params: { id: tuitionClass.id },
    body: { tutor: [tutor.id] },
  });
  await aLesson(app, tuitionClass.id, { scheduledAt: saturday });
  const other = await aClass(app);
  await admin.call(createLesson, {
    body: {
      class: other.id,
      name: 'Water',
      scheduled_on: '2027-03-20T06:00:00Z',
      ended_on: '2027-03-20T07:00:00Z',
      tutor: [tutor.id],
    },
  });
  const keys: (string | undefined)[] = [];
  await page.route('**/api/admin/lesson', async (route) => {
    const request = route.request();
    if (request.method() !== 'POST' || !request.postData()?.includes('allow_overlap'))
      return route.continue();
    keys.push(request.headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    await route.fetch();
    return route.abort('connectionfailed');
  });
  const form = lessonForm(page, 'New Lesson');
  await form.open(newAddress(tuitionClass));
  await form.box('Name').fill('Ratio');
  await form.save.click();
  await form.question.getByRole('button', { name: 'Save anyway' }).click();
  await expect(form.dialog.getByRole('alert')).toContainText('The server cannot be reached');
  await expect(form.box('Name')).toHaveValue('Ratio');
  await form.save.click();
  await expect(page.getByText('Ratio saved')).toBeVisible();
  await expect(form.dialog).toBeHidden();
  expect(keys[1]).toBe(keys[0]);
  const { count } = await admin.call(listLessons, {
    query: { filter: { class: tuitionClass.id } },
  });
  expect(count).toBe(2);
});
