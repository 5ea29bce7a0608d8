import { readFile } from 'node:fs/promises';
import { and, eq } from 'drizzle-orm';
import { listAnnouncements } from 'staffroom-contract/domains/announcements/announcements.contract.ts';
import { deliveries } from 'staffroom-server/src/domains/announcements/announcements.schema.ts';
import { lessonStaff, lessons } from 'staffroom-server/src/domains/lessons/lessons.schema.ts';
import {
  aLessonWith,
  anAnnouncement,
  pupils,
} from 'staffroom-server/test/factories/announcement.factory.ts';
import { aLesson } from 'staffroom-server/test/factories/class.factory.ts';
import { aTutor } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/expect-screen.ts';
import { expect, test } from '../support/test.ts';
import { composer } from './composer.ts';

test('an e-mail to two groups is sent after a confirmation and listed on the lesson', async ({
  page,
  app,
  signInAs,
}) => {
  test.setTimeout(120_000);
  const { lesson } = await aLessonWith(app, [
    { name: 'Ang Mei' },
    { name: 'Bala' },
    { name: 'Chen', kind: 'TRIAL' },
  ]);
  await signInAs('Admin');
  const { open, dialog, subject, content, send, confirm } = composer(page);
  await open(lesson);
  await expect(send).toBeDisabled();
  await subject.fill('Saturday starts at 14:30');
  await expect(send).toBeDisabled();
  await content.fill('Please bring page 12');
  await dialog.getByRole('textbox', { name: 'Button text' }).fill('Open');
  await expect(dialog.getByText('Please enter the link of the button')).toBeVisible();
  await expect(send).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Button link' }).fill('javascript:alert(1)');
  await expect(dialog.getByText('The link must be a web address')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Button link' }).fill('https://x.example/l');
  const preview = dialog.getByRole('region', { name: 'E-mail preview' });
  for (const words of ['Saturday starts at 14:30', 'Please bring page 12', 'as Ang Mei gets it'])
    await expect(preview).toContainText(words);
  await expectAccessible(page);

  await send.click();
  await expect(confirm.dialog).toContainText('You will not be able to reverse this decision.');
  await expect(confirm.dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(confirm.button).toBeDisabled();
  await expect(confirm.group('Video Only')).toBeDisabled();
  await confirm.group('Students').check();
  await confirm.group('Trial Students').check();
  await expect(confirm.dialog).toContainText('3 students get it 3 messages');
  await expectAccessible(page);
  await confirm.button.click();

  const sent = page.getByRole('dialog', { name: 'Announcement Emails Sent' });
  await expect(sent).toContainText('3 students, 3 messages');
  await expectAccessible(page);
  await sent.getByRole('button', { name: 'See deliveries' }).click();
  await expect(page).toHaveURL(/tab=announcements/);
  // A sent message does not ask to discard changes.
  await expect(dialog).toBeHidden();
  const list = page.getByRole('region', { name: 'Announcements' });
  await expect(list.getByRole('button', { name: /Saturday starts at 14:30/ })).toContainText(
    'Students, Trial Students',
  );
  await expect(page.getByRole('table', { name: 'Recipients' })).toContainText('Chen');
  await expectAccessible(page);
});

test('the SMS counter handles Chinese text, and switching tabs keeps both drafts', async ({
  page,
  app,
  signInAs,
}) => {
  const { lesson } = await aLessonWith(app, [{ name: 'Ang' }, { name: 'Bala', phone: '' }]);
  await signInAs('Admin');
  const { open, dialog, subject, text, send } = composer(page);
  await open(lesson);
  await subject.fill('Moved');
  await dialog.getByRole('tab', { name: 'SMS' }).click();
  await expect(page).toHaveURL(/method=sms/);
  await expect(dialog.getByText('459 characters left')).toBeVisible();
  await text.fill('a'.repeat(161));
  await expect(dialog.getByText('298 characters left')).toBeVisible();
  await expect(dialog.getByText('2 of 3 parts')).toBeVisible();
  await text.fill('课'.repeat(202));
  await expect(dialog.getByText('257 characters left')).toBeVisible();
  await expect(dialog.getByText('4 parts', { exact: true })).toBeVisible();
  await text.fill('a'.repeat(460));
  await expect(dialog.getByText('At most 459 characters: 1 too many')).toBeVisible();
  await expect(send).toBeDisabled();
  await text.fill('Class at 14:30');
  await expect(dialog.getByRole('region', { name: 'Phone preview' })).toContainText(
    'Class at 14:30',
  );
  await expect(dialog.getByText('1 has no phone number')).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Bala' })).toBeVisible();
  await dialog.getByRole('tab', { name: 'E-mail' }).click();
  await expect(subject).toHaveValue('Moved');
  await expect(dialog.getByRole('region', { name: 'SMS draft' })).toContainText('Class at 14:30');

  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByRole('region', { name: 'E-mail preview' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page
    .getByRole('dialog', { name: 'Discard changes?' })
    .getByRole('button', { name: 'Discard' })
    .click();
  await expect(dialog).toBeHidden();
});

test('confirming again after a lost response sends no message twice', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  const { lesson } = await aLessonWith(app, [{ name: 'Ang' }, { name: 'Bala', kind: 'TRIAL' }]);
  const admin = await signInAs('Admin');
  const { open, subject, content, send, confirm } = composer(page);
  await open(lesson);
  await subject.fill('Moved');
  await content.fill('To 14:30');
  await send.click();
  await confirm.group('Students').check();
  await confirm.group('Trial Students').check();
  problems.expect(/net::ERR_FAILED|Failed to load resource/);
  // The server gets the second group's message, but its response is lost.
  await page.route('**/email/trial_student', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await confirm.button.click();
  await expect(confirm.dialog).toContainText('It went to Students.');
  await page.unroute('**/email/trial_student');
  await confirm.button.click();
  await expect(page.getByRole('dialog', { name: 'Announcement Emails Sent' })).toContainText(
    '2 students',
  );
  const { data } = await admin.call(listAnnouncements, { params: { id: lesson.id } });
  expect(data).toMatchObject([{ groups: ['student', 'trial_student'] }]);
  const { counts } = data[0]!;
  expect(counts.sent + counts.pending).toBe(2);
});

test('sending the same message again requires another confirmation', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 409/);
  const { lesson } = await aLessonWith(app, [{ name: 'Ang' }]);
  const admin = await signInAs('Admin');
  await anAnnouncement(app, lesson.id, { subject: 'Moved', content: '<p>To 14:30</p>' });
  const { open, subject, content, send, confirm } = composer(page);
  await open(lesson);
  await subject.fill('Moved');
  await content.fill('To 14:30');
  await send.click();
  await confirm.group('Students').check();
  await confirm.button.click();
  const question = page.getByRole('dialog', { name: 'Send the same again?' });
  await expect(question).toContainText('sent the same message to Students of this lesson');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  const count = async () =>
    (await admin.call(listAnnouncements, { params: { id: lesson.id } })).count;
  expect(await count()).toBe(1);
  await confirm.button.click();
  await question.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByRole('dialog', { name: 'Announcement Emails Sent' })).toBeVisible();
  expect(await count()).toBe(2);
});

test('an announcement to students and parents lists missing addresses, and “Send to” is remembered', async ({
  page,
  app,
  signInAs,
}) => {
  test.setTimeout(120_000);
  const parentEmail = `${unique('parent')}@example.org`;
  const { lesson } = await aLessonWith(app, [
    { name: 'Ang Mei', parentEmail },
    { name: 'Bala', parentEmail },
    { name: 'Chen' },
    { name: 'Dewi', email: unique('no address') },
  ]);
  await signInAs('Admin');
  const { open, dialog, subject, content, send, sendTo, confirm } = composer(page);
  await open(lesson);
  await expect(sendTo).toHaveValue('Student, else parent');
  await expect(dialog.getByText('1 has no e-mail address')).toBeVisible();
  await sendTo.click();
  await page.getByRole('option', { name: 'Parents' }).click();
  await expect(dialog.getByText('2 parents have no e-mail address')).toBeVisible();
  await expect(dialog.getByText('Up to 1 message')).toBeVisible();
  await sendTo.click();
  await page.getByRole('option', { name: 'Both' }).click();
  await expect(
    dialog.getByText('1 has no e-mail address, 1 gets it at one address only'),
  ).toBeVisible();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Chen' })).toContainText(
    'the parent’s is missing, only the student gets it',
  );
  await expect(dialog.getByText('Up to 4 messages')).toBeVisible();
  await subject.fill('Saturday starts at 14:30');
  await content.fill('Please bring page 12');
  await expectAccessible(page);

  await send.click();
  await confirm.group('Students').check();
  await expect(confirm.dialog).toContainText('3 students or their parents get it 4 messages');
  await expect(confirm.dialog).toContainText('1 is left out, 1 at one address only');
  await expectAccessible(page);
  await confirm.button.dblclick();
  const sent = page.getByRole('dialog', { name: 'Announcement Emails Sent' });
  await expect(sent).toContainText('3 students, 4 messages');
  await sent.getByRole('button', { name: 'See deliveries' }).click();
  const details = page.getByRole('region', { name: 'Saturday starts at 14:30' });
  await expect(details).toContainText('Students and their parents · 3 students, 4 messages');
  // The parent of the siblings is in both rows, with one message.
  await expect(details.getByRole('row').filter({ hasText: `${parentEmail} (parent)` })).toHaveCount(
    2,
  );
  await expect(details.getByRole('table', { name: 'Recipients' }).getByRole('row')).toHaveCount(6);

  await open(lesson);
  await dialog.getByRole('tab', { name: 'SMS' }).click();
  await expect(sendTo).toHaveValue('Both');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
});

