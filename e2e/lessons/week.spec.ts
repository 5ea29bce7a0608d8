import type { Locator, Page } from '@playwright/test';
import {
  getLesson,
  updateLesson,
} from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { addLessonStudents } from 'staffroom-contract/domains/lessons/roster-changes.contract.ts';
import type { LessonSummary } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import { classList } from 'staffroom-demo/data/class-list.ts';
import { lessonStaff } from 'staffroom-server/src/domains/lessons/lessons.schema.ts';
import { aClass, aLesson } from 'staffroom-server/test/factories/class.factory.ts';
import { aStudent, aTutor, aUser } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { composer } from '../announcements/composer.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/expect-screen.ts';
import type { Running } from '../support/running-server.ts';
import { expect, test } from '../support/test.ts';

/** Sat 13 Mar 2027, 14:00 in Singapore. */
const saturday = new Date('2027-03-13T06:00:00Z');

const weekPage = (page: Page) => {
  const day = (name: string) => page.getByRole('region', { name, exact: true });
  return {
    day,
    lesson: (words: string) => page.getByRole('link', { name: words }),
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    filter: (words: string) => page.getByRole('combobox', { name: words, exact: true }),
    /** Searches and chooses an option of a filter by its name. */
    choose: async (label: 'Tutor' | 'Class', name: string) => {
      await page.getByRole('combobox', { name: `${label} All`, exact: true }).click();
      await page.getByRole('textbox', { name: `Search ${label}` }).fill(name);
      await page.getByRole('option', { name }).click();
    },
    row: (name: string) => page.getByRole('row', { name }),
    question: page.getByRole('dialog', { name: 'Move this lesson?' }),
    tutorQuestion: page.getByRole('dialog', { name: 'Change the tutor?' }),
    telling: page.getByRole('dialog', {
      name: 'Create announcement regarding changes to the lesson?',
    }),
    form: page.getByRole('dialog', { name: 'New Lesson' }),
    booked: page.getByRole('dialog', { name: 'Tutor booked twice' }),
    said: (words: string) => page.getByRole('status').getByText(words),
    open: (classId: string) => page.goto(`/lessons?view=week&class=${classId}&week=2027-03-08`),
  };
};

const teach = (app: Running, lessonId: string, userId: string) =>
  app.database.db.insert(lessonStaff).values({ lessonId, userId, kind: 'tutor' });

/** Returns how many letters of each lesson's name are visible, how many it has, and the height of the lesson. */
const seenIn = (links: Locator) =>
  links.evaluateAll((all) =>
    all.map((link) => {
      const texts: Text[] = [];
      for (const shown of link.querySelectorAll('[aria-hidden="true"]')) {
        const walker = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) texts.push(walker.currentNode as Text);
      }
      const named = texts.toSorted((a, b) => b.length - a.length)[0];
      const box = named?.parentElement;
      if (!named || !box) throw new Error('The lesson has no words.');
      const range = document.createRange();
      const rightOf = (at: number) => {
        range.setStart(named, at);
        range.setEnd(named, at + 1);
        return range.getBoundingClientRect();
      };
      const [inner, outer] = [box.getBoundingClientRect(), link.getBoundingClientRect()];
      const right = Math.min(inner.right, outer.right);
      const bottom = Math.min(inner.bottom, outer.bottom);
      const isCut =
        box.scrollWidth > box.clientWidth && getComputedStyle(box).textOverflow === 'ellipsis';
      // The ellipsis takes the place of a letter.
      const end = right - (isCut ? Number.parseFloat(getComputedStyle(box).fontSize) * 0.7 : 0);
      const isSeen = (_letter: string, at: number) => {
        const letter = rightOf(at);
        return letter.width > 0 && letter.right <= end + 0.5 && letter.bottom <= bottom + 0.5;
      };
      return {
        name: named.data,
        letters: [...named.data].filter(isSeen).length,
        all: named.data.length,
        height: outer.height,
      };
    }),
  );

