import { readFile } from 'node:fs/promises';
import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import { lessonStaff } from 'staffroom-server/src/domains/lessons/lessons.schema.ts';
import { aClass, aLesson } from 'staffroom-server/test/factories/class.factory.ts';
import { anOrder } from 'staffroom-server/test/factories/order.factory.ts';
import { aStudent, aTutor, aUser } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { formatDay } from '../../web/src/lib/formats.ts';
import { expect, test } from '../support/test.ts';
import { lessonPage, placeMany } from './lesson-page.ts';

test('the lesson page shows its time, platform, tutors, seats and description', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 404/);
  const { id: classId, name: className } = await aClass(app, { maxCap: 20 });
  const lesson = await aLesson(app, classId, {
    name: 'T2 L5 Surds',
    term: 2,
    lessonIndex: 5,
    scheduledAt: new Date('2026-03-14T06:00:00Z'),
    endedAt: new Date('2026-03-14T07:30:00Z'),
    hostingPlatform: 'Zoom',
    hostingType: 'meeting',
    description: '<p>Bring <strong>graph paper</strong></p>',
    isCompleted: true,
    isActive: false,
    isReleased: false,
  });
  const tutor = await aTutor(app, { name: unique('Ong Jun Jie') });
  const ta = await aUser(app, { type: 'TA', name: unique('Wong Kar Wai') });
  await app.database.db.insert(lessonStaff).values([
    { lessonId: lesson.id, userId: tutor.id, kind: 'tutor' },
    { lessonId: lesson.id, userId: ta.id, kind: 'ta' },
  ]);
  await placeMany(app, lesson, 3);
  await placeMany(app, lesson, 2, 'TRIAL');
  await placeMany(app, lesson, 4, 'PAYMENT_VIDEO');
  await signInAs('Admin');
  const { open, title, details, tab } = lessonPage(page);
  await open(lesson);
  await expect(title).toHaveText('Surds');
  await expect(page).toHaveTitle('Surds · Staffroom');
  for (const words of ['Completed', 'Inactive', 'Not released'])
    await expect(page.getByText(words, { exact: true })).toBeVisible();
  const way = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(way).toHaveText(`Online Class${className}T2 L5`);
  await expect(way.getByRole('link', { name: className })).toHaveAttribute(
    'href',
    `/course/${classId}`,
  );
  for (const words of [
    'Sat 14 Mar 2026',
    '14:00–15:30, Asia/Singapore',
    'Zoom',
    'meeting',
    tutor.name,
    ta.name,
    '5 of 20',
    'graph paper',
  ])
    await expect(details).toContainText(words);
  await expect(details.getByRole('img', { name: '5 of 20 seats taken' })).toBeVisible();
  await expect(tab('Payment')).toHaveText('Payment 3');
  await expect(tab('Trial')).toHaveText('Trial 2');
  await expect(tab('Video')).toHaveText('Video 4');
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(page).toHaveURL(/dialog=edit/);
  const form = page.getByRole('dialog', { name: 'Edit Lesson' });
  await expect(form.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('T2 L5 Surds');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(form).toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  // When not all tabs fit, the selected one is scrolled into view.
  await page.goto(`${new URL(page.url()).pathname}?tab=changes`);
  await expect(tab('Changes')).toHaveAttribute('aria-selected', 'true');
  await expect
    .poll(() => tab('Changes').evaluate((chosen) => chosen.getBoundingClientRect().right))
    .toBeLessThanOrEqual(390);
  await open({ classId: (await aClass(app)).id, id: lesson.id });
  await expect(page.getByText('This lesson does not exist')).toBeVisible();
});

test('students are listed by tab with the source of their place, and can be searched and downloaded', async ({
  page,
  app,
  signInAs,
}) => {
  const student = await aStudent(app, { name: unique('Chua Si Ying') });
  const order = await anOrder(app, { lessons: 1, email: student.email });
  const lesson = { id: order.detail.lesson[0] ?? '', classId: order.detail.class_obj._id };
  const trial = await placeMany(app, lesson, 25, 'TRIAL');
  await signInAs('Admin');
  const { open, tab, rows, row, search } = lessonPage(page);
  await open(lesson);
  await expect(rows).toHaveCount(1);
  const own = row(student.name);
  await expect(own).toContainText(student.email);
  await expect(own.getByRole('link', { name: student.name })).toHaveAttribute(
    'href',
    `/user/${student.id}`,
  );
  const day = formatDay(businessDayOf(order.created, 'Asia/Singapore'));
  await tab('Trial').click();
  await expect(page).toHaveURL(/tab=trial/);
  await expect(rows).toHaveCount(20);
  await expect(row('Student 001')).toContainText('Added by hand by Mei Ling');
  // The search covers all pages.
  await search.fill((trial[24]?.email ?? '').toUpperCase());
  await search.press('Enter');
  await expect(rows).toHaveText([/Student 025/]);
  await page.reload();
  await expect(rows).toHaveText([/Student 025/]);
  await tab('Payment').click();
  await expect(page.getByText('There are no students matching your search')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(rows).toHaveCount(1);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('students.csv');
  const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/);
  // It covers all tabs.
  expect(lines).toHaveLength(27);
  expect(lines.slice(0, 2)).toEqual([
    'name,email,kind,orders,added_by',
    `${student.name},${student.email},PAYMENT,${order._id},`,
  ]);
  expect(lines).toContain(`Student 025,${trial[24]!.email},TRIAL,,Mei Ling`);
  await row(student.name)
    .getByRole('link', { name: `Order of ${day}` })
    .click();
  await expect(page.getByRole('dialog', { name: 'History' })).toBeVisible();

  await page.goto(`/user/${student.id}?tab=lessons`);
  await page.getByRole('tabpanel').getByRole('link', { name: 'Lesson 1' }).click();
  await expect(page).toHaveURL(`/course/${lesson.classId}/lesson/${lesson.id}`);
  await expect(rows).toHaveCount(1);
});

test('a role without lesson rights sees the lesson read-only, with only the students it may see', async ({
  page,
  app,
  signInAs,
}) => {
  const own = await aStudent(app, { name: unique('Chua Si Ying'), leadSource: 'LLP' });
  const order = await anOrder(app, { lessons: 1, email: own.email });
  const lesson = { id: order.detail.lesson[0] ?? '', classId: order.detail.class_obj._id };
  await placeMany(app, lesson, 2);
  const { open, tab, rows, row } = lessonPage(page);
  const expectNoActs = async () => {
    for (const name of ['Edit', 'Add Students', /^Actions for/])
      await expect(page.getByRole('button', { name })).toHaveCount(0);
    await expect(tab('Changes')).toHaveCount(0);
  };

  await signInAs('Partner', { leadSourceScope: 'LLP' });
  await open(lesson, '?dialog=add');
  await expect(rows).toHaveCount(1);
  await expect(tab('Payment')).toHaveText('Payment 3');
  await expect(
    page.getByText('And 2 students whose names are hidden for your role.'),
  ).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectNoActs();

  const tutor = await signInAs('Tutor');
  await app.database.db
    .insert(lessonStaff)
    .values({ lessonId: lesson.id, userId: tutor.id, kind: 'tutor' });
  await open(lesson);
  await expect(rows).toHaveCount(3);
  await expect(row(own.name)).toContainText('Order of');
  await expect(rows.getByRole('link')).toHaveCount(0);
  await expectNoActs();
});
