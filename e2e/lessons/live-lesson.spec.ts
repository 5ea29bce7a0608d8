import type { Page } from '@playwright/test';
import { correctAttendance } from 'staffroom-contract/domains/attendance/attendance.contract.ts';
import { zoomReports } from 'staffroom-server/src/domains/attendance/zoom/zoom-attendance.schema.ts';
import { lessonStaff } from 'staffroom-server/src/domains/lessons/lessons.schema.ts';
import { aRoom, aStay, zoomFile } from 'staffroom-server/test/factories/attendance.factory.ts';
import { aPollQuestion, anAnswer } from 'staffroom-server/test/factories/poll.factory.ts';
import { aClass, aLesson } from 'staffroom-server/test/factories/class.factory.ts';
import { aTutor } from 'staffroom-server/test/factories/user.factory.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/expect-screen.ts';
import type { Running } from '../support/running-server.ts';
import { expect, test } from '../support/test.ts';
import { placeMany } from './lesson-page.ts';

const hour = 60 * 60_000;

const livePage = (page: Page) => ({
  open: (lesson: { id: string }) => page.goto(`/lessons/${lesson.id}/detail/zoom`),
  row: (name: string) => page.getByRole('row').filter({ hasText: name }),
  details: page.getByRole('region', { name: 'Details' }),
  room: page.getByRole('region', { name: 'Integration' }),
  unmatched: page.getByRole('region', { name: 'Not matched' }),
  dialog: page.getByRole('dialog'),
  tab: (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) }),
  button: (name: string) => page.getByRole('button', { name, exact: true }),
});

/** A Zoom lesson that has ended, with three students. */
const aHeldLesson = async (app: Running) => {
  const tuitionClass = await aClass(app);
  const lesson = await aLesson(app, tuitionClass.id, {
    scheduledAt: new Date(app.clock.now().getTime() - 26 * hour),
    name: 'T2 L5 Fractions of a set',
    term: 2,
    lessonIndex: 5,
    hostingPlatform: 'Zoom',
    hostingType: 'meeting',
  });
  const tutor = await aTutor(app);
  await app.database.db
    .insert(lessonStaff)
    .values({ lessonId: lesson.id, userId: tutor.id, kind: 'tutor' });
  const students = await placeMany(app, lesson, 3);
  return { tuitionClass, lesson, tutor, students };
};

/** A report that Zoom did not have yet. */
const aReport = (
  app: Running,
  lesson: { id: string },
  values: Partial<typeof zoomReports.$inferInsert>,
) =>
  app.database.db.insert(zoomReports).values({
    lessonId: lesson.id,
    state: 'waiting',
    tries: 1,
    error: 'Zoom has no participants of this meeting',
    updated: app.clock.now(),
    ...values,
  });

test('the page shows attendance and the room, and a participant is matched by hand and unmatched', async ({
  page,
  app,
  signInAs,
}) => {
  const { lesson, tutor, students } = await aHeldLesson(app);
  await aRoom(app, lesson);
  await aStay(app, lesson, { email: students[0]!.email, from: -2, to: 118 });
  await aStay(app, lesson, { email: students[1]!.email, from: 0, to: 40 });
  await aStay(app, lesson, { email: tutor.email, name: 'Host', to: 120 });
  await aStay(app, lesson, { name: 'iPad (2)', from: 1, to: 118 });
  await aReport(app, lesson, { nextTry: new Date('2026-03-14T06:00:00Z') });
  await signInAs('Admin', { name: 'Nadia Tan' });
  const { open, row, details, room, unmatched, dialog, tab, button } = livePage(page);
  await open(lesson);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fractions of a set');
  await expect(row('Student 001')).toContainText('Attended');
  await expect(row('Student 001')).toContainText('118');
  await expect(row('Student 002')).toContainText('Half attended');
  await expect(row('Student 003')).toContainText('Absent');
  await expect(details).toContainText('1 attended · 1 half · 1 absent');
  for (const words of ['84322107765', 'frac48', 'room3@example.net', 'shimin.goh@example.net'])
    await expect(room).toContainText(words);
  await expect(room.getByRole('status')).toHaveText(
    'No report from Zoom: Zoom has no participants of this meeting. Next request at Sat 14 Mar 2026, 14:00.',
  );
  await expect(unmatched).toContainText('iPad (2)');
  await expect(page.getByRole('region', { name: 'Polls' })).toContainText('No poll data');

  const choose = async (words: string, option: string | RegExp) => {
    await dialog.getByRole('combobox', { name: 'Who is it?' }).fill(words);
    await page.getByRole('option', { name: option }).click();
  };
  await button('Match iPad (2)').click();
  await choose(tutor.name, `${tutor.name} (tutor)`);
  await choose('Student 003', /Student 003/);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Match' }).click();
  await expect(row('Student 003')).toContainText('Attended');
  await expect(unmatched).toHaveCount(0);
  await tab('Attendees').click();
  await expect(row(tutor.name)).toContainText('Tutor');
  await expect(row('iPad (2)')).toContainText('Student 003 · by Nadia Tan');
  await row('iPad (2)').getByRole('button', { name: 'Undo' }).click();
  await expect(row('iPad (2)')).toContainText('Not matched');
});