test('a failed message can be sent to the parent, and the list shows the previous address', async ({
  page,
  app,
  signInAs,
}) => {
  const parentEmail = `${unique('parent')}@example.org`;
  const { lesson, students } = await aLessonWith(app, [{ name: 'Ang', parentEmail }]);
  const { _id } = await anAnnouncement(app, lesson.id, { subject: 'Moved to 14:30' });
  await app.database.db
    .update(deliveries)
    .set({ state: 'failed', tries: 8, via: 'smtp', error: '550 no such mailbox' })
    .where(eq(deliveries.announcementId, _id));
  await signInAs('Admin');
  await page.goto(`/course/${lesson.classId}/lesson/${lesson.id}?tab=announcements`);
  const details = page.getByRole('region', { name: 'Moved to 14:30' });
  await details.getByRole('button', { name: 'Actions for Ang' }).click();
  await page.getByRole('menuitem', { name: 'Send to the parent' }).click();
  await expect(page.getByRole('status').getByText(`Sent again to ${parentEmail}`)).toBeVisible();
  const row = details.getByRole('row').filter({ hasText: 'Ang' });
  await expect(row).toContainText(`${parentEmail} (parent), changed`);
  await expect(row).toContainText(`was ${students[0]?.email}`);
  await expect(details.getByRole('button', { name: /Retry/ })).toBeHidden();
});

