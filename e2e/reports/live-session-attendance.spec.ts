import { zoomFile } from 'staffroom-server/test/factories/attendance.factory.ts';
import { aLiveSession, anAttendee } from 'staffroom-server/test/factories/live-session.factory.ts';
import { aStudent } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expect, test } from '../support/test.ts';

test('attendees are N/A until the imported participant file sets their attendance', async ({
  page,
  app,
  signInAs,
}) => {
  const name = unique('Heuristics');
  const session = await aLiveSession(app, {
    name,
    eventDuration: 60,
    scheduledAt: new Date('2016-03-14T12:00:00Z'),
  });
  const came = await aStudent(app, { name: 'Aidan Foo' });
  const absent = await aStudent(app, { name: 'Toh Zhi Hao' });
  for (const { id } of [came, absent]) await anAttendee(app, session.id, { studentId: id });
  await signInAs('Admin');
  await page.goto(`/dashboard?tab=tls-attendance&search=${name}&from=2016-03-01&to=2016-03-31`);
  const row = page.getByRole('table', { name: 'TLS attendance' }).locator('[data-row]');
  await expect(row).toContainText('Mon 14 Mar 2016');
  await expect(row.getByText('N/A').first()).toBeVisible();

  await row.getByRole('button', { name: /^Actions/ }).click();
  await page.getByRole('menuitem', { name: 'Import CSV' }).click();
  const file = page.getByRole('dialog', { name: 'Import CSV' });
  const cells = zoomFile(session, [
    { name: 'Aidan', email: came.email, to: 55 },
    { name: 'iPad (2)', from: 2, to: 50 },
  ]);
  await file.getByLabel('Participant file').setInputFiles({
    name: 'participants.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(cells.map((line) => line.map((cell) => `"${cell}"`).join(',')).join('\n')),
  });
  await expect(file.getByText('2 rows of Zoom.')).toBeVisible();
  await file.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('2 rows imported, 1 not matched')).toBeVisible();
  await file.getByRole('button', { name: 'Done' }).click();
  await expect(row.getByRole('img', { name: '1 of 2 attended' })).toBeVisible();
  await expect(row.getByRole('cell').filter({ hasText: '50%' })).toHaveCount(1);

  await row.getByRole('link', { name: `1 absent of ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Attendee list' });
  await expect(dialog.locator('[data-row]')).toHaveText([/Toh Zhi Hao.*Absent/]);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await row.getByRole('link', { name: `1 others of ${name}` }).click();
  const others = page.getByRole('dialog', { name: 'Others, without a sign-up' });
  await expect(others.locator('[data-row]')).toHaveText([/iPad \(2\)/]);
});

test('a role without the TLS screen sees sessions without links and cannot import', async ({
  page,
  app,
  signInAs,
}) => {
  const name = unique('Heuristics');
  const session = await aLiveSession(app, { name, scheduledAt: new Date('2016-04-14T12:00:00Z') });
  await anAttendee(app, session.id);
  await signInAs('DataAdmin');
  await page.goto(`/dashboard?tab=tls-attendance&search=${name}&from=2016-04-01&to=2016-04-30`);
  const row = page.getByRole('table', { name: 'TLS attendance' }).locator('[data-row]');
  await expect(row.getByText(name)).toBeVisible();
  await expect(row.getByRole('link', { name, exact: true })).toHaveCount(0);
  await expect(row.getByRole('button')).toHaveCount(0);
  await row.getByRole('link', { name: `1 signed up of ${name}` }).click();
  await expect(
    page.getByRole('dialog', { name: 'Attendee list' }).locator('[data-row]'),
  ).toHaveCount(1);
});