test('students without attendance data show N/A, and a missing room shows a message', async ({
  page,
  app,
  signInAs,
}) => {
  const { lesson, tuitionClass } = await aHeldLesson(app);
  const classroom = await aLesson(app, tuitionClass.id, { inDays: -1 });
  await placeMany(app, classroom, 1);
  await signInAs('CustService');
  const { open, row, room, details } = livePage(page);
  await open(lesson);
  await expect(row('Student 001')).toContainText('N/A');
  await expect(room).toContainText('No zoom room created');
  await expect(details).toContainText('No attendance data');
  await page.goto(`/lessons/${classroom.id}/detail/staffroom-classroom`);
  await expect(row('Student 001')).toContainText('N/A');
  await expect(room).toContainText('No integration details found.');
  await page.goto(`/lessons/${classroom.id}/detail/zoom?tab=payment`);
  await expect(page).toHaveURL(`/lessons/${classroom.id}/detail/staffroom-classroom?tab=payment`);
  await expect(room).toContainText('No integration details found.');
  const elsewhere = await aLesson(app, tuitionClass.id, { hostingPlatform: 'ClassIn' });
  await page.goto(`/lessons/${elsewhere.id}/detail/clickmeeting`);
  await expect(page).toHaveURL(`/course/${tuitionClass.id}/lesson/${elsewhere.id}`);
});

