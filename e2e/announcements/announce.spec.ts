import { readFile } from 'node:fs/promises';
import { and, eq } from 'drizzle-orm';
import { listAnnouncements } from 'staffroom-contract/domains/announcements/announcements.contract.ts';
import { deliveries } from 'staffroom-server/src/domains/announcements/announcements.schema.ts';
import { lessons } from 'staffroom-server/src/domains/lessons/lessons.schema.ts';
import {
  aLessonWith,
  anAnnouncement,
  pupils,
} from 'staffroom-server/test/factories/announcement.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expectAccessible } from '../support/expect-screen.ts';
import { expect, test } from '../support/test.ts';
import { composer } from './composer.ts';

test('an e-mail to two groups and their parents is sent after a confirmation and listed on the lesson', async ({
  page,
  app,
  signInAs,
}) => {
  const parentEmail = `${unique('parent')}@example.org`;
  const { lesson } = await aLessonWith(app, [
    { name: 'Ang Mei', parentEmail },
    { name: 'Bala', parentEmail },
    { name: 'Chen', kind: 'TRIAL' },
    { name: 'Dewi', email: unique('no address') },
  ]);
  await signInAs('Admin');
  const { open, dialog, subject, content, send, sendTo, confirm } = composer(page);
  await open(lesson);
  await expect(sendTo).toHaveValue('Student, else parent');
  await expect(dialog.getByText('1 has no e-mail address')).toBeVisible();
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
  await expect(send).toBeDisabled();
  await content.fill('Please bring page 12');
  await dialog.getByRole('textbox', { name: 'Button text' }).fill('Open');
  await expect(dialog.getByText('Please enter the link of the button')).toBeVisible();
  await expect(send).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Button link' }).fill('https://x.example/l');
  const preview = dialog.getByRole('region', { name: 'E-mail preview' });
  for (const words of ['Saturday starts at 14:30', 'Please bring page 12', 'as Ang Mei gets it'])
    await expect(preview).toContainText(words);

  await send.click();
  await expect(confirm.dialog).toContainText('You will not be able to reverse this decision.');
  await expect(confirm.dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(confirm.button).toBeDisabled();
  await expect(confirm.group('Video Only')).toBeDisabled();
  await confirm.group('Students').check();
  await confirm.group('Trial Students').check();
  await expect(confirm.dialog).toContainText('3 students or their parents get it 4 messages');
  await expect(confirm.dialog).toContainText('1 is left out, 1 at one address only');
  await expectAccessible(page);
  await confirm.button.dblclick();

  const sent = page.getByRole('dialog', { name: 'Announcement Emails Sent' });
  await expect(sent).toContainText('3 students, 4 messages');
  await sent.getByRole('button', { name: 'See deliveries' }).click();
  await expect(page).toHaveURL(/tab=announcements/);
  // A sent message does not ask to discard changes.
  await expect(dialog).toBeHidden();
  const list = page.getByRole('region', { name: 'Announcements' });
  await expect(list.getByRole('button', { name: /Saturday starts at 14:30/ })).toContainText(
    'Students, Trial Students',
  );
  const details = page.getByRole('region', { name: 'Saturday starts at 14:30' });
  await expect(details).toContainText('3 students, 4 messages');
  // The parent of the siblings is in both rows, with one message.
  await expect(details.getByRole('row').filter({ hasText: `${parentEmail} (parent)` })).toHaveCount(
    2,
  );

  // The choice is remembered.
  await open(lesson);
  await expect(sendTo).toHaveValue('Both');
});

test('an SMS keeps the draft of the e-mail, is sent to one group, and its recipients can be downloaded', async ({
  page,
  app,
  signInAs,
}) => {
  const { lesson } = await aLessonWith(app, [{ name: 'Ang' }, { name: 'Bala', phone: '' }]);
  await signInAs('Admin');
  const { open, dialog, subject, text, send, confirm } = composer(page);
  await open(lesson);
  await subject.fill('Moved');
  await dialog.getByRole('tab', { name: 'SMS' }).click();
  await expect(page).toHaveURL(/method=sms/);
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
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^recipients.*\.csv$/);
  expect(await readFile(await file.path(), 'utf8')).toContain('Bala,student,,,missing');

  // On a phone the preview opens by a button.
  await page.setViewportSize({ width: 390, height: 844 });
  await dialog.getByRole('tab', { name: 'E-mail' }).click();
  await expect(subject).toHaveValue('Moved');
  await expect(dialog.getByRole('region', { name: 'SMS draft' })).toContainText('Class at 14:30');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByRole('region', { name: 'E-mail preview' })).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });

  await dialog.getByRole('tab', { name: 'SMS' }).click();
  await send.click();
  await confirm.group('Students').check();
  await expect(confirm.dialog).toContainText('1 is left out');
  await confirm.button.click();
  const sent = page.getByRole('dialog', { name: 'Announcement SMS Sent' });
  await expect(sent).toContainText('1 student');
});

