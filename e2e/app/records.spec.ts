import type { Api } from '@staffroom/server/test/stage.ts';
import { setTimeout } from 'node:timers/promises';
import type { Locator } from '@playwright/test';
import { updateClass } from '@staffroom/contract/domains/classes/class-record.contract.ts';
import { updateDiscountCode } from '@staffroom/contract/domains/discount-codes/discount-codes.contract.ts';
import { updateLesson } from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import { addLessonStudents } from '@staffroom/contract/domains/lessons/roster-changes.contract.ts';
import { updateUser } from '@staffroom/contract/domains/users/user-record.contract.ts';
import { aLessonWith, pupils } from '@staffroom/server/test/factories/announcement.factory.ts';
import { aStay } from '@staffroom/server/test/factories/attendance.factory.ts';
import { aClassWithLessons } from '@staffroom/server/test/factories/class.factory.ts';
import { aDiscountCode } from '@staffroom/server/test/factories/discount-code.factory.ts';
import { aLessonWithHomework } from '@staffroom/server/test/factories/homework.factory.ts';
import { anOrder } from '@staffroom/server/test/factories/order.factory.ts';
import { aStudent } from '@staffroom/server/test/factories/user.factory.ts';
import { expectTouchable } from '../support/expect-screen.ts';
import { expectStill } from '../support/layout-shift.ts';
import type { Running } from '../support/running-server.ts';
import { screenPaths } from '../support/screens.ts';
import { expect, test, testInOwnBrowser } from '../support/test.ts';

const nobody = '0190f3b4-0000-7000-8000-000000000000';

type RecordExample = {
  /** Its address, and what was changed on it: every kind of value that its timeline can hold. */
  make: (app: Running, admin: Api) => Promise<string>;
  /** The call that reads the record, by the address of its page. */
  call: RegExp;
  /** The list that the way back leads to. */
  back: { name: string; address: string };
  missing: string;
  /** All tabs of an Admin, in their order. */
  tabs: readonly string[];
};

/** Every record's page; one that is missing here fails below. */
const records: Record<string, RecordExample> = {
  '/course/$classId': {
    make: async (app, admin) => {
      const { tuitionClass } = await aClassWithLessons(app, 3);
      await admin.call(updateClass, {
        params: { id: tuitionClass.id },
        body: {
          max_cap: 25,
          is_featured: true,
          level: ['secondary-3', 'secondary-4'],
          start_date: '2026-03-14T06:00:00Z',
          schedule: { date_of_week: 'Fri', start_time: '19:00', end_time: '20:30' },
        },
      });
      return `/course/${tuitionClass.id}`;
    },
    call: /\/api\/admin\/class\/[^/?]+$/,
    back: { name: 'Online Class', address: '/course' },
    missing: 'This class does not exist',
    tabs: ['Lessons', 'Changes'],
  },
  '/course/$classId/lesson/$lessonId': {
    make: async (app, admin) => {
      const { tuitionClass, lessons } = await aClassWithLessons(app, 1);
      const lesson = lessons[0]!;
      const params = { id: lesson.id };
      const student = await aStudent(app);
      await admin.call(addLessonStudents, { params, body: { student: [student.id] } });
      await admin.call(updateLesson, {
        params,
        body: {
          scheduled_on: '2027-03-14T06:00:00Z',
          ended_on: '2027-03-14T07:30:00Z',
          is_released: false,
          meta: { term: 2, index: 5 },
        },
      });
      return `/course/${tuitionClass.id}/lesson/${lesson.id}`;
    },
    call: /\/api\/admin\/lesson\/[^/?]+$/,
    back: { name: 'Online Class', address: '/course' },
    missing: 'This lesson does not exist',
    tabs: [
      'Payment',
      'Trial',
      'Video',
      'Homework',
      'Material',
      'Polls',
      'Announcements',
      'Changes',
    ],
  },
  '/lessons/$lessonId/detail/$platform': {
    make: async (app) => {
      const { lesson, students } = await aLessonWith(app, pupils(3));
      await aStay(app, lesson, { email: students[0]?.email ?? '' });
      return `/lessons/${lesson.id}/detail/staffroom-classroom`;
    },
    call: /\/api\/admin\/lesson\/[^/?]+$/,
    back: { name: 'Lesson', address: '/lessons' },
    missing: 'This lesson does not exist',
    tabs: ['Payment', 'Trial', 'Video', 'Attendees'],
  },
  '/course/$classId/lesson/$lessonId/homework/$homeworkId': {
    make: async (app) => {
      const { lesson, homework } = await aLessonWithHomework(app);
      return `/course/${lesson.classId}/lesson/${lesson.id}/homework/${homework.id}`;
    },
    call: /\/api\/homework\/[^/?]+$/,
    back: { name: 'Online Class', address: '/course' },
    missing: 'This homework does not exist',
    tabs: ['Submissions', 'Pending'],
  },
  '/user/$userId': {
    make: async (app, admin) => {
      const { created_by: student } = await anOrder(app, { lessons: 1 });
      await admin.call(updateUser, {
        params: { type: 'Student', id: student._id },
        body: {
          date_of_birth: '2011-06-02',
          level: 'secondary-3',
          first_language: 'Mandarin',
          gender: 'f',
          parent: { name: 'Tan Wei Ling', contact_preference: { wechat: true, wechat_id: 'tan' } },
        },
      });
      return `/user/${student._id}`;
    },
    call: /\/api\/admin\/user\/[^/?]+$/,
    back: { name: 'User', address: '/user' },
    missing: 'Opps, something wrong...',
    tabs: ['Orders', 'Lessons', 'Homework', 'Messages', 'Tickets', 'Changes'],
  },
  '/discountcode/$discountId': {
    make: async (app, admin) => {
      const code = await aDiscountCode(app, { usageLimit: 10 });
      await admin.call(updateDiscountCode, {
        params: { id: code.id },
        body: { is_active: false },
      });
      return `/discountcode/${code.id}`;
    },
    call: /\/api\/admin\/discountcode\/general\/[^/?]+$/,
    back: { name: 'Discount Codes', address: '/discountcode' },
    missing: 'This discount code does not exist',
    tabs: ['Orders', 'Classes', 'Changes'],
  },
};

