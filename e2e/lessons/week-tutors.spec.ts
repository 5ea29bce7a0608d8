import { lessonStaff } from 'staffroom-server/src/domains/lessons/lessons.schema.ts';
import { aClass, aLesson } from 'staffroom-server/test/factories/class.factory.ts';
import { aTutor } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/expect-screen.ts';
import { expect, test } from '../support/test.ts';

test('the week can include tutors without lessons, kept in the URL, and its header stays visible', async ({
  page,
  app,
  signInAs,
}) => {
  const { id: classId } = await aClass(app);
  const lesson = await aLesson(app, classId, { scheduledAt: new Date('2027-03-13T06:00:00Z') });
  const busy = await aTutor(app, { name: unique('Goh Shi Min') });
  await app.database.db
    .insert(lessonStaff)
    .values({ lessonId: lesson.id, userId: busy.id, kind: 'tutor' });
  const names = Array.from({ length: 12 }, (_, at) => unique(`Tutor ${at}`));
  await Promise.all(names.map((name) => aTutor(app, { name })));
  const left = await aTutor(app, { name: unique('Former'), enabled: false });
  const last = names.toSorted((a, b) => a.localeCompare(b)).at(-1) ?? '';
  const row = (name: string) => page.getByRole('row', { name });
  const toggle = page.getByRole('checkbox', { name: 'Tutors without lessons' });

  await signInAs('Admin');
  await page.setViewportSize({ width: 1440, height: 480 });
  await page.goto('/lessons?view=week&week=2027-03-08');
  await expect(row(busy.name)).toBeVisible();
  await expect(toggle).not.toBeChecked();
  await expect(row(last)).toHaveCount(0);
  await toggle.check();
  await expect(page).toHaveURL('/lessons?view=week&week=2027-03-08&tutors=all');
  for (const name of [names[0] ?? '', last]) await expect(row(name)).toContainText('0 lessons');
  await expect(row(left.name)).toHaveCount(0);

  await row(last).scrollIntoViewIfNeeded();
  await expect(page.getByRole('columnheader', { name: 'Sat 13 Mar' })).toBeInViewport();
  await row(last).getByRole('button', { name: 'New lesson on Sat 13 Mar' }).focus();
  await page.keyboard.press('ArrowUp');
  await expect(row(last).locator(':focus')).toHaveCount(0);

  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(toggle).not.toBeChecked();
  await expect(row(last)).toHaveCount(0);
});

test('on a phone a planner sees the free tutors of a day and starts a lesson for one', async ({
  page,
  app,
  signInAs,
}) => {
  const { id: classId } = await aClass(app);
  const [thursday, saturday] = await Promise.all(
    ['2027-04-15T06:00:00Z', '2027-04-17T06:00:00Z'].map((at) =>
      aLesson(app, classId, { scheduledAt: new Date(at) }),
    ),
  );
  const busy = await aTutor(app, { name: unique('Goh Shi Min') });
  const free = await aTutor(app, {
    name: unique('Ng Li Ting'),
    subjects: ['Science', 'Mathematics'],
  });
  await app.database.db.insert(lessonStaff).values([
    { lessonId: saturday!.id, userId: busy.id, kind: 'tutor' },
    { lessonId: thursday!.id, userId: free.id, kind: 'tutor' },
  ]);
  await signInAs('Admin');
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/lessons?view=week&week=2027-04-12&day=2027-04-17&tutors=all');
  const tutor = page.getByRole('listitem').filter({ hasText: free.name });
  await expect(tutor).toContainText('Science, Mathematics');
  await expect(tutor).toContainText('Free');
  await expect(tutor).toContainText('1 lesson in this week');
  await expect(
    page.getByRole('button', { name: `New lesson on Sat 17 Apr, ${busy.name}` }),
  ).toHaveCount(0);
  await expect(page.getByText('Tutors without lessons on this day')).toBeVisible();
  await expectAccessible(page, { widths: [390, 390] });
  await expectNoSidewaysScroll(page, [390]);

  await tutor.getByRole('link', { name: free.name, exact: true }).focus();
  await page.keyboard.press('Tab');
  await expect(tutor.getByRole('link', { name: `Week of ${free.name}` })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New Lesson' });
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`on=2027-04-17.*by=${free.id}`));
  await page.goBack();
  await expect(dialog).toBeHidden();
  await tutor.getByRole('link', { name: `Week of ${free.name}` }).click();
  await expect(page).toHaveURL(new RegExp(`tutor=${free.id}`));
  await page.goBack();
  await tutor.getByRole('link', { name: free.name, exact: true }).click();
  await expect(page.getByRole('heading', { name: free.name })).toBeVisible();
});