/** Expects at least 12 letters of a class's name to be visible in its lesson, or all of a shorter name. */
const expectReadable = async (page: Page, name: string) => {
  const link = page.getByRole('link', { name: `${name}, ` });
  await expect(link).toBeVisible();
  const [seen] = await seenIn(link);
  expect(seen!.letters, `letters of ${name}`).toBeGreaterThanOrEqual(Math.min(12, seen!.all));
};

/** Expects all seven days to be visible at 1440 px: the week does not scroll sideways. */
const expectNothingSideways = (page: Page) =>
  expect
    .poll(() =>
      page
        .getByRole('region', { name: 'Week' })
        .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
    )
    .toBe(0);

const aSaturday = async (app: Running) => {
  const tuitionClass = await aClass(app, { maxCap: 12 });
  const lesson = await aLesson(app, tuitionClass.id, {
    scheduledAt: saturday,
    name: 'Surds',
    term: 2,
    lessonIndex: 5,
  });
  return { tuitionClass, lesson };
};

test('the week shows lessons by tutor and day, and by hour for one tutor or class', async ({
  page,
  app,
  signInAs,
}) => {
  const { tuitionClass, lesson } = await aSaturday(app);
  const other = await aClass(app);
  // The unfiltered week also shows lessons of other tests.
  const water = unique('Water');
  await aLesson(app, other.id, { scheduledAt: saturday, name: water, isActive: false });
  await aLesson(app, other.id, { inDays: 0 });
  const tutor = await aTutor(app, { name: unique('Goh Shi Min') });
  await teach(app, lesson.id, tutor.id);
  await signInAs('Admin');
  await page.goto('/lessons?view=week');
  await expect(page.getByText('Today', { exact: true })).toBeVisible();
  await page.goto('/lessons?view=week&week=2027-03-10');
  const { day, lesson: link, button, row, filter, choose } = weekPage(page);
  await expect(page.getByRole('heading', { name: '8 – 14 Mar 2027' })).toBeVisible();
  await expect(row('No tutor').getByRole('link', { name: water })).toContainText('Inactive');
  const whole = `T2 L5 Surds, ${tuitionClass.name}, 14:00–16:00, 0 of 12`;
  const line = row(tutor.name).getByRole('link', { name: whole });
  await expect(line).toContainText('14:00 S3 A Maths');
  await expect(line).toContainText(/ 0\/12$/);
  await expect(page.getByRole('columnheader', { name: 'Sat 13 Mar' })).toContainText(
    'School holiday',
  );
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, [1024]);
  await expectNothingSideways(page);

  await row(tutor.name).getByRole('link', { name: tutor.name }).click();
  await expect(page).toHaveURL(`/lessons?view=week&week=2027-03-10&tutor=${tutor.id}`);
  await expect(link(water)).toHaveCount(0);
  await expect(day('Sat 13 Mar')).toContainText('1 · School holiday');
  await expect(day('Sun 14 Mar')).toContainText('0 · School holiday');
  for (const words of [tuitionClass.name, '14:00–16:00', '0 of 12', 'T2 L5 Surds'])
    await expect(link(whole)).toContainText(words);
  await expectAccessible(page);
  await expectNothingSideways(page);

  await expect(filter(`Tutor ${tutor.name}`)).toBeVisible();
  await button('Reset').click();
  await expect(page).toHaveURL('/lessons?view=week&week=2027-03-10');
  await expect(filter('Tutor All')).toBeVisible();
  // All lessons are shown if they need more than one response.
  await page.route('**/api/admin/lesson?*', async (route) => {
    const url = new URL(route.request().url());
    const isFirst = url.searchParams.get('offset') === '0';
    url.searchParams.set('offset', '0');
    const response = await route.fetch({ url: url.href });
    const { data } = (await response.json()) as { data: object[] };
    const some = isFirst ? data.slice(0, 1) : data;
    await route.fulfill({ response, json: { data: some, count: 201 } });
  });
  await page.reload();
  await expect(link(water)).toBeVisible();
  await expect(row(tutor.name).getByRole('link', { name: whole })).toBeVisible();
  await page.unroute('**/api/admin/lesson?*');
  await choose('Class', tuitionClass.name);
  await expect(filter(`Class ${tuitionClass.name}`)).toBeVisible();
  await expect(link(water)).toHaveCount(0);
  await link('T2 L5 Surds').click();
  await expect(page).toHaveURL(`/course/${tuitionClass.id}/lesson/${lesson.id}`);
});

