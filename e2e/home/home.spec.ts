import { randomUUID } from 'node:crypto';
import { addLessonStudents } from 'staffroom-contract/domains/lessons/roster-changes.contract.ts';
import { classStaff } from 'staffroom-server/src/domains/classes/classes.schema.ts';
import { lessonStaff } from 'staffroom-server/src/domains/lessons/lessons.schema.ts';
import { addDays, businessDayOf } from 'staffroom-contract/shared/dates.ts';
import { jobStarts } from 'staffroom-server/src/platform/platform.schema.ts';
import { aFeedback, aFollowUp } from 'staffroom-server/test/factories/feedback.factory.ts';
import {
  aHomework,
  aStudentOn,
  aSubmission,
} from 'staffroom-server/test/factories/homework.factory.ts';
import { aTrialTicket } from 'staffroom-server/test/factories/ticket.factory.ts';
import { aPollQuestion } from 'staffroom-server/test/factories/poll.factory.ts';
import { aClass, aLesson } from 'staffroom-server/test/factories/class.factory.ts';
import { anUnfinishedOrder } from 'staffroom-server/test/factories/order.factory.ts';
import { aStudent } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/expect-screen.ts';
import { expect, test } from '../support/test.ts';

const minute = 60_000;

test('Home lists today’s lessons, unfinished orders and stopped jobs for an Admin, with links', async ({
  page,
  app,
  signInAs,
}) => {
  const tuitionClass = await aClass(app, { name: unique('P6 Mathematics'), maxCap: 12 });
  const lesson = await aLesson(app, tuitionClass.id, { inDays: 0, name: 'Ratio' });
  const order = await anUnfinishedOrder(app, {
    status: 'PAID',
    hours: 30,
    name: unique('Ong Xin Yi'),
  });
  const begun = await anUnfinishedOrder(app, { hours: 25, name: unique('Lee Jun Hao') });
  const job = {
    jobId: randomUUID(),
    name: 'deliver-announcement',
    data: {},
    processId: randomUUID(),
    started: new Date(),
    crashes: 3,
    blamed: false,
    quarantinedAt: new Date(),
  };
  await app.database.db.insert(jobStarts).values(job);
  const admin = await signInAs('Admin');
  const agent = await app.as('Agent');
  const today = businessDayOf(app.clock.now().toISOString(), 'Asia/Singapore');
  for (const handledBy of [admin.id, null, agent.id])
    await aTrialTicket(app, { handledBy, nextActionDate: addDays(today, -1) });
  await page.goto('/');
  const rowOf = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  const student = order.created_by;
  // The student may be in another list too, for the end of the purchase.
  const orderOf = (name: string) => rowOf(name).filter({ hasText: / ago, no| open for / });
  const waiting = orderOf(student.name || student.email);
  await expect(waiting).toContainText('PAID');
  await expect(waiting).toContainText(order.detail.class_obj.name);
  await expect(orderOf(begun.created_by.name || begun.created_by.email)).toContainText(
    'Checkout open for 25 hours',
  );
  const row = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: tuitionClass.name }) });
  await expect(row).toContainText('T1 L1 Ratio');
  await expect(row).toContainText('0 of 12');
  await expect(
    page.getByRole('link', { name: /^Live now: \d+ of \d+ lessons? today$/ }),
  ).toBeVisible();
  await expect(
    page.getByRole('link', { name: /^Orders needing attention: \d+ \$[\d,]+\.\d\d/ }),
  ).toBeVisible();
  // Own follow-ups, unassigned ones and those of others are panels of their own.
  for (const [title, whose] of [
    ['My follow-ups', 'mine'],
    ['Unassigned', 'unassigned'],
    ['Follow-ups of others', 'others'],
  ] as const) {
    const part = page.locator('section').filter({
      has: page.getByRole('heading', { level: 2, name: new RegExp(`^${title} [\\d,]+$`) }),
    });
    await expect(
      part.getByRole('link', { name: /^Trial( tickets| [\d,]+)$/ }).first(),
    ).toHaveAttribute('href', new RegExp(`^/tickets/trial\\?view=${whose}&`));
  }
  await expect(page.getByRole('heading', { name: /^Background jobs stopped/ })).toBeVisible();
  const stopped = rowOf(job.jobId);
  await expect(stopped).toContainText('Announcement delivery');
  await expect(stopped).toContainText('crashed its worker 3 times');
  await expectNoSidewaysScroll(page, [390]);
  await expectAccessible(page);

  await row.getByRole('link', { name: tuitionClass.name }).click();
  await expect(page).toHaveURL(`/course/${tuitionClass.id}/lesson/${lesson.id}`);
  // The address changes before the screen does.
  await expect(row).toBeHidden();
  await page.goBack();
  await waiting.getByRole('link', { name: 'no places yet' }).click();
  await expect(page).toHaveURL(new RegExp(`/orders\\?.*order=${order._id}`));
  await expect(page.getByRole('dialog')).toBeVisible();
  // Behind the history is the order's card with what can be done.
  await page.keyboard.press('Escape');
  await page
    .getByRole('article')
    .first()
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await expect(page.getByRole('menuitem', { name: 'Cancel Order' })).toBeVisible();
  await expect(row).toBeHidden();

  // J and K move through all lists, whatever they contain; Enter opens the order, not its student.
  await page.goto('/');
  const orders = page.locator('li').filter({ hasText: / ago, no| open for / });
  await expect(row).toBeVisible();
  // A list that loads later may appear above those already shown.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.keyboard.press('j');
  await expect(page.locator('[data-row]').first()).toBeFocused();
  await orders.last().focus();
  await page.keyboard.press('j');
  await expect(orders.last()).not.toBeFocused();
  await page.keyboard.press('k');
  await expect(orders.last()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/orders\?.*order=/);
});