test('the same message again needs another confirmation, and a retry after a lost response sends none twice', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 409/, /net::ERR_FAILED|Failed to load resource/);
  const { lesson } = await aLessonWith(app, [{ name: 'Ang' }, { name: 'Bala', kind: 'TRIAL' }]);
  const admin = await signInAs('Admin');
  await anAnnouncement(app, lesson.id, { subject: 'Moved', content: '<p>To 14:30</p>' });
  const sentSoFar = async () =>
    (await admin.call(listAnnouncements, { params: { id: lesson.id } })).data;
  const { open, subject, content, send, confirm } = composer(page);
  await open(lesson);
  await subject.fill('Moved');
  await content.fill('To 14:30');
  await send.click();
  await confirm.group('Students').check();
  await confirm.group('Trial Students').check();
  await confirm.button.click();
  const question = page.getByRole('dialog', { name: 'Send the same again?' });
  await expect(question).toContainText('sent the same message to Students of this lesson');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  expect(await sentSoFar()).toHaveLength(1);

  // The server gets the second group's message, but its response is lost.
  await page.route('**/email/trial_student', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await confirm.button.click();
  await question.getByRole('button', { name: 'Send again' }).click();
  await expect(confirm.dialog).toContainText('It went to Students.');
  await page.unroute('**/email/trial_student');
  await confirm.button.click();
  await expect(page.getByRole('dialog', { name: 'Announcement Emails Sent' })).toContainText(
    '2 students',
  );
  const [latest, ...earlier] = await sentSoFar();
  expect(earlier).toHaveLength(1);
  expect(latest!.groups).toEqual(['student', 'trial_student']);
  expect(latest!.counts.sent + latest!.counts.pending).toBe(2);
});

test('moving a lesson in its form offers an announcement prefilled with both times', async ({
  page,
  app,
  signInAs,
}) => {
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

test('failed messages can be sent again or to the parent, and unknown ones marked as arrived', async ({
  page,
  app,
  signInAs,
}) => {
  const { lesson, students } = await aLessonWith(app, [
    { name: 'Ang', parentPhoneCountryCode: '65', parentPhone: '81112222' },
    { name: 'Bala' },
    { name: 'Chen' },
  ]);
  const { _id } = await anAnnouncement(app, lesson.id, { type: 'sms' });
  const ofThis = eq(deliveries.announcementId, _id);
  const state = { state: deliveries.state };
  // The worker sends at once; waits for it, so that it does not overwrite the states set below.
  await expect
    .poll(() => app.database.db.select(state).from(deliveries).where(ofThis))
    .toEqual(students.map(() => ({ state: 'sent' })));
  const answered = { tries: 8, via: 'twilio' as const, error: 'no such number' };
  await app.database.db
    .update(deliveries)
    .set({ state: 'failed', ...answered })
    .where(ofThis);
  await app.database.db
    .update(deliveries)
    .set({ state: 'unknown' })
    .where(and(ofThis, eq(deliveries.address, `+65${students[2]!.phone}`)));
  await signInAs('Admin');
  await page.goto(`/course/${lesson.classId}/lesson/${lesson.id}?tab=announcements`);
  const details = page.getByRole('region', { name: 'Class at 14:30' });
  await expect(details).toContainText('2 failed');
  await expect(details).toContainText('Unknown messages need a decision');
  const row = (name: string) => details.getByRole('row').filter({ hasText: name });
  const act = async (name: string, label: string) => {
    await details.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: label }).click();
  };
  await expect(row('Bala')).toContainText('no such number');
  await act('Chen', 'It arrived');
  await expect(details).toContainText('1 sent');
  await expect(details).not.toContainText('Unknown messages need a decision');

  await act('Ang', 'Send to the parent');
  await expect(page.getByRole('status').getByText('Sent again to +6581112222')).toBeVisible();
  await expect(row('Ang')).toContainText('(parent), changed');
  await expect(row('Ang')).toContainText(`was +65${students[0]!.phone}`);
  await details.getByRole('button', { name: 'Retry 1 failed' }).click();
  await expect(page.getByRole('status').getByText('1 message sent again')).toBeVisible();
  await expect(details.getByRole('button', { name: /Retry/ })).toBeHidden();
  await details.getByRole('button', { name: 'Message' }).click();
  await expect(page.getByRole('dialog', { name: 'Class at 14:30' })).toContainText(
    'Class at 14:30',
  );
});