test('←, → and T change the week and keep the class filter, except while typing in a field', async ({
  page,
  app,
  signInAs,
}) => {
  const { tuitionClass } = await aSaturday(app);
  await signInAs('Admin');
  const { open, lesson: link, button } = weekPage(page);
  const week = (name: string) => page.getByRole('heading', { name, exact: true });
  const address = `/lessons?view=week&class=${tuitionClass.id}`;
  await open(tuitionClass.id);
  await expect(link('T2 L5 Surds')).toBeVisible();
  await button('Next week').click();
  await expect(week('15 – 21 Mar 2027')).toBeVisible();
  await expect(page.getByText('No lessons in this week')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(link('T2 L5 Surds')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(week('15 – 21 Mar 2027')).toBeVisible();
  await expect(page).toHaveURL(`${address}&week=2027-03-15`);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(week('1 – 7 Mar 2027')).toBeVisible();
  await expect(page).toHaveURL(`${address}&week=2027-03-01`);

  await page.getByRole('combobox', { name: 'Tutor All', exact: true }).click();
  const term = page.getByRole('textbox', { name: 'Search Tutor' });
  await term.pressSequentially('t');
  await page.keyboard.press('ArrowLeft');
  await expect(term).toHaveValue('t');
  await page.keyboard.press('Escape');
  await expect(week('1 – 7 Mar 2027')).toBeVisible();

  await page.keyboard.press('t');
  await expect(page).toHaveURL(address);
  await expect(page.getByText('Today', { exact: true })).toBeVisible();
});

test('arrow keys move between lessons; M moves a lesson, which is saved after confirmation', async ({
  page,
  app,
  signInAs,
}) => {
  const { tuitionClass, lesson } = await aSaturday(app);
  await aLesson(app, tuitionClass.id, {
    scheduledAt: new Date('2027-03-10T06:00:00Z'),
    name: 'Indices',
  });
  const admin = await signInAs('Admin');
  const student = await aStudent(app);
  await admin.call(addLessonStudents, {
    params: { id: lesson.id },
    body: { student: [student.id] },
  });
  const { open, day, lesson: link, said, question, telling } = weekPage(page);
  await open(tuitionClass.id);
  await link('Indices').focus();
  await page.keyboard.press('ArrowRight');
  await expect(link('T2 L5 Surds')).toBeFocused();

  await page.keyboard.press('m');
  await expect(said('Moving T2 L5 Surds from Sat 13 Mar, 14:00')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowUp');
  await expect(said('Fri 12 Mar, 13:45')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(said('T2 L5 Surds stays at Sat 13 Mar, 14:00')).toBeVisible();

  await page.keyboard.press('m');
  await page.keyboard.press('ArrowRight');
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(question).toContainText(
    `Move T2 L5 Surds of ${tuitionClass.name} from Sat 13 Mar, 14:00 to Sun 14 Mar, 15:30?`,
  );
  await expect(question).toContainText('1 student is on it.');
  await question.getByRole('button', { name: 'Move' }).click();
  await expect(day('Sun 14 Mar').getByRole('link')).toContainText('15:30–17:30');
  await expect(day('Sat 13 Mar').getByRole('link')).toHaveCount(0);
  await telling.getByRole('button', { name: 'No' }).click();
  await expect(telling).toBeHidden();
  await expect(link('T2 L5 Surds')).toBeFocused();
  const { data } = await admin.call(getLesson, { params: { id: lesson.id } });
  expect(data).toMatchObject({
    scheduled_on: '2027-03-14T07:30:00.000Z',
    ended_on: '2027-03-14T09:30:00.000Z',
  });
});

test('a confirmed drag moves a lesson to another day and quarter hour, and offers to announce it', async ({
  page,
  app,
  signInAs,
}) => {
  const { tuitionClass, lesson } = await aSaturday(app);
  const admin = await signInAs('Admin');
  const { open, day, lesson: link, said, question, telling } = weekPage(page);
  await open(tuitionClass.id);
  const dragToThursday = async () => {
    const from = await link('T2 L5 Surds').boundingBox();
    const to = await day('Thu 11 Mar').boundingBox();
    if (!from || !to) throw new Error('The week is not shown.');
    const hour = from.height / 2;
    await page.mouse.move(from.x + 20, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(to.x + 30, from.y + 20, { steps: 4 });
    await page.mouse.move(to.x + 30, from.y + 10 + hour * 1.2, { steps: 4 });
    await page.mouse.up();
    await expect(question).toContainText('from Sat 13 Mar, 14:00 to Thu 11 Mar, 15:15?');
  };
  await dragToThursday();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(said('T2 L5 Surds was not moved')).toBeVisible();
  await expect(day('Sat 13 Mar').getByRole('link')).toContainText('14:00–16:00');
  await expect(telling).toBeHidden();

  await dragToThursday();
  await question.getByRole('button', { name: 'Move' }).click();
  await expect(day('Thu 11 Mar').getByRole('link')).toContainText('15:15–17:15');
  await expect(day('Sat 13 Mar').getByRole('link')).toHaveCount(0);
  // The drag does not open the lesson.
  await expect(page).toHaveURL(/\/lessons/);
  const { data } = await admin.call(getLesson, { params: { id: lesson.id } });
  expect(data.scheduled_on).toBe('2027-03-11T07:15:00.000Z');
  expect(data.ended_on).toBe('2027-03-11T09:15:00.000Z');

  // The message describes the saved change even before the lesson has reloaded.
  const read = Promise.withResolvers<void>();
  await page.route(`**/api/admin/lesson/${lesson.id}`, async (route) => {
    await read.promise;
    await route.continue();
  });
  await telling.getByRole('button', { name: 'Yes' }).click();
  const { dialog, subject, content } = composer(page);
  await expect(subject).toHaveValue('The lesson moves to Thu 11 Mar, 15:15');
  read.resolve();
  await expect(content).toContainText(
    'is on Thu 11 Mar, 15:15 instead of Sat 13 Mar, 14:00 (Singapore time).',
  );
  await expect(dialog).toContainText('Filled in from the change of the lesson.');
});

test('on a low screen the hours scroll during a drag, and Escape cancels it', async ({
  page,
  app,
  signInAs,
}) => {
  const { tuitionClass } = await aSaturday(app);
  await signInAs('Admin');
  await page.setViewportSize({ width: 1440, height: 560 });
  const { open, lesson: link, said, question } = weekPage(page);
  await open(tuitionClass.id);
  const week = page.getByRole('region', { name: 'Week' });
  const scrolled = () => week.evaluate(({ scrollTop }) => scrollTop);
  await link('T2 L5 Surds').scrollIntoViewIfNeeded();
  const block = await link('T2 L5 Surds').boundingBox();
  const panel = await week.boundingBox();
  if (!block || !panel) throw new Error('The week is not shown.');
  await page.mouse.move(block.x + 20, block.y + 10);
  await page.mouse.down();
  await page.mouse.move(block.x + 30, panel.y + 8, { steps: 4 });
  await expect.poll(scrolled).toBe(0);
  await page.mouse.move(block.x + 30, panel.y + panel.height - 4, { steps: 4 });
  const most = await week.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  expect(most).toBeGreaterThan(100);
  await expect.poll(scrolled).toBeGreaterThan(most - 2);
  await page.keyboard.press('Escape');
  await expect(said('T2 L5 Surds stays at Sat 13 Mar, 14:00')).toBeVisible();
  await page.mouse.up();
  await expect(question).toBeHidden();
});

test('a drag or the keyboard moves a lesson to another tutor after a confirmation that names double bookings', async ({
  page,
  app,
  signInAs,
}) => {
  const { tuitionClass, lesson } = await aSaturday(app);
  const goh = await aTutor(app, { name: unique('Aaron Goh') });
  const lim = await aTutor(app, { name: unique('Aaron Lim') });
  await teach(app, lesson.id, goh.id);
  const long = 'P5 Mathematics + Heuristics (Advanced)';
  const others = await aLesson(app, (await aClass(app, { name: long })).id, {
    scheduledAt: saturday,
  });
  await teach(app, others.id, lim.id);
  const ta = await aUser(app, { type: 'TA', name: unique('Lim Wei Ling') });
  await app.database.db
    .insert(lessonStaff)
    .values(
      [lesson, others].map(({ id }) => ({ lessonId: id, userId: ta.id, kind: 'ta' as const })),
    );
  const admin = await signInAs('Admin');
  await page.goto('/lessons?view=week&week=2027-03-08');
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectReadable(page, long);
  const { row, lesson: link, said, tutorQuestion, question, telling, booked } = weekPage(page);
  const label = 'T2 L5 Surds';
  const lineOf = (tutor: { name: string }) =>
    row(tutor.name).getByRole('link', { name: `${label}, ${tuitionClass.name}` });
  const freeOf = (tutor: { name: string }, day: string) =>
    row(tutor.name).getByRole('button', { name: `New lesson on ${day}, ${tutor.name}` });

  const from = await lineOf(goh).boundingBox();
  const to = await freeOf(lim, 'Fri 12 Mar').boundingBox();
  if (!from || !to) throw new Error('The week is not shown.');
  await page.mouse.move(from.x + 20, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y + 20, { steps: 3 });
  await page.mouse.move(to.x + 30, to.y + 10, { steps: 4 });
  await expect(page.getByText(`${lim.name} is free`)).toBeVisible();
  await page.mouse.up();
  await expect(question).toContainText('to Fri 12 Mar, 14:00?');
  await expect(question).toContainText(
    `Change the tutor of ${label} of ${tuitionClass.name} from ${goh.name} to ${lim.name}?`,
  );
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(said(`${label} was not moved`)).toBeVisible();
  await expect(lineOf(goh)).toBeVisible();

  const moveDown = async () => {
    await lineOf(goh).focus();
    await page.keyboard.press('m');
    await page.keyboard.press('ArrowDown');
    await expect(said(`Sat 13 Mar, 14:00, ${lim.name}`)).toBeVisible();
    await page.keyboard.press('Enter');
    // Lim teaches another lesson at that time.
    await expect(booked).toContainText(`Tutor ${lim.name}: Surds`);
  };
  await moveDown();
  await booked.getByRole('button', { name: 'Cancel' }).click();
  await expect(booked).toBeHidden();
  await expect(lineOf(goh)).toBeVisible();
  await moveDown();
  await booked.getByRole('button', { name: 'Save anyway' }).click();
  await expect(tutorQuestion).toContainText(`from ${goh.name} to ${lim.name}?`);
  await expect(tutorQuestion).toContainText(`TA ${ta.name}: Surds`);
  await tutorQuestion.getByRole('button', { name: 'Change tutor' }).click();
  await telling.getByRole('button', { name: 'No' }).click();
  await expect(lineOf(lim)).toBeFocused();
  await expect(row(lim.name).getByRole('rowheader')).toContainText('2 at once');
  await expect(link(`${label}, ${tuitionClass.name}`)).toHaveCount(1);
  const { data } = await admin.call(getLesson, { params: { id: lesson.id } });
  expect(data.tutor).toEqual([{ _id: lim.id, name: lim.name }]);
  expect(data.scheduled_on).toBe(saturday.toISOString());

  // Two lessons at the same time share the column of their day.
  await row(lim.name).getByRole('link', { name: lim.name }).click();
  await expect(page.getByText(/ and .* overlap\.$/)).toBeVisible();
  await expectReadable(page, long);
});

test('every demo class shows at least 12 letters in a lesson of 30 px, full or not', async ({
  page,
  app,
  signInAs,
}) => {
  const { id } = await aClass(app);
  await aLesson(app, id, { scheduledAt: new Date('2028-03-06T06:00:00Z') });
  await signInAs('Admin');
  // The answer has the names of all demo classes.
  await page.route('**/api/admin/lesson?*', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: LessonSummary[] };
    const [lesson] = answer.data;
    const data = classList.map(({ name }, at) => ({
      ...lesson!,
      _id: `lesson ${at}`,
      name: `Line ${at}`,
      class_obj: { ...lesson!.class_obj, name },
      scheduled_on: new Date(Date.UTC(2028, 2, 6 + (at % 7), 6)).toISOString(),
      ended_on: new Date(Date.UTC(2028, 2, 6 + (at % 7), 8)).toISOString(),
      seats: at % 2 ? 36 : 24,
      max_cap: 36,
    }));
    await route.fulfill({ response, json: { ...answer, data, count: data.length } });
  });
  await page.goto('/lessons?view=week&week=2028-03-06');
  const links = page.getByRole('link', { name: /Line \d+, / });
  await expect(links).toHaveCount(classList.length);
  const lines = await seenIn(links);
  expect(lines.filter(({ letters, all }) => letters < Math.min(12, all))).toEqual([]);
  expect(lines.filter(({ height }) => height !== 30)).toEqual([]);
});

test('a free slot opens a new lesson with its day, time, class or tutor filled in; others only read', async ({
  page,
  app,
  signInAs,
}) => {
  const { tuitionClass, lesson } = await aSaturday(app);
  const tutor = await aTutor(app, { name: unique('Aaron Goh') });
  await teach(app, lesson.id, tutor.id);
  await signInAs('Admin');
  const { open, day, lesson: link, row, form, button } = weekPage(page);
  await open(tuitionClass.id);
  const block = await link('T2 L5 Surds').boundingBox();
  const friday = await day('Fri 12 Mar').boundingBox();
  if (!block || !friday) throw new Error('The week is not shown.');
  // One hour above the lesson's start at 14:00.
  await page.mouse.click(friday.x + 40, block.y - block.height / 2 + 4);
  await expect(form).toContainText(tuitionClass.name);
  await expect(form.getByLabel('Start date')).toHaveValue('12 Mar 2027');
  await expect(form.getByLabel('Start time')).toHaveValue('13:00');
  await expect(form.getByLabel('End time')).toHaveValue('15:00');
  await form.getByLabel('Name').fill('Indices');
  await form.getByRole('button', { name: 'Save Lesson' }).click();
  await expect(day('Fri 12 Mar').getByRole('link')).toContainText('13:00–15:00');

  await page.goto('/lessons?view=week&week=2027-03-08');
  await row(tutor.name)
    .getByRole('button', { name: `New lesson on Mon 8 Mar, ${tutor.name}` })
    .click();
  await expect(form).toContainText('Mon 8 Mar 2027');
  await form.getByRole('combobox', { name: 'Class' }).fill(tuitionClass.name);
  await page.getByRole('option', { name: tuitionClass.name }).click();
  await button('Continue').click();
  await expect(form.getByLabel('Start date')).toHaveValue('8 Mar 2027');
  await expect(form.getByLabel('Start time')).toHaveValue('19:00');
  await expect(form).toContainText(tutor.name);

  await signInAs('CustService');
  await open(tuitionClass.id);
  await expect(link('T2 L5 Surds')).toBeVisible();
  await expect(page.getByRole('button', { name: /^New lesson/ })).toHaveCount(0);
  await link('T2 L5 Surds').focus();
  await page.keyboard.press('m');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Surds' })).toBeVisible();
});

test('a failed move shows the reason in the dialog, and the week shows the saved time', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/ERR_FAILED/, /status of 409/);
  const { tuitionClass, lesson } = await aSaturday(app);
  const admin = await signInAs('Admin');
  const { open, day, lesson: link, said, question } = weekPage(page);
  const moveDown = async () => {
    await link('T2 L5 Surds').focus();
    await page.keyboard.press('m');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  };
  await open(tuitionClass.id);
  await moveDown();
  await expect(question).toBeVisible();
  await admin.call(updateLesson, {
    params: { id: lesson.id },
    body: { scheduled_on: '2027-03-12T06:00:00Z', ended_on: '2027-03-12T08:00:00Z' },
  });
  await question.getByRole('button', { name: 'Move' }).click();
  await expect(question.getByRole('alert')).toHaveText(
    /^T2 L5 Surds was not moved: it was changed by .+ on .+, \d\d:\d\d\. It is now on Fri 12 Mar, 14:00\.$/,
  );
  await expect(question).toContainText('from Sat 13 Mar, 14:00 to Sat 13 Mar, 14:15?');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(said('T2 L5 Surds was not moved')).toBeVisible();
  await expect(day('Fri 12 Mar').getByRole('link')).toContainText('14:00–16:00');

  await page.route(`**/api/admin/lesson/${lesson.id}`, async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    await route.fetch();
    return route.abort();
  });
  await moveDown();
  await question.getByRole('button', { name: 'Move' }).click();
  await expect(question.getByRole('alert')).toContainText(
    'It is not known whether T2 L5 Surds was moved.',
  );
  await expect(day('Fri 12 Mar').getByRole('link')).toContainText('14:15–16:15');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(link('T2 L5 Surds')).toBeFocused();
});

