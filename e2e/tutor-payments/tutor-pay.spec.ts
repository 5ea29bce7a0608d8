import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import {
  confirmPaymentRun,
  startPaymentRun,
} from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import { lessons } from 'staffroom-server/src/domains/lessons/lessons.schema.ts';
import { aClass } from 'staffroom-server/test/factories/class.factory.ts';
import {
  aPaidTutor,
  aTaughtLesson,
} from 'staffroom-server/test/factories/tutor-payment.factory.ts';
import type { Running } from '../support/running-server.ts';
import { expectNoSidewaysScroll } from '../support/expect-screen.ts';
import { expect, test } from '../support/test.ts';

const lessonAt = (start: string, hours: number) => ({
  scheduledAt: new Date(start),
  endedAt: new Date(+new Date(start) + hours * 3_600_000),
});

/** A tutor with two lessons in March 2026: $60.00 and $140.00. */
const aMonth = async (app: Running) => {
  const tutor = await aPaidTutor(app);
  const regular = await aTaughtLesson(app, tutor, {
    ...lessonAt('2026-03-07T06:00:00Z', 1.5),
    name: 'Surds',
  });
  const { id } = await aClass(app, { classType: 'Workshop' });
  await aTaughtLesson(app, tutor, {
    classId: id,
    ...lessonAt('2026-03-31T15:30:00Z', 2),
    name: 'Speed',
  });
  return { tutor, regular };
};

const rateOf = (page: Page, lesson: string) =>
  page.getByRole('button', { name: new RegExp(`^Rate per hour of .*${lesson}`) });

test('a tutor is found by name, and the month shows the pay of each lesson', async ({
  page,
  app,
  signInAs,
}) => {
  const { tutor, regular } = await aMonth(app);
  await signInAs('Admin');
  await page.goto('/tutor-payments?month=2026-03');
  await expect(page.getByText('Choose a tutor or TA to see what a month pays')).toBeVisible();
  const box = page.getByRole('combobox', { name: 'Tutor', exact: true });
  await box.fill(tutor.name);
  await page.getByRole('option', { name: new RegExp(tutor.name) }).click();
  const table = page.getByRole('table', { name: `Lessons of ${tutor.name} in the month` });
  await expect(table.getByRole('row').filter({ hasText: 'Surds' })).toContainText('60.00');
  await expect(table.getByRole('row').filter({ hasText: 'Speed' })).toContainText('140.00');
  await expect(page.getByText('2 lessons, 3.5 h, internal students not counted')).toBeVisible();
  await expect(page.getByText('Grand total $200.00')).toBeVisible();
  // On a phone, a rate is visible without scrolling.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(rateOf(page, 'Speed')).toBeInViewport();
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('button', { name: 'Next month' }).click();
  await expect(page.getByText('No lessons in this month')).toBeVisible();
  await page.goBack();
  await table.getByRole('link', { name: /Surds/ }).click();
  await expect(page).toHaveURL(`/course/${regular.classId}/lesson/${regular.id}`);

  await page.goto('/tutor-payments');
  await box.fill('No such name');
  await expect(page.getByText('There were no tutors found matching your search')).toBeVisible();
});

test('a rate is changed with a reason, survives a reload and can be undone', async ({
  page,
  app,
  signInAs,
}) => {
  const { tutor } = await aMonth(app);
  await signInAs('Admin');
  await page.goto(`/tutor-payments?tutor=${tutor.id}&month=2026-03`);
  await rateOf(page, 'Surds').click();
  const dialog = page.getByRole('dialog', { name: 'Change rate' });
  await dialog.getByRole('textbox', { name: 'Rate per hour' }).fill('1000000000');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Took over at two hours’ notice');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('At most 1,000 an hour')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Rate per hour' }).fill('55');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Grand total $222.50')).toBeVisible();
  await page.reload();
  await expect(page.getByText('40.00 → 55.00: Took over at two hours’ notice')).toBeVisible();
  await expect(rateOf(page, 'Surds')).toHaveText('55.00');
  await page.getByRole('button', { name: /^Undo the rate of .*Surds/ }).click();
  await expect(page.getByText('Grand total $200.00')).toBeVisible();
  await expect(rateOf(page, 'Surds')).toHaveText('40.00');
});

test('a paid month explains its difference from the payslip, with inactive and moved lessons', async ({
  page,
  app,
  signInAs,
}) => {
  const tutor = await aPaidTutor(app);
  const teach = (day: string, name: string) =>
    aTaughtLesson(app, tutor, { ...lessonAt(`${day}T06:00:00Z`, 1), name });
  const inactive = await teach('2021-09-07', 'Surds');
  const moved = await teach('2021-09-08', 'Speed');
  const admin = await app.as('Admin');
  const { data: run } = await admin.call(startPaymentRun, { body: { month: '2021-09' } });
  const params = { id: run._id };
  await admin.call(confirmPaymentRun, { params, body: { version: run.version } });
  const change = ({ id }: { id: string }, values: Partial<typeof lessons.$inferInsert>) =>
    app.database.db.update(lessons).set(values).where(eq(lessons.id, id));
  await change(inactive, { isActive: false });
  await change(moved, lessonAt('2021-10-08T06:00:00Z', 1));
  await signInAs('Admin');
  await page.goto(`/tutor-payments?tutor=${tutor.id}&month=2021-09`);
  const table = page.getByRole('table', { name: `Lessons of ${tutor.name} in the month` });
  await expect(table).toContainText(
    'Made inactive after payment inactive: 40.00 is on the payslip; the difference is settled in the next run.',
  );
  await expect(table).toContainText('It is on 8 Oct now; 40.00 is on the payslip.');
  await expect(page.getByText('Grand total $0.00')).toBeVisible();
  const bridge = page.getByRole('region', { name: 'From this month to the payslip' });
  await expect(bridge).toContainText('Made inactive after payment1 lesson+40.00');
  await expect(bridge).toContainText('Lessons on the payslip+80.00$80.00');
  await page.goto(`/tutor-payments?tutor=${tutor.id}&month=2021-10`);
  await expect(table).toContainText(
    'It was a lesson of 8 Sep: 40.00 was paid in the run of September 2021.',
  );
  await expectNoSidewaysScroll(page, [390]);
});
