import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { getLiveSession } from 'staffroom-contract/domains/live-sessions/live-session-record.contract.ts';
import { listLiveSessions } from 'staffroom-contract/domains/live-sessions/live-sessions.contract.ts';
import { liveSessionAttendees } from 'staffroom-server/src/domains/live-sessions/live-sessions.schema.ts';
import { aLiveSession, anAttendee } from 'staffroom-server/test/factories/live-session.factory.ts';
import { aStudent, aTutor } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/expect-screen.ts';
import { expect, test } from '../support/test.ts';
import { aCoverFile, sessionForm } from './session-form.ts';

const words =
  "You're not allowed to delete TLS session with existing attendees. Please contact tech team for further assistance.";

/** Locators and actions of the list of sessions. */
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

test('a session is created with a cover, keywords, a series and a host', async ({
  page,
  app,
  signInAs,
}) => {
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
  await expect(form.save).toBeDisabled();
  await expect(form.box('Duration in minutes')).toHaveValue('20');
  await expect(form.box('Episode')).toBeDisabled();
  await form.fillAll({ host: host.name, cover: await aCoverFile() });
  await form.box('Name').fill(name);
  await expect(form.keywords).toHaveText(['Primary 6', 'Mathematics']);
  await form.choose('Level', 'Primary 5');
  await expect(form.keywords).toHaveText(['Mathematics', 'Primary 5']);

  await form.box('Keywords').fill(' PSLE ');
  await form.box('Keywords').press('Enter');
  await expect(form.keywords).toHaveText(['Mathematics', 'Primary 5', 'PSLE']);
  await expect(form.box('Keywords')).toHaveValue('');
  await form.box('Keywords').fill('psle');
  await form.box('Keywords').press('Enter');
  await expect(form.dialog.getByText('“psle” is already a keyword')).toBeVisible();
  await expect(form.box('Keywords')).toHaveValue('psle');
  await expect(form.save).toBeDisabled();
  await form.box('Keywords').fill('Heuristics');
  await form.dialog.getByRole('button', { name: 'Remove Mathematics' }).click();

  await form.box('Series name').fill('PSLE in 20 minutes');
  await expect(form.dialog.getByText('Still needed: episode.')).toBeVisible();
  await form.box('Episode').fill('3');
  await form.choose('Target audience', 'Parents');
  await form.dialog.getByRole('checkbox', { name: 'Public' }).check();
  await form.box('Playback url').fill('watch.example.com');
  await expect(
    form.dialog.getByText('Write the whole address, beginning with https://'),
  ).toBeVisible();
  await form.box('Playback url').fill('https://watch.example.com/3');
  await expect(form.preview).toContainText('PSLE in 20 minutes, episode 3');
  await expect(form.preview).toContainText('For parents of Primary 5, Mathematics.');
  await expect(form.preview).toContainText('Sat 9 Jan, 19:30–19:50');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, [390]);
  await form.save.click();
  await expect(page.getByText(`${name} created`)).toBeVisible();

  const row = list.row(name);
  await expect(row).toContainText('PSLE in 20 minutes, episode 3');
  await expect(row).toContainText('Sat 9 Jan 2027');
  await expect(row).toContainText('19:30 · 20 min');
  await expect(row).toContainText('Coming');
  await page.setViewportSize({ width: 390, height: 844 });
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name, exact: true }) });
  for (const words of [
    'Coming',
    'Sat 9 Jan 2027, 19:30',
    'PSLE in 20 minutes, episode 3',
    'Parents',
    'Public',
  ])
    await expect(card).toContainText(words);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  const picture = row.locator('img');
  await expect
    .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBe(320);
  const { data } = await admin.call(listLiveSessions, {
    query: { filter: { search: { regex: name } } },
  });
  expect(data[0]).toMatchObject({
    meta: {
      level: 'primary-5',
      subject: 'Mathematics',
      keywords: ['Primary 5', 'PSLE', 'Heuristics'],
      series: { name: 'PSLE in 20 minutes', order: 3 },
    },
    scheduled_on: '2027-01-09T11:30:00.000Z',
    host_by: { _id: host.id },
    is_listed: true,
    is_public_viewable: true,
    target_audience: 'parent',
    playback_url: 'https://watch.example.com/3',
  });
});