test('Home lists an Agent’s overdue follow-ups and those due today, with links', async ({
  page,
  app,
  signInAs,
}) => {
  const agent = await signInAs('Agent', {
    extraRoutes: ['/tickets/trial', '/tickets/renewal'],
    name: unique('Amelia Wong'),
  });
  const today = businessDayOf(app.clock.now().toISOString(), 'Asia/Singapore');
  const own = { handledBy: agent.id };
  await aTrialTicket(app, { ...own, name: 'Kwek Xin Yi', nextActionDate: today });
  const late = await aTrialTicket(app, {
    ...own,
    name: 'Ng Wan Ting',
    nextActionDate: addDays(today, -2),
    remark: 'Sent the fees',
  });
  await page.goto('/');
  const part = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(part('Overdue')).toContainText('Sent the fees');
  await expect(part('Overdue')).toContainText('TRIAL REGISTERED');
  await expect(part('Today')).toContainText('Kwek Xin Yi');
  await expect(page.getByRole('link', { name: /^Overdue follow-ups: 1 oldest/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Due today: 1 / })).toBeVisible();
  await part('Overdue').getByRole('link', { name: 'Ng Wan Ting' }).click();
  await expect(page).toHaveURL(new RegExp(`/tickets/trial\\?.*ticket=${late.id}`));
});

