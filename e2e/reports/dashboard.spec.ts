import type { Page } from '@playwright/test';
import { classStaff } from 'staffroom-server/src/domains/classes/classes.schema.ts';
import { aStay } from 'staffroom-server/test/factories/attendance.factory.ts';
import {
  aClass,
  aClassWithLessons,
  aLesson,
} from 'staffroom-server/test/factories/class.factory.ts';
import { aStudentOn } from 'staffroom-server/test/factories/homework.factory.ts';
import { anOrder } from 'staffroom-server/test/factories/order.factory.ts';
import { anAgent } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import type { Running } from '../support/running-server.ts';
import { expect, test } from '../support/test.ts';

/** Makes a class with three orders of today, and a trial student on its next lesson. */
const aBusyClass = async (app: Running) => {
  const { tuitionClass, lessons } = await aClassWithLessons(app, 2, {
    name: unique('P6 Mathematics'),
  });
  const agent = await anAgent(app, { name: unique('Serene Ong') });
  const first = lessons[0];
  if (!first) throw new Error('It has lessons.');
  await aStudentOn(app, first, { name: 'Sim Yi Xuan', kind: 'TRIAL' });
  const dates = { class: tuitionClass.id, start_date: '2020-01-01', end_date: '2099-12-31' };
  await anOrder(app, { ...dates, agent_id: agent.id, name: 'Ethan D’Cruz' });
  await anOrder(app, { ...dates, agent_id: agent.id });
  await anOrder(app, dates);
  return { tuitionClass, agent };
};

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