test('on a phone a new lesson starts on the shown day, and the filters are in a drawer', async ({
  page,
  app,
  signInAs,
}) => {
  const { tuitionClass } = await aSaturday(app);
  await signInAs('Admin');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/lessons?view=week&week=2027-03-08&day=2027-03-12');
  const { day, button, choose, form } = weekPage(page);
  await button('Filters').click();
  await choose('Class', tuitionClass.name);
  await page.getByRole('button', { name: /^Show/ }).click();
  await expect(button('Filters 1')).toBeVisible();
  const begin = day('Fri 12 Mar').getByRole('button', { name: 'New lesson on Fri 12 Mar' });
  expect((await begin.boundingBox())?.height).toBeGreaterThanOrEqual(40);
  await begin.click();
  await expect(form.getByLabel('Start date')).toHaveValue('12 Mar 2027');
  await form.getByLabel('Name').fill('Indices');
  await form.getByRole('button', { name: 'Save Lesson' }).click();
  await expect(day('Fri 12 Mar').getByRole('link', { name: 'Indices' })).toBeVisible();
  // A day without lessons offers new lessons, too.
  await button('Previous day').click();
  await expect(page.getByText('No lessons on this day')).toBeVisible();
  await expect(button('New lesson on Thu 11 Mar')).toBeVisible();
});