test('after a lesson attendance is corrected with a reason, a concurrent save first, and there are no live links', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of (409|422)/);
  const { lesson, students } = await aHeldLesson(app);
  await aStay(app, lesson, { email: students[0]!.email });
  const colleague = await app.as('CustService', { name: 'Mei Ling' });
  await signInAs('Admin');
  const { open, row, dialog, button } = livePage(page);
  await open(lesson);
  await button('Actions for Student 003').click();
  await page.getByRole('menuitem', { name: 'Correct attendance' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toContainText('Still needed: attendance, reason.');
  await dialog.getByRole('combobox', { name: 'Attendance' }).click();
  await page.getByRole('option', { name: 'Attended', exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Joined by phone');
  await colleague.call(correctAttendance, {
    params: { id: lesson.id, studentId: students[2]!.id },
    body: { status: 'half attended', reason: 'Left early', version: 1 },
  });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toContainText('Mei Ling changed this correction while you were editing.');
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Joined by phone');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(row('Student 003')).toContainText('Attended');

  await button('Actions for Student 001').click();
  await page.getByRole('menuitem', { name: 'Live link' }).click();
  await expect(dialog).toContainText('This lesson is over.');
  await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeDisabled();
});

test('a participant file is imported and undone; one of another time is refused with the reason', async ({
  page,
  app,
  signInAs,
}) => {
  const { lesson, students } = await aHeldLesson(app);
  await aRoom(app, lesson);
  await aReport(app, lesson, { state: 'failed' });
  await signInAs('Admin', { name: 'Nadia Tan' });
  const { open, row, room, dialog, tab, button } = livePage(page);
  await open(lesson);
  await expect(room.getByRole('status')).toContainText('Import its participant file instead.');
  await expect(row('Student 002')).toContainText('N/A');
  const file = (of: typeof lesson) => ({
    name: 'participants.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      zoomFile(of, [{ email: students[1]!.email, name: 'Kai, "Wen"' }])
        .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
        .join('\r\n'),
    ),
  });
  await button('Import CSV').click();
  const chooser = dialog.getByLabel('Participant file');
  await chooser.setInputFiles(
    file({ ...lesson, scheduledAt: new Date(lesson.scheduledAt.getTime() - 24 * hour) }),
  );
  await expect(dialog.getByRole('alert')).toContainText('The times in this file do not match');
  await expect(dialog.getByRole('button', { name: 'Import' })).toBeDisabled();
  await chooser.setInputFiles(file(lesson));
  await expect(dialog).toContainText('1 row of Zoom.');
  const people = dialog.getByRole('table', { name: 'People in the file' });
  await expect(people.getByRole('row', { name: students[1]!.email })).toContainText('Attended');
  await expect(dialog.getByRole('region', { name: 'What will change' })).toContainText('Attended1');
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(dialog).toContainText('1 row imported');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(row('Student 002')).toContainText('Attended');
  await expect(row('Student 003')).toContainText('Absent');

  await tab('Attendees').click();
  const imported = page.getByRole('region', { name: 'Imported files' });
  await expect(imported).toContainText('1 new row of 1 · Nadia Tan');
  await button('Undo import of participants.csv').click();
  await dialog.getByRole('button', { name: 'Undo import' }).click();
  await expect(imported).toContainText('Undone by Nadia Tan');
  await expect(row(students[1]!.email)).toHaveCount(0);
});

test('a person of the file without a known e-mail is matched before the import, which its result undoes', async ({
  page,
  app,
  signInAs,
}) => {
  const { lesson } = await aHeldLesson(app);
  await aRoom(app, lesson);
  await signInAs('Admin');
  const { open, row, dialog, button } = livePage(page);
  await open(lesson);
  await button('Import CSV').click();
  await dialog.getByLabel('Participant file').setInputFiles({
    name: 'participants.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      zoomFile(lesson, [{ name: 'iPad (2)' }])
        .map((cells) => cells.map((cell) => `"${cell}"`).join(','))
        .join('\r\n'),
    ),
  });
  const match = dialog.getByRole('combobox', { name: 'Match iPad (2)' });
  await expect(match).toBeFocused();
  await expect(dialog).toContainText('0 of 1 person matched.');
  await expectAccessible(page);
  await match.press('ArrowDown');
  await page.getByRole('option', { name: /^Student 003/ }).click();
  await expect(dialog).toContainText('1 of 1 person matched.');
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(dialog.getByText('1 row imported', { exact: true })).toBeVisible();
  await expect(row('Student 003')).toContainText('Attended');
  await dialog.getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByText('Import of participants.csv undone')).toBeVisible();
  await expect(row('Student 003')).toContainText('N/A');
});