test('moving a lesson in its form offers an announcement prefilled with both times', async ({
  page,
  app,
  signInAs,
}) => {
  test.setTimeout(90_000);
  const { lesson } = await aLessonWith(app, pupils(1));
  await app.database.db
    .update(lessons)
    .set({
      scheduledAt: new Date('2027-03-27T06:00:00Z'),
      endedAt: new Date('2027-03-27T08:00:00Z'),
    })
    .where(eq(lessons.id, lesson.id));
  await signInAs('Admin');
  const { dialog, subject, content } = composer(page);
  await page.goto(`/course/${lesson.classId}/lesson/${lesson.id}?dialog=edit`);
  const form = page.getByRole('dialog', { name: 'Edit Lesson' });
  await form.getByRole('textbox', { name: 'Start time' }).fill('14:30');
  await form.getByRole('textbox', { name: 'End time' }).click();
  await form.getByRole('button', { name: 'Save Lesson' }).click();
  const anyway = page.getByRole('button', { name: 'Save anyway' });
  const question = page.getByRole('dialog', {
    name: 'Create announcement regarding changes to the lesson?',
  });
  await expect(anyway.or(question).first()).toBeVisible();
  if (await anyway.isVisible()) await anyway.click();
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(dialog).toBeVisible();
  await expect(subject).toHaveValue('The lesson on Sat 27 Mar starts at 14:30');
  await expect(content).toContainText(
    'on Sat 27 Mar starts at 14:30 instead of 14:00 (Singapore time). It ends at',
  );
  await expect(dialog).toContainText('Filled in from the change of the lesson.');
});