test('Home lists lessons without attendance, own feedback and birthdays for CustService', async ({
  page,
  app,
  signInAs,
}) => {
  const now = app.clock.now().getTime();
  const tuitionClass = await aClass(app, { name: unique('P5 Science') });
  const lesson = await aLesson(app, tuitionClass.id, {
    scheduledAt: new Date(now - 240 * minute),
    endedAt: new Date(now - 121 * minute),
    hostingPlatform: 'Zoom',
  });
  await aStudentOn(app, lesson);
  const today = businessDayOf(app.clock.now().toISOString(), 'Asia/Singapore');
  // First by name, whatever birthdays other tests made.
  const born = await aStudent(app, {
    name: unique('  Aa Heng Jia En').trim(),
    dateOfBirth: `2014${today.slice(4)}`,
  });
  const desk = await signInAs('CustService', { name: unique('Rina Salleh') });
  const said = await aFeedback(app, { content: 'Late notice about the change of time.' });
  await aFollowUp(app, { feedback: said.id, owner: desk.id });
  await page.goto('/');
  const rowOf = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await expect(rowOf(born.name)).toContainText('turns');
  await expect(page.getByRole('region', { name: 'Open', exact: true })).toContainText('2 of 5');
  await expect(rowOf(tuitionClass.name).filter({ hasText: 'Import CSV' })).toContainText(
    '1 student',
  );
  await page.getByRole('link', { name: new RegExp(`^Import CSV of ${tuitionClass.name}`) }).click();
  await expect(page).toHaveURL(`/lessons/${lesson.id}/detail/zoom?dialog=import`);
  await expect(page.getByRole('dialog', { name: /Import/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(`/lessons/${lesson.id}/detail/zoom`);
});

test('on a phone, a figure has a short label and its full name for screen readers', async ({
  page,
  app,
  signInAs,
}) => {
  await anUnfinishedOrder(app);
  await aLesson(app, (await aClass(app)).id, { inDays: 0 });
  await signInAs('SalesAdmin');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  const figure = page.getByRole('link', { name: /^Orders needing attention: \d+/ });
  await expect(figure.getByText('Orders', { exact: true })).toBeVisible();
  await expect(figure.getByText('Orders needing attention', { exact: true })).toBeHidden();
  // Visible without hovering, so also for touch and keyboard users.
  const note = page.getByText('Orders: unfinished for 24 hours, or paid and not settled');
  await expect(note).toBeVisible();
  // Tasks first, then today's lessons, then the rest (picture 10d).
  await expect(page.getByRole('heading', { level: 2 }).nth(1)).toHaveText(/^Today’s lessons/);
});

test('Home shows a Tutor the next lesson, the week and own classes, and no orders', async ({
  page,
  app,
  signInAs,
}) => {
  const tuitionClass = await aClass(app, { name: unique('P6 Mathematics'), maxCap: 12 });
  const next = await aLesson(app, tuitionClass.id, {
    scheduledAt: new Date(app.clock.now().getTime() - 5 * minute),
  });
  const others = await aLesson(app, (await aClass(app)).id, { inDays: 0 });
  await anUnfinishedOrder(app);
  const tutor = await signInAs('Tutor');
  await app.database.db
    .insert(lessonStaff)
    .values({ lessonId: next.id, userId: tutor.id, kind: 'tutor' });
  await app.database.db
    .insert(classStaff)
    .values({ classId: tuitionClass.id, userId: tutor.id, kind: 'tutor' });
  const student = await aStudent(app, { name: unique('Sim Yi Xuan') });
  const admin = await app.as('Admin');
  await admin.call(addLessonStudents, {
    params: { id: next.id },
    body: { student: [student.id], kind: 'trial_student' },
  });
  const homework = await aHomework(app, next);
  await aSubmission(app, homework.id, (await aStudentOn(app, next)).id, { status: 'SUBMITTED' });
  await aFeedback(app, { lessonId: next.id, studentId: student.id, rating: 4 });
  const before = await aLesson(app, tuitionClass.id, { inDays: -7 });
  await app.database.db
    .insert(lessonStaff)
    .values({ lessonId: before.id, userId: tutor.id, kind: 'tutor' });
  const given = await aHomework(app, before, { releasedAt: before.scheduledAt });
  await aSubmission(app, given.id, (await aStudentOn(app, before)).id, { status: 'SUBMITTED' });
  await aPollQuestion(app, next.id);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: tuitionClass.name })).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Homework to mark/ })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: homework.name })).toContainText(
    /1 of 1 handed in\s*1 to mark/,
  );
  await expect(page.getByRole('heading', { name: 'New feedback 1' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: '4 of 5' })).toContainText(
    student.name,
  );
  const lesson = page.getByRole('region', { name: 'Next lesson' });
  for (const fact of ['Live', '1 paying, 1 trial', '10 places free', student.name, 'first lesson'])
    await expect(lesson).toContainText(fact);
  await expect(lesson.getByRole('link', { name: '10 places free' })).toHaveAttribute(
    'href',
    /\/lesson\/[\da-f-]+$/,
  );
  for (const fact of ['1 of 1 handed in', '1 to mark', '1 question ready'])
    await expect(lesson).toContainText(fact);
  const part = (name: string) =>
    page.getByRole('listitem').filter({ hasText: name }).filter({ visible: true });
  await expect(part('Today').filter({ hasText: /^\w{3} \d/ })).toContainText(/\d\d:\d\d/);
  const ofClass = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: tuitionClass.name, exact: true }) });
  await expect(ofClass.filter({ visible: true }).last()).toContainText('1 of 12');
  await expect(page.getByRole('heading', { name: 'My week 1' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'My classes 1' })).toBeVisible();
  await expect(page.getByText('Orders needing attention')).toHaveCount(0);
  await expect(page.locator(`[href*="${others.id}"]`)).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Homework', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard\?.*marking=waiting/);
  await expect(page.getByRole('table', { name: 'Homework' }).locator('[data-row]')).toHaveCount(2);
  await page.goBack();
  await page.getByRole('link', { name: 'Open lesson' }).click();
  await expect(page).toHaveURL(`/course/${tuitionClass.id}/lesson/${next.id}`);
});

test('Home and the lesson page show “No one has joined” ten minutes after the start', async ({
  page,
  app,
  signInAs,
}) => {
  const tuitionClass = await aClass(app, { name: unique('P6 Mathematics') });
  const now = app.clock.now();
  const scheduledAt = new Date(now.getTime() - 10 * minute);
  const lesson = await aLesson(app, tuitionClass.id, { scheduledAt });
  const tutor = await signInAs('Tutor');
  await app.database.db
    .insert(lessonStaff)
    .values({ lessonId: lesson.id, userId: tutor.id, kind: 'tutor' });
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Next lesson' })).toContainText(
    'No one has joined',
  );
  // Just after midnight, the lesson started on the previous day.
  const dayOf = (at: Date) => businessDayOf(at.toISOString(), 'Asia/Singapore');
  const today = page
    .locator('[data-row]')
    .filter({ has: page.getByRole('link', { name: tuitionClass.name }) });
  await expect(today.filter({ hasText: 'No one has joined' })).toHaveCount(
    dayOf(scheduledAt) === dayOf(now) ? 1 : 0,
  );
  await page.goto(`/lessons/${lesson.id}/detail/staffroom-classroom`);
  await expect(page.getByText('No one has joined', { exact: true })).toBeVisible();
});