test('each enrolment figure opens the students, orders or classes that it counts', async ({
  page,
  app,
  signInAs,
}) => {
  const { tuitionClass, agent } = await aBusyClass(app);
  await signInAs('Admin');
  await page.goto(`/dashboard?search=${tuitionClass.name}`);
  await expect(page.getByRole('tab', { name: 'Class Enrolment' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  const figures = page.getByLabel('All classes of these filters');
  await expect(figures).toContainText('Active students3 of 3 ever');
  await expect(figures).toContainText('Trials next lesson1 in 1 class');
  await expect(figures).toContainText('Orders, 7 days3 +3');
  // A figure opens as many students, orders or classes as it counts.
  await figures.getByRole('button', { name: /^1, Trials next lesson/ }).click();
  const behind = page.getByRole('dialog', { name: 'Next-lesson trials' });
  await expect(behind).toContainText('1 student');
  await page.keyboard.press('Escape');
  await expect(behind).toBeHidden();
  await figures.getByRole('link', { name: '3', exact: true }).first().click();
  await expect(page).toHaveURL(/\/orders\?.*class_type=/);
  await expect(page.getByText('3 orders', { exact: true })).toBeVisible();
  await page.goBack();
  await figures.getByRole('button', { name: 'in 1 class' }).click();
  const tried = page.getByRole('dialog', { name: 'Classes with trials next lesson' });
  await expect(tried).toContainText('1 class with trials');
  await expect(tried.getByRole('link', { name: 'Sim Yi Xuan' })).toBeVisible();
  await page.reload();
  await expect(rowOf(page, tuitionClass.name).last()).toContainText('Sim Yi Xuan');
  await page.goBack();
  await expect(tried).toBeHidden();

  const row = rowOf(page, tuitionClass.name);
  await row.getByRole('button', { name: /^3 orders of .* in 30 days, by agent$/ }).hover();
  const agents = page.getByRole('dialog', { name: /in 30 days, by agent$/ });
  await expect(agents).toContainText(`${agent.name}2`);
  await expect(agents).toContainText('No agent1');
  await page.mouse.move(0, 0);
  await expect(agents).toBeHidden();

  // Opened by keyboard it stays open, Escape returns the focus, and its numbers link to the orders.
  const button = row.getByRole('button', { name: /in 7 days, by agent$/ });
  await button.focus();
  await page.keyboard.press('Enter');
  const pressed = page.getByRole('dialog', { name: /in 7 days, by agent$/ });
  await expect(pressed.getByRole('link').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(pressed).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await pressed.getByRole('link', { name: `2 orders of ${agent.name}` }).click();
  await expect(page).toHaveURL(
    (address) =>
      address.pathname === '/orders' &&
      address.searchParams.get('agent') === agent.id &&
      address.searchParams.get('class') === tuitionClass.id,
  );
  await page.goBack();

  await row.getByRole('button', { name: /^3 active students/ }).click();
  const students = page.getByRole('dialog', { name: `Active students of ${tuitionClass.name}` });
  await expect(students.getByRole('link', { name: 'Ethan D’Cruz' })).toBeVisible();
  await expect(page).toHaveURL(/students=active/);
  await students.getByRole('textbox', { name: 'Name or e-mail' }).fill('no.such.name');
  await page.keyboard.press('Enter');
  await expect(students).toContainText('There are no students matching your search');
});

test('a DataAdmin sees the names behind the counts without links', async ({
  page,
  app,
  signInAs,
}) => {
  const { tuitionClass, agent } = await aBusyClass(app);
  await signInAs('DataAdmin');
  await page.goto(`/dashboard?search=${tuitionClass.name}`);
  const row = rowOf(page, tuitionClass.name);
  await expect(row).toContainText('Sim Yi Xuan');
  await expect(row.getByRole('link')).toHaveCount(0);
  await row.getByRole('button', { name: /in 30 days, by agent$/ }).click();
  const agents = page.getByRole('dialog', { name: /in 30 days, by agent$/ });
  await expect(agents).toContainText(agent.name);
  await expect(agents.getByRole('link')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: /^1 trial student of the next lesson/ }).click();
  const students = page.getByRole('dialog', { name: /^Next-lesson trials/ });
  await expect(students).toContainText('Sim Yi Xuan');
  await expect(students.getByRole('link')).toHaveCount(0);
});

test('CustService has no tab “Class Enrolment” and starts on “Lesson Attendance”', async ({
  page,
  signInAs,
}) => {
  await signInAs('CustService');
  await page.goto('/dashboard');
  await expect(page.getByRole('tab')).toHaveText([
    'Lesson Attendance',
    'Homework',
    'TLS Attendance',
  ]);
  await expect(page.getByRole('tab', { name: 'Lesson Attendance' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  // The address of another report opens the first tab too.
  await page.goto('/dashboard?tab=trial-stat');
  await expect(page.getByRole('tab', { name: 'Lesson Attendance' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
});

test('trial statistics show the outcomes of a lesson’s trials, and N/A for unknown ones', async ({
  page,
  app,
  signInAs,
}) => {
  const { id: admin } = await app.as('Admin');
  const tuitionClass = await aClass(app, { name: unique('P5 English'), subject: 'English' });
  await app.database.db
    .insert(classStaff)
    .values({ classId: tuitionClass.id, userId: admin, kind: 'tutor' });
  const on = (day: string) =>
    aLesson(app, tuitionClass.id, { scheduledAt: new Date(`${day}T06:00:00Z`) });
  const [known, unknown] = [await on('2015-07-02'), await on('2015-07-01')];
  const came = await aStudentOn(app, known, { kind: 'TRIAL', name: 'Came Tan' });
  await aStudentOn(app, known, { kind: 'TRIAL', name: 'Stayed Away Lim' });
  await aStudentOn(app, unknown, { kind: 'TRIAL', name: 'Who Knows Ng' });
  await aStay(app, known, { email: came.email });
  await signInAs('Admin');
  await page.goto('/dashboard?from=2015-07-01&to=2015-07-31&tab=trial-stat');
  const [second, first] = [page.getByRole('row').nth(1), page.getByRole('row').nth(2)];
  await expect(second).toContainText('50%');
  await expect(first).toContainText('–');

  await second.getByRole('button', { name: /^1 attended of/ }).click();
  await expect(page.getByRole('dialog')).toContainText('Came Tan');
  await expect(page.getByRole('dialog')).not.toContainText('Stayed Away Lim');
  await page.keyboard.press('Escape');
  await first.getByRole('button', { name: /^1 registered of/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('row').nth(1)).toContainText('N/A');
  await dialog.getByRole('textbox', { name: 'Name or e-mail' }).fill('came tan');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('There are no students matching your search');
  // The open dialog is in the address: a reload keeps it, and Back closes it.
  await page.reload();
  await expect(dialog.getByRole('row').nth(1)).toContainText('Who Knows Ng');
  await page.goBack();
  await expect(dialog).toBeHidden();

  // The tab is in the address: Back returns to it.
  await page.getByRole('tab', { name: 'Class Enrolment' }).click();
  await expect(page).toHaveURL('/dashboard');
  await page.goBack();
  await expect(page.getByRole('tab', { name: 'Trial Stat' })).toHaveAttribute(
    'aria-selected',
    'true',
  );

  for (const name of ['Registered', 'Attended', 'Converted', 'Attended and converted']) {
    const header = page.getByRole('columnheader', { name, exact: true });
    await header.getByRole('button').click();
    await expect(header).toHaveAttribute('aria-sort', 'descending');
  }

  // A period of more than 92 days ignores sorting by a count instead of failing.
  await page.goto(
    '/dashboard?from=2015-04-30&to=2015-07-31&tab=trial-stat&sortBy=attended&order=asc',
  );
  await expect(page.getByText('Attended and converted sort up to 92 days.')).toBeVisible();
  const attended = page.getByRole('columnheader', { name: 'Attended', exact: true });
  await expect(attended.getByRole('button')).toHaveCount(0);
});

test('on a phone, three figures show above the classes, and class names do not scroll sideways', async ({
  page,
  app,
  signInAs,
}) => {
  const { tuitionClass } = await aBusyClass(app);
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs('SalesAdmin');
  await page.goto(`/dashboard?search=${tuitionClass.name}`);
  const figures = page.getByLabel('All classes of these filters').locator('dt:visible');
  await expect(figures).toHaveText(['Active students', 'Trials next lesson', 'Orders, 7 days']);
  const row = rowOf(page, tuitionClass.name);
  const name = row.getByRole('link', { name: tuitionClass.name });
  const before = await name.boundingBox();
  await row.getByRole('button', { name: /in 30 days, by agent$/ }).scrollIntoViewIfNeeded();
  expect((await name.boundingBox())?.x).toBe(before?.x);
});

test('figures that failed to load can be loaded again; the classes stay and can be sorted', async ({
  page,
  app,
  problems,
  signInAs,
}) => {
  problems.expect(/status of 500/);
  const { tuitionClass } = await aBusyClass(app);
  await signInAs('Admin');
  // A live update would load the figures before the button does.
  await page.route('**/api/live?*', () => undefined);
  await page.route('**/report/enrolment/figures', (route) => route.fulfill({ status: 500 }));
  await page.goto(`/dashboard?search=${tuitionClass.name}`);
  await expect(page.getByRole('alert')).toContainText('The figures could not be loaded.');
  await expect(rowOf(page, tuitionClass.name)).toBeVisible();
  await page.unroute('**/report/enrolment/figures');
  await page.getByRole('button', { name: 'Load the figures again' }).click();
  await expect(page.getByLabel('All classes of these filters')).toContainText('Active students3');

  // A number is sorted descending by the first click. The list is sorted by active students at first.
  const aggregate = page.getByRole('columnheader', { name: 'Aggregate', exact: true });
  await aggregate.getByRole('button').click();
  await expect(aggregate).toHaveAttribute('aria-sort', 'descending');
  await aggregate.getByRole('button').click();
  await expect(aggregate).toHaveAttribute('aria-sort', 'ascending');
});