test('a phone shows one day at a time; a Tutor sees only their own lessons', async ({
  page,
  app,
  signInAs,
}) => {
  const { lesson } = await aSaturday(app);
  const { lesson: others } = await aSaturday(app);
  const tutor = await signInAs('Tutor');
  await app.database.db
    .insert(lessonStaff)
    .values({ lessonId: lesson.id, userId: tutor.id, kind: 'tutor' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/lessons?view=week&week=2027-03-08');
  const { day, lesson: link, button } = weekPage(page);
  await expect(button('Mon 8 Mar, 0 lessons')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('No lessons on this day')).toBeVisible();
  await expect(link('Surds')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^New lesson/ })).toHaveCount(0);
  await button('Previous day').click();
  await expect(page.getByText('No lessons in this week')).toBeVisible();
  await expect(page).toHaveURL(/week=2027-03-01&day=2027-03-07/);
  await page.goto('/lessons?view=week&week=2027-03-08&day=2027-03-12');
  await expect(button('Fri 12 Mar, 0 lessons')).toHaveAttribute('aria-pressed', 'true');
  await button('Next day').click();
  await expect(day('Sat 13 Mar').getByRole('link')).toHaveCount(1);
  await expect(day('Sat 13 Mar').getByRole('link')).toContainText('0 of 12');
  await button('Mon 8 Mar, 0 lessons').click();
  await expect(link('Surds')).toHaveCount(0);
  await button('Sat 13 Mar, 1 lesson').click();
  await expect(page.locator(`[href*="${others.id}"]`)).toHaveCount(0);
  await button('Filters').click();
  await expect(page.getByRole('combobox', { name: 'Class All' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: /^Tutor/ })).toHaveCount(0);
});
