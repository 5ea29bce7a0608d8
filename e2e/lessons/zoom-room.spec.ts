import { eq } from 'drizzle-orm';
import { createLesson } from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import { aRoom } from '@staffroom/server/test/factories/attendance.factory.ts';
import { aClass, aLesson } from '@staffroom/server/test/factories/class.factory.ts';
import { zoomReports } from '@staffroom/server/src/domains/attendance/zoom/zoom-attendance.schema.ts';
import { openZoomServer } from '@staffroom/server/test/zoom-server.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/expect-screen.ts';
import type { Running } from '../support/running-server.ts';
import { expect, test } from '../support/test.ts';

/** The product with a Zoom account, which refuses as it is told. */
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

test('a room that Zoom refuses says why and is tried again by who edits lessons', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  // The server starts anew beside an open page.
  problems.expect(/ERR_CONNECTION_REFUSED/);
  await withZoom(app, async (zoom) => {
    const { id } = await aClass(app);
    const start = app.clock.now().getTime() + 24 * 60 * 60_000;
    const { data: lesson } = await (
      await app.as('Admin')
    ).call(createLesson, {
      body: {
        class: id,
        name: 'Surds',
        scheduled_on: new Date(start).toISOString(),
        ended_on: new Date(start + 60 * 60_000).toISOString(),
        hosting_platform: 'Zoom',
        allow_unusual: true,
      },
    });
    const room = page.getByRole('region', { name: 'Integration' });
    await signInAs('CustService');
    await page.goto(`/lessons/${lesson._id}/detail/zoom`);
    await expect(room).toContainText('No zoom room created');
    await expect(room).toContainText(
      'The room could not be made: Zoom says 200: Webinar plan is missing. It is not tried again by itself.',
    );
    await expect(room.getByRole('button', { name: 'Try again' })).toBeHidden();

    await signInAs('Admin');
    await page.goto(`/lessons/${lesson._id}/detail/zoom`);
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

test('a report that Zoom does not give says why, when it is asked for again, and what to do', async ({
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
    'Zoom gave no report: Zoom has no participants of this meeting. Asked again at Sat 14 Mar 2026, 14:00.',
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