test('every record has its page here', () => {
  expect(Object.keys(records).toSorted()).toEqual(
    screenPaths.filter((path) => path.includes('$')).toSorted(),
  );
});

/** What the wire holds and staff never read: instants, ids, names of fields, values of the database. */
const raw =
  /\d{4}-\d\d-\d\d|\b[a-z]+_[a-z_]+\b|[\da-f]{8}-[\da-f]{4}-|\b(true|false|null|undefined)\b|\[object/;

for (const [path, { make, call, back, missing, tabs }] of Object.entries(records)) {
  testInOwnBrowser(
    `${path} leads back, keeps its tab in the address and moves nothing while it loads`,
    async ({ page, app, signInAs }) => {
      test.setTimeout(60_000);
      const admin = await signInAs('Admin');
      const address = await make(app, admin);
      // The record first, its lists well after it: whatever stands below them must not move then.
      await page.route(/\/api\/(admin|homework|submission)\b/, async (route) => {
        if (!call.test(route.request().url())) await setTimeout(400);
        await route.continue();
      });
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
        await page.goto(address);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        await expectStill(page);
      }
      // The phone's width: the work stands before the facts.
      const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;
      const facts = page.getByRole('region', { name: /^(Details|Class overview)$/ });
      expect(await topOf(facts)).toBeGreaterThan(await topOf(page.getByRole('tablist')));
      await page.unrouteAll({ behavior: 'wait' });
      await expectTouchable(page);
      await page.setViewportSize({ width: 1440, height: 900 });

      const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });
      await expect(page.getByRole('tab')).toHaveCount(tabs.length);
      for (const name of tabs.slice(1)) {
        await tab(name).click();
        await expect(page).toHaveURL(`${address}?tab=${name.toLowerCase()}`);
        await page.reload();
        await expect(tab(name)).toHaveAttribute('aria-selected', 'true');
      }
      await tab(tabs[0]!).click();
      await expect(page).toHaveURL(address);
      await page.goBack();
      await expect(tab(tabs.at(-1)!)).toHaveAttribute('aria-selected', 'true');

      // What nobody changes by hand has no timeline.
      if (tabs.at(-1) === 'Changes') {
        const steps = page.getByRole('list', { name: 'Changes' }).getByRole('listitem');
        await expect(steps).not.toHaveCount(0);
        for (const words of await steps.allInnerTexts()) expect(words).not.toMatch(raw);
      }

      await tab(tabs.at(-1)!).focus();
      await page.keyboard.press('ArrowLeft');
      await expect(tab(tabs.at(-2)!)).toBeFocused();
      await expect(tab(tabs.at(-2)!)).toHaveAttribute('aria-selected', 'true');

      await page
        .getByRole('navigation', { name: 'Breadcrumb' })
        .getByRole('link', { name: back.name, exact: true })
        .click();
      await expect(page).toHaveURL(back.address);
    },
  );

  test(`${path} says what is missing, forbidden or could not be read`, async ({
    page,
    app,
    signInAs,
    problems,
  }) => {
    test.setTimeout(60_000);
    problems.expect(/status of (40[034]|500)/);
    const admin = await signInAs('Admin');
    const address = await make(app, admin);
    const wayBack = page.getByRole('link', { name: `Go to ${back.name}` });
    for (const id of [nobody, 'nonsense']) {
      await page.goto(address.replace(/[^/]+$/, id));
      await expect(page.getByText(missing)).toBeVisible();
      await expect(wayBack).toHaveAttribute('href', back.address);
    }
    const answer = (status: number, code: string) =>
      page.route(call, (route) =>
        route.fulfill({ status, json: { errors: [{ code, message: 'Not this time.' }] } }),
      );
    await answer(403, 'forbidden');
    await page.goto(address);
    await expect(page.getByText(/^You may not see this /)).toBeVisible();
    await expect(wayBack).toHaveAttribute('href', back.address);
    await page.unroute(call);
    await answer(500, 'internal');
    await page.goto(address);
    await expect(page.getByRole('alert')).toContainText('could not be loaded');
    await page.unroute(call);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('tab').first()).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
}

