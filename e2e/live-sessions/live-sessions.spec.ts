import type { Page } from '@playwright/test';
import { listLiveSessions } from 'staffroom-contract/domains/live-sessions/live-sessions.contract.ts';
import { aLiveSession, anAttendee } from 'staffroom-server/test/factories/live-session.factory.ts';
import { aStudent, aTutor } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expectAccessible } from '../support/expect-screen.ts';
import { expect, test } from '../support/test.ts';
import { aCoverFile, sessionForm } from './session-form.ts';

const words =
  "You're not allowed to delete TLS session with existing attendees. Please contact tech team for further assistance.";

const sessionList = (page: Page) => ({
  open: async (term: string) => {
    await page.goto(`/tls?search=${encodeURIComponent(term)}`);
    await expect(page.getByRole('heading', { name: 'TLS sessions', level: 1 })).toBeVisible();
  },
  row: (name: string) =>
    page
      .getByRole('table', { name: 'List of TLS sessions' })
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name, exact: true }) }),
  act: async (name: string, act: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: act, exact: true }).click();
  },
  dialog: (title: string) => page.getByRole('dialog', { name: title }),
});

test('a session is created with a cover, a series and a host, and updated with another cover', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 415/);
  const host = await aTutor(app, { name: unique('Goh Shi Min') });
  const name = unique('Ratio before and after');
  const admin = await signInAs('Admin');
  const list = sessionList(page);
  await list.open(name);
  await page.getByRole('button', { name: 'Create live session' }).click();
  const form = sessionForm(page, 'Create live session');
  await expect(
    form.dialog.getByText(
      'Still needed: name, description, level, subject, host, start date, start time, cover photo.',
    ),
  ).toBeVisible();
  await expect(form.box('Duration in minutes')).toHaveValue('20');
  await expect(form.box('Episode')).toBeDisabled();
  const gif = await aCoverFile('cover.gif', 'gif');
  await form.fillAll({ host: host.name, cover: gif });
  await form.box('Name').fill(name);
  await expect(form.keywords).toHaveText(['Primary 6', 'Mathematics']);
  await form.box('Keywords').fill(' PSLE ');
  await form.box('Keywords').press('Enter');
  await form.box('Keywords').fill('Heuristics');
  await form.dialog.getByRole('button', { name: 'Remove Mathematics' }).click();
  await form.box('Series name').fill('PSLE in 20 minutes');
  await expect(form.dialog.getByText('Still needed: episode.')).toBeVisible();
  await form.box('Episode').fill('3');
  await form.choose('Target audience', 'Parents');
  await form.box('Playback url').fill('https://watch.example.com/3');
  await expect(form.preview).toContainText('PSLE in 20 minutes, episode 3');
  await expect(form.preview).toContainText('For parents of Primary 6, Mathematics.');
  await expect(form.preview).toContainText('Sat 9 Jan, 19:30–19:50');

  await expect(form.cover.getByText('cover.gif is not a JPEG, PNG or BMP image.')).toBeVisible();
  await expect(form.save).toBeDisabled();
  // The server checks the content: this GIF is named as a JPEG.
  await form.chooseCover({ ...gif, name: 'cover.jpg', mimeType: 'image/jpeg' });
  await form.save.click();
  await expect(form.cover.getByText('This is a GIF. Use a JPEG, PNG or BMP image.')).toBeVisible();
  await expect(form.box('Name')).toHaveValue(name);
  await form.chooseCover(await aCoverFile());
  await form.save.click();
  await expect(page.getByText(`${name} created`)).toBeVisible();

  const row = list.row(name);
  for (const words of [
    'PSLE in 20 minutes, episode 3',
    'Sat 9 Jan 2027',
    '19:30 · 20 min',
    'Coming',
  ])
    await expect(row).toContainText(words);
  const picture = row.locator('img');
  await expect
    .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBe(320);
  const read = async () => {
    const query = { filter: { search: { regex: name } } };
    return (await admin.call(listLiveSessions, { query })).data[0]!;
  };
  const created = await read();
  expect(created).toMatchObject({
    meta: {
      level: 'primary-6',
      subject: 'Mathematics',
      keywords: ['Primary 6', 'PSLE', 'Heuristics'],
      series: { name: 'PSLE in 20 minutes', order: 3 },
    },
    scheduled_on: '2027-01-09T11:30:00.000Z',
    host_by: { _id: host.id },
    target_audience: 'parent',
    playback_url: 'https://watch.example.com/3',
  });

  await list.act(name, 'Update');
  const update = sessionForm(page, 'Update live session');
  await update.box('Series name').fill('');
  await update.chooseCover(await aCoverFile('another.jpg'));
  await expect(update.cover).toContainText('another.jpg');
  await update.save.click();
  await expect(page.getByText(`${name} saved`)).toBeVisible();
  const updated = await read();
  expect(updated.meta.series).toBeNull();
  expect(updated.cover_photo).not.toBe(created.cover_photo);
});

test('a session with attendees cannot be deleted, also when one signs up meanwhile', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 409/);
  const { id, name } = await aLiveSession(app);
  const student = await aStudent(app, { name: unique('Wei Jie') });
  await signInAs('Admin');
  const list = sessionList(page);
  const { dialog } = list;
  await list.open(name);
  await list.act(name, 'Delete');
  await expect(dialog('Delete live session')).toContainText(name);
  // A student signs up while the dialog is open.
  await anAttendee(app, id, { studentId: student.id });
  await dialog('Delete live session').getByRole('button', { name: 'Delete' }).click();
  await expect(dialog('Unable to delete')).toContainText(words);
  await dialog('Unable to delete').getByRole('button', { name: 'Close' }).last().click();
  await expect(list.row(name)).toHaveCount(1);

  await page.reload();
  await list.act(name, 'Delete');
  await expect(dialog('Unable to delete')).toContainText(words);
  await expectAccessible(page);
  await dialog('Unable to delete').getByRole('button', { name: 'Attendee list' }).click();
  await expect(dialog('Attendee list')).toContainText(student.name);
});

test('a sales admin sees sessions and their attendees, but cannot create or change them', async ({
  page,
  app,
  signInAs,
}) => {
  const { id, name } = await aLiveSession(app, {
    playbackUrl: 'https://watch.example.com/tls/3',
    keywords: ['Ratio', 'PSLE'],
  });
  const student = await aStudent(app, { name: unique('Aisyah'), parentName: 'Mdm Nurul' });
  await anAttendee(app, id, { studentId: student.id });
  await signInAs('SalesAdmin');
  await page.goto(`/tls?session=${id}`);
  await expect(page.getByRole('heading', { name: 'TLS sessions', level: 1 })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const list = sessionList(page);
  await list.open(name);
  await expect(page.getByRole('button', { name: 'Create live session' })).toHaveCount(0);
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Attendee list']);
  await page.keyboard.press('Escape');

  await list.row(name).getByRole('link', { name, exact: true }).click();
  const dialog = list.dialog('Attendee list');
  await expect(dialog.getByRole('heading', { name })).toBeVisible();
  await expect(dialog).toContainText('Ratio');
  await expect(dialog.getByRole('link', { name: 'https://watch.example.com/tls/3' })).toBeVisible();
  await expect(dialog.getByRole('row').filter({ hasText: student.name })).toContainText(
    'Mdm Nurul',
  );
  await dialog.getByRole('link', { name: student.name }).click();
  await expect(page).toHaveURL(`/user/${student.id}`);
});
