import type { Page, Route } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { addDays, businessDayOf } from 'staffroom-contract/shared/dates.ts';
import { currencies } from 'staffroom-contract/shared/money.ts';
import { homePartNames, type HomePartName } from 'staffroom-contract/domains/home/home.rules.ts';
import { orders } from 'staffroom-server/src/domains/orders/orders.schema.ts';
import { aClass, aLesson } from 'staffroom-server/test/factories/class.factory.ts';
import { aStudentOn } from 'staffroom-server/test/factories/homework.factory.ts';
import { anUnfinishedOrder } from 'staffroom-server/test/factories/order.factory.ts';
import { aTrialTicket } from 'staffroom-server/test/factories/ticket.factory.ts';
import { aStudent } from 'staffroom-server/test/factories/user.factory.ts';
import { expectStill } from '../support/layout-shift.ts';
import type { Running } from '../support/running-server.ts';
import { expect, test } from '../support/test.ts';

/** Parts of an Admin's Home. */
const parts = homePartNames.filter((name) => name !== 'tutor');

/** Fills all panels, none with as many rows as its first placeholder. */
const fillHome = async (app: Running, admin: { id: string }): Promise<void> => {
  const now = app.clock.now();
  const today = businessDayOf(now.toISOString(), 'Asia/Singapore');
  const agent = await app.as('Agent');
  for (let days = 1; days <= 4; days += 1)
    await aTrialTicket(app, { handledBy: admin.id, nextActionDate: addDays(today, -days) });
  for (const handledBy of [admin.id, null, agent.id])
    await aTrialTicket(app, { handledBy, nextActionDate: today });
  // Amounts in all currencies have no space beside their figure.
  for (const currency of currencies) {
    const { _id: id } = await anUnfinishedOrder(app);
    const price = { currency, originalPrice: 123_456_700, actualPrice: 123_456_700 };
    await app.database.db.update(orders).set(price).where(eq(orders.id, id));
  }
  const tuitionClass = await aClass(app);
  for (let lesson = 0; lesson < 3; lesson += 1) await aLesson(app, tuitionClass.id, { inDays: 0 });
  const past = await aLesson(app, tuitionClass.id, {
    scheduledAt: new Date(now.getTime() - 240 * 60_000),
    endedAt: new Date(now.getTime() - 121 * 60_000),
  });
  await aStudentOn(app, past);
  await aStudent(app, { dateOfBirth: `2014${today.slice(4)}` });
};

/** Opens Home with all parts held back; each is released and painted by itself. */
const openHome = async (page: Page) => {
  const held = new Map<string, Route>();
  await page.route('**/api/admin/home?*', (route) => {
    held.set(new URL(route.request().url()).searchParams.get('part') ?? '', route);
  });
  await page.goto('/', { waitUntil: 'commit' });
  await expect.poll(() => [...held.keys()].toSorted()).toEqual(parts.toSorted());
  return async (part: HomePartName) => {
    const route = held.get(part);
    const answered = route?.request().response();
    await route?.continue();
    await (await answered)?.finished();
    // Bars are drawn after 150 ms: three frames of work are too few for them, but not for panels.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame += 1) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        await new Promise((resolve) => requestIdleCallback(resolve));
      }
    });
  };
};

const expectLoaded = (page: Page) => expect(page.locator('[aria-busy="true"]')).toHaveCount(0);

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const)
  test(`parts of Home that arrive apart move nothing at ${width} px`, async ({
    page,
    app,
    signInAs,
  }) => {
    await fillHome(app, await signInAs('Admin'));
    await page.setViewportSize({ width, height });
    const sequences = [parts, parts.toReversed()];
    // The first visit has placeholders of usual heights, the second those of the first.
    for (const sequence of sequences) {
      await page.evaluate(() => localStorage.removeItem('home-heights'));
      for (let visit = 1; visit <= 2; visit += 1) {
        const letGo = await openHome(page);
        for (const part of sequence) await letGo(part);
        await expectLoaded(page);
        await expectStill(page);
        await page.unrouteAll();
      }
    }
  });

test('a panel of Home is shown once those above it are, with a placeholder as high as at the last visit', async ({
  page,
  app,
  signInAs,
}) => {
  await fillHome(app, await signInAs('Admin'));
  await page.goto('/', { waitUntil: 'commit' });
  const panel = (title: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title }) });
  for (const title of ['Attendance missing', 'Birthdays today'])
    await expect(panel(title).locator('[data-row]')).not.toHaveCount(0);
  const boxes = () =>
    Promise.all(
      ['My follow-ups', 'Unassigned', 'Orders needing attention', 'Today’s lessons'].map((title) =>
        panel(title).boundingBox(),
      ),
    );
  const loaded = await boxes();

  const letGo = await openHome(page);
  await expect.poll(boxes).toEqual(loaded);
  await letGo('orders');
  await letGo('lessons');
  const attention = panel('Orders needing attention').locator('[data-row]');
  await expect(attention).toHaveCount(0);
  for (const part of ['backup', 'quarantined_jobs', 'follow_ups'] as const) await letGo(part);
  await expect(attention).not.toHaveCount(0);
  await expect(panel('Today’s lessons').locator('[data-row]')).not.toHaveCount(0);
  expect(await boxes()).toEqual(loaded);
});