test('moving a lesson in the week view offers an announcement prefilled with times and tutors', async ({
  page,
  app,
  signInAs,
}) => {
  test.setTimeout(90_000);
  const { lesson } = await aLessonWith(app, pupils(1));
  const [goh, lim] = [
    await aTutor(app, { name: unique('Aaron Goh') }),
    await aTutor(app, { name: unique('Aaron Lim') }),
  ];
  const teaches = { lessonId: lesson.id, kind: 'tutor' as const };
  await app.database.db.insert(lessonStaff).values({ ...teaches, userId: goh.id });
  // Lim's own lesson gives him a row in the timetable.
  const other = await aLesson(app, lesson.classId, {
    scheduledAt: new Date('2027-05-04T06:00:00Z'),
  });
  await app.database.db
    .insert(lessonStaff)
    .values({ ...teaches, lessonId: other.id, userId: lim.id });
  await app.database.db
    .update(lessons)
    .set({
      scheduledAt: new Date('2027-05-05T06:00:00Z'),
      endedAt: new Date('2027-05-05T08:00:00Z'),
    })
    .where(eq(lessons.id, lesson.id));
  await signInAs('Admin');
  const { dialog, subject, content } = composer(page);
  const question = page.getByRole('dialog', {
    name: 'Create announcement regarding changes to the lesson?',
  });
  await page.goto('/lessons?view=week&week=2027-05-03');
  await page.locator(`[data-lesson="${lesson.id}"]`).focus();
  for (const key of ['m', 'ArrowRight', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  const move = page.getByRole('dialog', { name: 'Move this lesson?' });
  await move.getByRole('button', { name: 'Cancel' }).click();
  await expect(move).toBeHidden();
  // Nothing has changed, so no announcement is offered.
  await expect(question).toBeHidden();

  await page.locator(`[data-lesson="${lesson.id}"]`).focus();
  for (const key of ['m', 'ArrowRight', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await move.getByRole('button', { name: 'Move' }).click();
  await expect(question).toBeVisible();
  // The message describes the saved change even before the lesson has reloaded.
  const read = Promise.withResolvers<void>();
  await page.route(`**/api/admin/lesson/${lesson.id}`, async (route) => {
    await read.promise;
    await route.continue();
  });
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(subject).toHaveValue('The lesson moves to Thu 6 May, 14:00');
  read.resolve();
  await expect(content).toContainText(
    'is on Thu 6 May, 14:00 instead of Wed 5 May, 14:00 (Singapore time).',
  );
  await expect(content).toContainText(`taught by ${lim.name} instead of ${goh.name}`);
  await expect(dialog).toContainText('Filled in from the change of the lesson.');
});

test('“Retry” sends only failed messages again, and names link to their records', async ({
  page,
  app,
  signInAs,
}) => {
  const { lesson, students } = await aLessonWith(app, [{ name: 'Ang' }, { name: 'Bala' }]);
  const { _id } = await anAnnouncement(app, lesson.id, { subject: 'Moved to 14:30' });
  const refused = eq(deliveries.address, students[0]?.email ?? '');
  const ofThis = eq(deliveries.announcementId, _id);
  const answered = { tries: 8, via: 'smtp' as const, error: '550 no such mailbox' };
  // Waits until the worker has sent them.
  await expect
    .poll(() => app.database.db.select({ state: deliveries.state }).from(deliveries).where(ofThis))
    .toEqual([{ state: 'sent' }, { state: 'sent' }]);
  await app.database.db.update(deliveries).set({ state: 'sent', via: 'smtp' }).where(ofThis);
  await app.database.db
    .update(deliveries)
    .set({ state: 'failed', ...answered })
    .where(and(ofThis, refused));
  await signInAs('Admin');
  await page.goto(`/course/${lesson.classId}/lesson/${lesson.id}?tab=announcements`);
  const details = page.getByRole('region', { name: 'Moved to 14:30' });
  await expect(details).toContainText('1 failed');
  const rows = details.getByRole('row').filter({ has: page.getByRole('cell') });
  await expect(rows.first()).toContainText('Ang');
  await expect(rows.first()).toContainText('550 no such mailbox');
  await expect(rows.first().getByRole('link', { name: 'Ang' })).toHaveAttribute(
    'href',
    `/user/${students[0]?.id}`,
  );
  await expectAccessible(page);
  await details.getByRole('button', { name: 'Retry 1 failed' }).click();
  await expect(page.getByRole('status').getByText('1 message sent again')).toBeVisible();
  await expect(details.getByRole('button', { name: /Retry/ })).toBeHidden();
  await details.getByRole('button', { name: 'Message' }).click();
  await expect(page.getByRole('dialog', { name: 'Moved to 14:30' })).toContainText('Dear parents');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.goto(`/user/${students[0]?.id}?tab=messages`);
  await expect(page.getByRole('table', { name: 'Messages' })).toContainText('Moved to 14:30');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/course/${lesson.classId}/lesson/${lesson.id}?tab=announcements`);
  await expect(details).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('an SMS is sent to one group, and its recipients can be downloaded', async ({
  page,
  app,
  signInAs,
}) => {
  const { lesson } = await aLessonWith(app, [{ name: 'Ang' }, { name: 'Bala', phone: '' }]);
  await signInAs('Admin');
  const { open, dialog, text, send, confirm } = composer(page);
  await open(lesson);
  await dialog.getByRole('tab', { name: 'SMS' }).click();
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^recipients.*\.csv$/);
  expect(await readFile(await file.path(), 'utf8')).toContain('Bala,student,,,missing');
  await text.fill('Class at 14:30');
  await send.click();
  await confirm.group('Students').check();
  await expect(confirm.dialog).toContainText('1 is left out');
  await confirm.button.click();
  const sent = page.getByRole('dialog', { name: 'Announcement SMS Sent' });
  await expect(sent).toContainText('1 student');
  await sent.getByRole('button', { name: 'Close' }).first().click();
  await expect(dialog).toBeHidden();
});

test('an SMS with an unknown result can be marked as arrived', async ({ page, app, signInAs }) => {
  const { lesson } = await aLessonWith(app, [{ name: 'Ang' }, { name: 'Bala' }]);
  const { _id } = await anAnnouncement(app, lesson.id, { type: 'sms' });
  // The worker sends at once; waits for it, so that it does not overwrite the state set below.
  await expect
    .poll(async () =>
      (
        await app.database.db
          .select({ state: deliveries.state })
          .from(deliveries)
          .where(eq(deliveries.announcementId, _id))
      ).map(({ state }) => state),
    )
    .toEqual(['sent', 'sent']);
  await app.database.db
    .update(deliveries)
    .set({ state: 'unknown', tries: 1, via: 'twilio', error: 'no answer recorded' })
    .where(eq(deliveries.announcementId, _id));
  await signInAs('Admin');
  await page.goto(`/course/${lesson.classId}/lesson/${lesson.id}?tab=announcements&state=unknown`);
  const details = page.getByRole('region', { name: 'Class at 14:30' });
  await expect(details).toContainText('Unknown messages need a decision');
  const rows = details.getByRole('row').filter({ has: page.getByRole('cell') });
  await expect(rows).toHaveCount(2);
  await expectAccessible(page);
  await details.getByRole('button', { name: /Ang/ }).click();
  await page.getByRole('menuitem', { name: 'It arrived' }).click();
  await expect(rows).toHaveCount(1);
  await expect(details).toContainText('1 sent');
});