test('live links of a student and of the tutor are personal, show their expiry and can be copied', async ({
  page,
  context,
  app,
  signInAs,
}) => {
  const tuitionClass = await aClass(app);
  const lesson = await aLesson(app, tuitionClass.id, { inDays: 1 });
  const tutor = await aTutor(app);
  await app.database.db
    .insert(lessonStaff)
    .values({ lessonId: lesson.id, userId: tutor.id, kind: 'tutor' });
  const [student] = await placeMany(app, lesson, 1);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAs('CustService');
  const { dialog, room, button } = livePage(page);
  await page.goto(`/lessons/${lesson.id}/detail/staffroom-classroom`);
  await button('Actions for Student 001').click();
  await page.getByRole('menuitem', { name: 'Live link' }).click();
  const field = dialog.getByRole('textbox', { name: 'Link' });
  await expect(field).toHaveValue(/^https:\/\/room\.example\/join#[\w.-]+$/);
  await expect(dialog).toContainText('Student 001');
  await expect(dialog).toContainText('Valid until');
  const personOf = (link: string) =>
    (
      JSON.parse(Buffer.from(new URL(link).hash.split('.')[1] ?? '', 'base64url').toString()) as {
        sub: string;
      }
    ).sub;
  expect(personOf(await field.inputValue())).toBe(student!.id);
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Live link of Student 001 copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await field.inputValue());
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await room.getByRole('button', { name: `Live link of ${tutor.name}` }).click();
  await expect(field).toHaveValue(/#/);
  expect(personOf(await field.inputValue())).toBe(tutor.id);
});

test('polls are beside the students, or in a tab on a narrow screen', async ({
  page,
  app,
  signInAs,
}) => {
  const { lesson, students } = await aHeldLesson(app);
  const first = await aPollQuestion(app, lesson.id, { question: 'What is a half of 48?' });
  await aPollQuestion(app, lesson.id, { question: 'What is a third of 48?' });
  await anAnswer(app, first, students[0]!, [1]);
  await signInAs('CustService');
  const { open, row, tab } = livePage(page);
  await open(lesson);
  const panel = page.getByRole('region', { name: 'Polls' });
  await expect(panel).toContainText('What is a half of 48?');
  await expect(panel).toContainText('1 of 3 answered, 100% right');
  await expect(row('Student 001')).toContainText('1/2');
  await panel.getByRole('button', { name: 'Question 2' }).click();
  await expect(panel).toContainText('What is a third of 48?');
  await expect(panel).not.toContainText('What is a half of 48?');
  const add = panel.getByRole('button', { name: 'Add Question' });
  await add.click();
  const form = page.getByRole('dialog', { name: 'Add Question' });
  await expect(form.getByRole('textbox', { name: 'Question', exact: true })).toBeFocused();
  // A fast user presses Escape while the focus is still on the button that opened the dialog.
  await add.evaluate((button) => button.focus());
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await expectAccessible(page);
  await page.setViewportSize({ width: 1100, height: 800 });
  await expect(panel).toHaveCount(0);
  await tab('Polls').click();
  await expect(page.getByText('What is a third of 48?')).toBeVisible();
});

test('on a phone students who need attention come first, and Open Zoom stays in view', async ({
  page,
  app,
  signInAs,
}) => {
  const { lesson, students } = await aHeldLesson(app);
  await aRoom(app, lesson);
  await aPollQuestion(app, lesson.id);
  await aStay(app, lesson, { email: students[0]!.email, from: -2, to: 118 });
  await aStay(app, lesson, { email: students[1]!.email, from: 0, to: 40 });
  await aStay(app, lesson, { name: 'iPad (2)', from: 1, to: 118 });
  await signInAs('Admin');
  await page.setViewportSize({ width: 390, height: 844 });
  const { open, tab, button, dialog } = livePage(page);
  await open(lesson);
  const person = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await expect(page.getByRole('region', { name: 'Attendance' })).toContainText('2 of 3');
  await expect(person('Student 002')).toContainText('Half attended');
  await expect(person('Student 003')).toContainText('Absent');
  await expect(person('Student 003')).toContainText('not joined');
  await expect(person('Student 001')).toHaveCount(0);
  await button('Match iPad (2)').click();
  await dialog.getByRole('combobox', { name: 'Who is it?' }).fill('Student 003');
  await page.getByRole('option', { name: /Student 003/ }).click();
  await dialog.getByRole('button', { name: 'Match' }).click();
  await expect(person('Student 003')).toHaveCount(0);
  await tab('Payment').click();
  await expect(person('Student 001')).toContainText('118 min');
  await button('Actions for Student 001').click();
  await expect(page.getByRole('menuitem', { name: 'Live link' })).toBeVisible();
  await page.keyboard.press('Escape');
  await tab('Polls').click();
  await expect(page.getByText('What is ¾ of 48?')).toBeVisible();
  await expectNoSidewaysScroll(page, [390]);
  await expect(page.getByRole('link', { name: 'Open Zoom' })).toBeInViewport();
});
