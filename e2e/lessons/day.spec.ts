import type { Page } from '@playwright/test';
import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import { lessonStaff } from 'staffroom-server/src/domains/lessons/lessons.schema.ts';
import { aClass, aLesson } from 'staffroom-server/test/factories/class.factory.ts';
import { aRoom, aStay } from 'staffroom-server/test/factories/attendance.factory.ts';
import { aPollQuestion, anAnswer } from 'staffroom-server/test/factories/poll.factory.ts';
import { aTutor } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import type { Running } from '../support/running-server.ts';
import { expect, test, testInOwnBrowser } from '../support/test.ts';
import { placeMany } from './lesson-page.ts';

const minute = 60_000;

const dayPage = (page: Page) => ({
  title: page.getByRole('heading', { name: 'Quick Lesson Management' }),
  heading: (name: string) => page.getByRole('heading', { name, exact: true }),
  row: (name: string) => page.getByRole('row', { name }),
  group: (name: string) => page.getByRole('rowheader', { name }),
  button: (name: string) => page.getByRole('button', { name, exact: true }),
  switchTo: (name: string) =>
    page.getByRole('navigation', { name: 'Day or week' }).getByRole('link', { name }),
  chosen: page.getByRole('navigation', { name: 'Day or week' }).locator('[aria-current]'),
});

const teach = (app: Running, lessonId: string, userId: string) =>
  app.database.db.insert(lessonStaff).values({ lessonId, userId, kind: 'tutor' });

/** Sat 13 Mar 2027: two lessons, each of its own class. */
const aSaturday = async (app: Running) => {
  const maths = await aClass(app, { name: unique('P4 Mathematics'), maxCap: 12 });
  const english = await aClass(app, { name: unique('P5 English'), subject: 'English' });
  const at = (time: string) => new Date(`2027-03-13T${time}:00Z`);
  const fractions = await aLesson(app, maths.id, {
    scheduledAt: at('06:00'),
    name: 'T2 L5 Fractions of a set',
    term: 2,
    lessonIndex: 5,
    hostingPlatform: 'Zoom',
    hostingType: 'meeting',
  });
  await aLesson(app, english.id, { scheduledAt: at('01:30'), isActive: false });
  const tutor = await aTutor(app, { name: unique('Goh Shi Min') });
  await teach(app, fractions.id, tutor.id);
  await placeMany(app, fractions, 3);
  await placeMany(app, fractions, 1, 'TRIAL');
  return { maths, english, fractions, tutor };
};