test('a cover of the wrong type shows an error at its field, and the other fields are kept', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 415/);
  const host = await aTutor(app, { name: unique('Goh Shi Min') });
  await signInAs('Admin');
  await page.goto('/tls?dialog=create');
  const form = sessionForm(page, 'Create live session');
  await form.fillAll({ host: host.name, cover: await aCoverFile('cover.gif', 'gif') });
  const name = unique('Circles');
  await form.box('Name').fill(name);
  await expect(form.cover.getByText('cover.gif is not a JPEG, PNG or BMP image.')).toBeVisible();
  await expect(form.save).toBeDisabled();

  // The server checks the content: this GIF is named as a JPEG.
  const inside = await aCoverFile('cover.gif', 'gif');
  await form.chooseCover({ ...inside, name: 'cover.jpg', mimeType: 'image/jpeg' });
  await form.save.click();
  await expect(form.cover.getByText('This is a GIF. Use a JPEG, PNG or BMP image.')).toBeVisible();
  await expect(form.box('Name')).toHaveValue(name);
  await expectAccessible(page);
  await form.chooseCover(await aCoverFile());
  await form.save.click();
  await expect(page.getByText(`${name} created`)).toBeVisible();
});

test('an update keeps the cover unless another is chosen, and can remove the series', async ({
  page,
  app,
  signInAs,
}) => {
  const { id, name, coverPhoto } = await aLiveSession(app);
  const admin = await signInAs('Admin');
  const list = sessionList(page);
  const read = async () => (await admin.call(getLiveSession, { params: { id } })).data;
  await list.open(name);
  await list.act(name, 'Update');
  const form = sessionForm(page, 'Update live session');
  await expect(form.box('Series name')).toHaveValue('PSLE in 20 minutes');
  await form.box('Series name').fill('');
  await form.save.click();
  await expect(page.getByText(`${name} saved`)).toBeVisible();
  expect(await read()).toMatchObject({
    cover_photo: coverPhoto,
    meta: { series: null, keywords: ['Primary 6', 'Mathematics'] },
  });

  await list.act(name, 'Update');
  await form.chooseCover(await aCoverFile('another.jpg'));
  await expect(form.cover).toContainText('another.jpg');
  await form.save.click();
  await expect(form.dialog).toBeHidden();
  expect((await read()).cover_photo).not.toBe(coverPhoto);
});

test('a session can be deleted only without attendees', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 409/);
  const seriesName = unique('Deleting');
  const attended = await aLiveSession(app, { seriesName });
  const { id, name } = await aLiveSession(app, { seriesName });
  const student = await aStudent(app, { name: unique('Wei Jie') });
  await anAttendee(app, attended.id, { studentId: student.id });
  await signInAs('Admin');
  const list = sessionList(page);
  const { dialog } = list;
  await list.open(seriesName);

  await list.act(attended.name, 'Delete');
  await expect(dialog('Unable to delete')).toContainText(words);
  await expectAccessible(page);
  await dialog('Unable to delete').getByRole('button', { name: 'Attendee list' }).click();
  await expect(dialog('Attendee list')).toContainText(student.name);
  await page.keyboard.press('Escape');

  // A student signs up while the dialog is open.
  await list.act(name, 'Delete');
  await expect(dialog('Delete live session')).toContainText(name);
  const late = await anAttendee(app, id);
  await dialog('Delete live session').getByRole('button', { name: 'Delete' }).click();
  await expect(dialog('Unable to delete')).toContainText(words);
  await dialog('Unable to delete').getByRole('button', { name: 'Close' }).last().click();
  await app.database.db.delete(liveSessionAttendees).where(eq(liveSessionAttendees.id, late.id));
  await page.reload();

  await list.act(name, 'Delete');
  await dialog('Delete live session').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(`${name} deleted`)).toBeVisible();
  await expect(list.row(name)).toHaveCount(0);
  await expect(list.row(attended.name)).toHaveCount(1);
});

test('the attendee list shows the session’s details and links to its students', async ({
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
  const list = sessionList(page);
  await list.open(name);
  await expect(list.row(name)).toContainText('1');
  await list.row(name).getByRole('link', { name, exact: true }).click();
  const dialog = list.dialog('Attendee list');
  await expect(dialog.getByRole('heading', { name })).toBeVisible();
  await expect(dialog).toContainText('Ratio');
  await expect(dialog.getByRole('link', { name: 'https://watch.example.com/tls/3' })).toBeVisible();
  await expect(dialog.getByRole('row').filter({ hasText: student.name })).toContainText(
    'Mdm Nurul',
  );
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, [390]);
  await dialog.getByRole('link', { name: student.name }).click();
  await expect(page).toHaveURL(`/user/${student.id}`);
});

test('a sales admin sees sessions but cannot create or change them', async ({
  page,
  app,
  signInAs,
}) => {
  const { id, name } = await aLiveSession(app);
  await signInAs('SalesAdmin');
  const list = sessionList(page);
  await list.open(name);
  await expect(page.getByRole('button', { name: 'Create live session' })).toHaveCount(0);
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Attendee list']);
  for (const address of ['/tls?dialog=create', `/tls?session=${id}`]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'TLS sessions', level: 1 })).toBeVisible();
    await expect(list.row(name)).toHaveCount(1);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});