test('from an order to its student, to a lesson, and back keeps page and place', async ({
  page,
  app,
  signInAs,
}) => {
  test.setTimeout(60_000);
  const student = await aStudent(app, { name: 'Chua Si Ying' });
  // More than one page of cards, all of one day.
  for (let made = 0; made < 22; made += 1) await anOrder(app, { lessons: 1 });
  const order = await anOrder(app, { email: student.email, lessons: 1 });
  for (let made = 0; made < 18; made += 1) await anOrder(app, { lessons: 1 });
  await signInAs('Admin');
  await page.setViewportSize({ width: 1440, height: 600 });
  // Also in a session that is not the page's first.
  await page.goto('/profile');
  await page.goto('/orders');
  const list = page.getByRole('region', { name: 'Orders' });
  const card = page.getByRole('article').filter({ hasText: order.created_by.email });
  await card.scrollIntoViewIfNeeded();
  const left = await list.evaluate((panel) => panel.scrollTop);
  expect(left).toBeGreaterThan(400);
  await card.getByRole('link', { name: student.name }).click();
  await expect(page).toHaveURL(`/user/${student.id}`);
  await page.getByRole('tab', { name: /^Lessons/ }).click();
  const lesson = page.getByRole('tabpanel').getByRole('link', { name: 'Lesson 1' });
  await lesson.scrollIntoViewIfNeeded();
  const main = page.getByRole('main');
  const leftOnPage = await main.evaluate((content) => content.scrollTop);
  await lesson.click();
  await expect(page).toHaveURL(/\/lesson\//);
  // Another screen begins at its top.
  await expect.poll(() => main.evaluate((content) => content.scrollTop)).toBe(0);
  await page.goBack();
  await expect(lesson).toBeVisible();
  await expect.poll(() => main.evaluate((content) => content.scrollTop)).toBe(leftOnPage);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL('/orders');
  await expect(card).toBeVisible();
  await expect.poll(() => list.evaluate((panel) => panel.scrollTop)).toBe(left);
});
