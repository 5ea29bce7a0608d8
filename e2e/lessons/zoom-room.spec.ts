import { eq } from 'drizzle-orm';
import {
  createLesson,
  getLesson,
} from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { getLessonRoom } from 'staffroom-contract/domains/lessons/lesson-room.contract.ts';
import { aLessonOfABookedHost, aRoom } from 'staffroom-server/test/factories/attendance.factory.ts';
import { aClass, aLesson } from 'staffroom-server/test/factories/class.factory.ts';
import { zoomReports } from 'staffroom-server/src/domains/attendance/zoom/zoom-attendance.schema.ts';
import { openZoomServer } from 'staffroom-server/test/zoom-server.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/expect-screen.ts';
import type { Running } from '../support/running-server.ts';
import { expect, test } from '../support/test.ts';

/** A lesson tomorrow that requests a Zoom room, and the Admin who created it. */
const aZoomLesson = async (app: Running) => {
  const { id } = await aClass(app);
  const start = app.clock.now().getTime() + 24 * 60 * 60_000;
  const admin = await app.as('Admin');
  const { data: lesson } = await admin.call(createLesson, {
    body: {
      class: id,
      name: 'Surds',
      scheduled_on: new Date(start).toISOString(),
      ended_on: new Date(start + 60 * 60_000).toISOString(),
      hosting_platform: 'Zoom',
      allow_unusual: true,
      allow_host_overlap: true,
    },
  });
  return { admin, lesson };
};

/** Runs the product with a Zoom account that refuses to create rooms while `refuses` is true. */
const withZoom = async (app: Running, act: (zoom: { refuses: boolean }) => Promise<void>) => {
  const zoom = { refuses: true };
  const server = await openZoomServer({
    instead: ({ method }) =>
      method === 'POST' && zoom.refuses
        ? { status: 400, code: 200, message: 'Webinar plan is missing.' }
        : undefined,
  });
  app.settings.zoom = server.settings;
  await app.stop();
  await app.start();
  try {
    await act(zoom);
  } finally {
    app.settings.zoom = undefined;
    await app.stop();
    await app.start();
    await server.close();
  }
};

test('a room that Zoom refused shows the reason; customer service can retry it, a sales admin cannot', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  // The server restarts while a page is open.
  problems.expect(/ERR_CONNECTION_(REFUSED|RESET)/);
  await withZoom(app, async (zoom) => {
    const { lesson } = await aZoomLesson(app);
    const room = page.getByRole('region', { name: 'Integration' });
    await signInAs('SalesAdmin');
    await page.goto(`/lessons/${lesson._id}/detail/zoom`);
    await expect(room).toContainText('No zoom room created');
    await expect(room).toContainText(
      'The room could not be created: Zoom says 200: Webinar plan is missing. There is no automatic retry.',
    );
    await expect(room.getByRole('button', { name: 'Try again' })).toBeHidden();

    await signInAs('CustService');
    await page.goto(`/lessons/${lesson._id}/detail/zoom`);
    await expect(room.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expectAccessible(page);
    zoom.refuses = false;
    await room.getByRole('button', { name: 'Try again' }).click();
    await expect(room).toContainText('room1@staffroom.example');
    await expect(room.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Open Zoom' })).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
  });
});

test('a missing Zoom report shows the reason and the next request, then suggests an import', async ({
  page,
  app,
  signInAs,
}) => {
  const { id: classId } = await aClass(app);
  const now = app.clock.now();
  const lesson = await aLesson(app, classId, { hostingPlatform: 'Zoom', inDays: -1 });
  await aRoom(app, lesson);
  const report = {
    lessonId: lesson.id,
    tries: 1,
    error: 'Zoom has no participants of this meeting',
    updated: now,
  };
  await app.database.db
    .insert(zoomReports)
    .values({ ...report, state: 'waiting', nextTry: new Date('2026-03-14T06:00:00Z') });
  await signInAs('CustService');
  const room = page.getByRole('region', { name: 'Integration' });
  await page.goto(`/lessons/${lesson.id}/detail/zoom`);
  await expect(room.getByRole('status')).toHaveText(
    'No report from Zoom: Zoom has no participants of this meeting. Next request at Sat 14 Mar 2026, 14:00.',
  );
  await app.database.db
    .update(zoomReports)
    .set({ state: 'failed', nextTry: null })
    .where(eq(zoomReports.lessonId, lesson.id));
  await page.reload();
  await expect(room.getByRole('status')).toContainText('Import its participant file instead.');
  await expectAccessible(page);
  await app.database.db
    .update(zoomReports)
    .set({ state: 'taken', error: null })
    .where(eq(zoomReports.lessonId, lesson.id));
  await page.reload();
  await expect(room.getByRole('status')).toContainText('Attendance is from Zoom’s report of');
});

test('customer service can see and copy the start link of a Zoom room', async ({
  page,
  context,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/ERR_CONNECTION_REFUSED/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await withZoom(app, async (zoom) => {
    zoom.refuses = false;
    const { admin, lesson } = await aZoomLesson(app);
    const hasRoom = async () => {
      const { data } = await admin.call(getLessonRoom, { params: { id: lesson._id } });
      return data?.host_email;
    };
    await expect.poll(hasRoom).toBe('room1@staffroom.example');
    await signInAs('CustService');
    await page.goto(`/lessons/${lesson._id}/detail/zoom`);
    await page.getByRole('button', { name: 'Start link' }).click();
    const dialog = page.getByRole('dialog', { name: 'Start link' });
    const link = dialog.getByRole('textbox', { name: 'Link' });
    await expect(link).toHaveValue(
      /^https:\/\/zoom\.example\.com\/s\/\d+\?zak=secret-of-the-host$/,
    );
    await expect(dialog.getByRole('link', { name: 'Start the lesson now' })).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Copy link' }).click();
    await expect(page.getByText('Start link copied')).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    await expect(dialog).toBeHidden();
  });
});

test('activating a lesson whose Zoom host is booked asks first and names the other lesson', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 409/);
  const { tuitionClass, lesson, otherClass, host } = await aLessonOfABookedHost(app);
  const admin = await signInAs('Admin');
  await page.goto(`/course/${tuitionClass.id}`);
  const row = page.locator('tr, article').filter({ hasText: lesson.name }).first();
  const activate = async () => {
    await row.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Activate', exact: true }).click();
  };
  await activate();
  const question = page.getByRole('dialog', { name: 'Zoom host booked twice' });
  await expect(question).toContainText(
    `The Zoom host ${host} already has Ratio (${otherClass.name})`,
  );
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  const isActive = async () =>
    (await admin.call(getLesson, { params: { id: lesson.id } })).data.is_active;
  expect(await isActive()).toBe(false);
  await activate();
  await question.getByRole('button', { name: 'Save anyway' }).click();
  await expect(question).toBeHidden();
  await expect.poll(isActive).toBe(true);
});
