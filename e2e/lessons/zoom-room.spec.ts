import { createLesson } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { aClass } from 'staffroom-server/test/factories/class.factory.ts';
import { openZoomServer } from 'staffroom-server/test/zoom-server.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/expect-screen.ts';
import type { Running } from '../support/running-server.ts';
import { expect, test } from '../support/test.ts';

/** A lesson tomorrow that requests a Zoom room. */
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
  return lesson;
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

test('a room that Zoom refused shows the reason; customer service retries it, and gets the start link', async ({
  page,
  context,
  app,
  signInAs,
  problems,
}) => {
  // The server restarts while a page is open.
  problems.expect(/ERR_CONNECTION_(REFUSED|RESET)/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await withZoom(app, async (zoom) => {
    const lesson = await aZoomLesson(app);
    const room = page.getByRole('region', { name: 'Integration' });
    const retry = room.getByRole('button', { name: 'Try again' });
    await signInAs('SalesAdmin');
    await page.goto(`/lessons/${lesson._id}/detail/zoom`);
    await expect(room).toContainText('No zoom room created');
    await expect(room).toContainText(
      'The room could not be created: Zoom says 200: Webinar plan is missing. There is no automatic retry.',
    );
    await expect(retry).toBeHidden();

    await signInAs('CustService');
    await page.goto(`/lessons/${lesson._id}/detail/zoom`);
    await expect(retry).toBeVisible();
    zoom.refuses = false;
    await retry.click();
    await expect(room).toContainText('room1@staffroom.example');
    await expect(retry).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Open Zoom' })).toBeVisible();

    await page.getByRole('button', { name: 'Start link' }).click();
    const dialog = page.getByRole('dialog', { name: 'Start link' });
    await expect(dialog.getByRole('textbox', { name: 'Link' })).toHaveValue(
      /^https:\/\/zoom\.example\.com\/s\/\d+\?zak=secret-of-the-host$/,
    );
    await expect(dialog.getByRole('link', { name: 'Start the lesson now' })).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Copy link' }).click();
    await expect(page.getByText('Start link copied')).toBeVisible();
    await expectNoSidewaysScroll(page, [390]);
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    await expect(dialog).toBeHidden();
  });
});