test('the day page lists lessons with their details, is paged, and links to other days and weeks', async ({
  page,
  app,
  signInAs,
}) => {
  const { maths, english, tutor } = await aSaturday(app);
  await signInAs('Admin');
  await page.goto('/lessons?date=2027-03-13');
  const { title, heading, row, group, button, switchTo, chosen } = dayPage(page);
  await expect(title).toBeVisible();
  await expect(heading('Sat 13 Mar 2027')).toBeVisible();
  await expect(page.getByText(/lessons · School holiday/)).toBeVisible();
  await expect(group('Coming')).toBeVisible();
  for (const words of [
    '14:00–16:00',
    'T2 L5 Fractions of a set',
    tutor.name,
    'Zoom',
    'meeting',
    '4 of 12',
    '3 paying, 1 trial',
    'Ready',
  ])
    await expect(row(maths.name)).toContainText(words);
  await expect(row(english.name)).toContainText('No tutor');
  await expect(row(english.name)).toContainText('Inactive');

  // A day with more lessons than fit on one page is paged.
  await page.route('**/api/admin/lesson/day?*', async (route) => {
    const url = new URL(route.request().url());
    const isFirst = url.searchParams.get('offset') === '0';
    url.searchParams.set('offset', '0');
    const response = await route.fetch({ url: url.href });
    const answer = (await response.json()) as { data: { class_obj: { name: string } }[] };
    const real = answer.data.find((lesson) => lesson.class_obj.name === maths.name);
    const many = Array.from({ length: 200 }, (_, index) => ({
      ...real,
      _id: `lesson ${index}`,
      scheduled_on: '2027-03-13T03:00:00Z',
      class_obj: { ...real?.class_obj, name: 'One of many' },
    }));
    await route.fulfill({
      response,
      json: { ...answer, data: isFirst ? many : [real], count: 201 },
    });
  });
  await page.reload();
  await expect(page.getByText('1–200 of 201 lessons')).toBeVisible();
  await expect(group('Coming')).toContainText('201');
  await expect(row(maths.name)).toHaveCount(0);
  await button('Next page').click();
  await expect(page).toHaveURL('/lessons?date=2027-03-13&page=2');
  await expect(row(maths.name)).toBeVisible();
  await expect(group('Coming')).toContainText('201');
  await page.unroute('**/api/admin/lesson/day?*');

  await button('Next day').click();
  await expect(page).toHaveURL('/lessons?date=2027-03-14');
  await expect(heading('Sun 14 Mar 2027')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL('/lessons?date=2027-03-13');
  await switchTo('Week').click();
  await expect(page).toHaveURL('/lessons?view=week&week=2027-03-08');
  await expect(heading('8 – 14 Mar 2027')).toBeVisible();
  await switchTo('Day').click();
  await expect(page).toHaveURL('/lessons?date=2027-03-08');
  await page.keyboard.press('t');
  await expect(page).toHaveURL('/lessons');
  await expect(chosen).toHaveText(['Day']);
  await switchTo('Week').click();
  await expect(page).toHaveURL('/lessons?view=week');
  await expect(chosen).toHaveText(['Week']);
});

test('the day can be filtered by platform and tutor, and downloaded; an empty day shows a message', async ({
  page,
  app,
  signInAs,
}) => {
  const { maths, english, tutor } = await aSaturday(app);
  await signInAs('Admin');
  await page.goto('/lessons?date=2027-03-13');
  const { row, button, heading } = dayPage(page);
  await expect(row(english.name)).toBeVisible();
  await page.getByRole('combobox', { name: 'Platform All', exact: true }).click();
  await page.getByRole('option', { name: 'Zoom' }).click();
  await expect(page).toHaveURL('/lessons?platform=Zoom&date=2027-03-13');
  await expect(row(maths.name)).toBeVisible();
  await expect(row(english.name)).toHaveCount(0);
  await button('Reset').click();
  await expect(row(english.name)).toBeVisible();
  await page.getByRole('combobox', { name: 'Tutor All', exact: true }).click();
  await page.getByRole('textbox', { name: 'Search Tutor' }).fill(tutor.name);
  await page.getByRole('option', { name: tutor.name }).click();
  await expect(page).toHaveURL(`/lessons?tutor=${tutor.id}&date=2027-03-13`);
  await expect(row(maths.name)).toBeVisible();
  await expect(row(english.name)).toHaveCount(0);
  await button('Next day').click();
  await expect(heading('Sun 14 Mar 2027')).toBeVisible();
  await expect(page.getByText('No lessons on this day')).toBeVisible();
  await expect(page.getByText('Filtered by tutor, class, platform or state.')).toBeVisible();
  await button('Reset').click();
  await expect(page).toHaveURL('/lessons?date=2027-03-14');
  const saved = page.waitForEvent('download');
  await button('Download').click();
  expect((await saved).suggestedFilename()).toBe('lessons-of-the-day-2027-03-14.csv');
});

testInOwnBrowser(
  'an open page shows a lesson as live, then as ended, by the server’s clock',
  async ({ page, app, signInAs }) => {
    const now = app.clock.now();
    const { id, name } = await aClass(app, { name: unique('P6 Science') });
    const lesson = await aLesson(app, id, {
      scheduledAt: new Date(now.getTime() + 10 * minute),
      endedAt: new Date(now.getTime() + 20 * minute),
    });
    await signInAs('Admin');
    // The browser is two hours behind. Only the first response is delivered: a later one may have an outdated time.
    const late = 120 * minute;
    await page.clock.install({ time: new Date(now.getTime() - late) });
    let isAnswered = false;
    await page.route('**/api/admin/lesson/day?*', async (route) => {
      if (isAnswered) return;
      isAnswered = true;
      const response = await route.fetch();
      const answer = (await response.json()) as object;
      const at = new Date((await page.evaluate(() => Date.now())) + late).toISOString();
      await route.fulfill({ response, json: { ...answer, now: at } });
    });
    const day = businessDayOf(lesson.scheduledAt.toISOString(), 'Asia/Singapore');
    await page.goto(`/lessons?date=${day}&class=${id}`);
    const { row } = dayPage(page);
    await expect(row(name)).toContainText('in 10 min');
    await page.clock.fastForward(10 * minute + 1000);
    await expect(row(name)).toContainText('Live');
    await page.clock.fastForward(10 * minute);
    await expect(row(name)).toContainText('Ended');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
);

test('a live lesson shows who has joined, its poll progress and a missing tutor', async ({
  page,
  app,
  signInAs,
}) => {
  const { id, name } = await aClass(app, { name: unique('P3 Science') });
  const lesson = await aLesson(app, id, {
    scheduledAt: new Date(app.clock.now().getTime() - 10 * minute),
    hostingPlatform: 'Zoom',
  });
  const tutor = await aTutor(app);
  await teach(app, lesson.id, tutor.id);
  const [student] = await placeMany(app, lesson, 2);
  await aRoom(app, lesson);
  const question = await aPollQuestion(app, lesson.id);
  await aPollQuestion(app, lesson.id);
  await anAnswer(app, question, student!, [1]);
  await aStay(app, lesson, { email: student!.email });
  await signInAs('Admin');
  const day = businessDayOf(lesson.scheduledAt.toISOString(), 'Asia/Singapore');
  await page.goto(`/lessons?date=${day}&class=${id}`);
  const { row } = dayPage(page);
  for (const words of ['1 of 2 in', '1 of 2 asked', '1 answer', 'Tutor not in yet'])
    await expect(row(name)).toContainText(words);
  await expect(page.getByText('1 lesson · 1 live · 1 problem')).toBeVisible();
  await aStay(app, lesson, { email: tutor.email });
  await page.reload();
  await expect(row(name)).toContainText('Live');
  await expect(row(name)).not.toContainText('Tutor not in yet');
});

test('a click in a row, a bar of the ruler, or J and Enter open a lesson; a phone shows cards', async ({
  page,
  app,
  signInAs,
}) => {
  const { maths, english, fractions, tutor } = await aSaturday(app);
  await signInAs('Admin');
  const { row, heading, button } = dayPage(page);
  const opened = `/lessons/${fractions.id}/detail/zoom`;
  await page.goto('/lessons?date=2027-03-13');
  await row(maths.name).getByText('4 of 12').click();
  await expect(page).toHaveURL(opened);
  await page.goBack();
  await row(maths.name).click({ position: { x: 4, y: 4 } });
  await expect(page).toHaveURL(opened);
  await page.goBack();
  await row(maths.name).getByRole('link', { name: tutor.name }).click();
  await expect(page).not.toHaveURL(opened);
  await page.goBack();
  await page.getByTitle(`14:00–16:00 ${maths.name}, T2 L5 Fractions of a set`).click();
  await expect(page).toHaveURL(opened);
  await page.goBack();

  // No cell is cut off; the other lesson is in our own classroom, the longest name of a platform.
  const lessons = row(maths.name).or(row(english.name));
  await expect(lessons).toHaveCount(2);
  for (const width of [1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(
      await lessons.locator('td').evaluateAll((cells) =>
        cells
          // Names may be cut off: their full text is in the title.
          .filter((cell) => !cell.matches('[data-lead], :has(a)'))
          .filter((cell) =>
            [cell, ...cell.querySelectorAll<HTMLElement>('*')].some(
              ({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1,
            ),
          )
          .map((cell) => cell.textContent),
      ),
      `cut at ${width} px`,
    ).toEqual([]);
  }

  await page.goto(`/lessons?date=2027-03-13&class=${maths.id}`);
  await expect(row(maths.name)).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(opened);
  await page.goBack();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(heading('Sat 13 Mar 2027')).toBeVisible();
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: maths.name }) });
  await expect(card).toContainText('4 of 12');
  await button('Previous day').click();
  await expect(heading('Fri 12 Mar 2027')).toBeVisible();
});
