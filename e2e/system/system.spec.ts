import { getSystem } from 'staffroom-contract/domains/system/system.contract.ts';
import { randomUUID } from 'node:crypto';
import { recordAudit } from 'staffroom-server/src/platform/audit.ts';
import {
  installedVersions,
  jobStarts,
  partProblems,
} from 'staffroom-server/src/platform/platform.schema.ts';
import { version } from 'staffroom-server/src/platform/version.ts';
import { aClassWithLessons } from 'staffroom-server/test/factories/class.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expectAccessible, expectNoSidewaysScroll, resize } from '../support/expect-screen.ts';
import type { Running } from '../support/running-server.ts';
import { expect, test } from '../support/test.ts';

/** A job for a lesson's room in quarantine; it does nothing once it runs, since no Zoom account is set. */
const aStoppedJob = async (app: Running) => {
  const { tuitionClass, lessons } = await aClassWithLessons(app, 1, { name: unique('P5 English') });
  const lesson = lessons[0]!;
  const actorId = (await app.as('Admin')).id;
  await app.database.db.insert(jobStarts).values({
    jobId: randomUUID(),
    name: 'keep-zoom-room',
    data: { actorId, requestId: 'a-request', payload: { lesson: lesson.id } },
    processId: randomUUID(),
    started: new Date(),
    crashes: 3,
    blamed: false,
    quarantinedAt: new Date(),
  });
  return { name: `${tuitionClass.name}, ${lesson.name}`, lesson };
};

test('System health shows the parts, the processes and the settings, without secrets', async ({
  page,
  app,
  signInAs,
}) => {
  await signInAs('Admin');
  await page.goto('/admin/system');
  const parts = page.getByRole('table', { name: 'Parts' });
  await expect(parts.getByRole('row', { name: /^Database Fine PostgreSQL/ })).toBeVisible();
  await expect(parts.getByRole('row', { name: /^Workers Fine 1 process/ })).toBeVisible();
  await expect(parts.getByRole('row', { name: /^Backup / })).toBeVisible();
  const processes = page.getByRole('table', { name: 'Processes' });
  await expect(processes.getByRole('row', { name: /^all-1 .* MB$/ })).toBeVisible();
  const settings = page.getByRole('table', { name: 'Settings' });
  await expect(
    settings.getByRole('row', { name: 'DATABASE_URL •••• (set) Environment' }),
  ).toBeVisible();
  await expect(settings).not.toContainText(new URL(app.settings.databaseUrl ?? '').password);
});

test('a job in quarantine links to its record, and is tried again', async ({
  page,
  app,
  signInAs,
}) => {
  const { name, lesson } = await aStoppedJob(app);
  await signInAs('Admin');
  await page.goto('/admin/system');
  const jobs = page.getByRole('table', { name: 'Failed and quarantined jobs' });
  const row = jobs.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('Quarantined');
  await expect(row.getByRole('link', { name })).toHaveAttribute(
    'href',
    `/course/${lesson.classId}/lesson/${lesson.id}`,
  );
  await row.getByRole('button', { name: `Try again: Zoom room for ${name}` }).click();
  await expect(row).toHaveCount(0);
});

test('all failed jobs are tried again after a question', async ({ page, app, signInAs }) => {
  const names = [(await aStoppedJob(app)).name, (await aStoppedJob(app)).name];
  const admin = await signInAs('Admin');
  // Tests that ran before may have left jobs too.
  const { job_count: count } = (await admin.call(getSystem)).data;
  await page.goto('/admin/system');
  await page.getByRole('button', { name: 'Try all again' }).click();
  const question = page.getByRole('dialog', { name: 'Try all jobs again?' });
  await expect(question).toContainText(`${count} jobs will go to the front of the queue.`);
  await question.getByRole('button', { name: 'Try all again' }).click();
  for (const name of names)
    await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(0);
});

test('without failed jobs the page says so', async ({ page, signInAs }) => {
  await signInAs('Admin');
  // Other tests leave jobs at any time.
  await page.route('**/api/admin/system', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: object };
    await route.fulfill({
      response,
      json: { ...answer, data: { ...answer.data, jobs: [], job_count: 0 } },
    });
  });
  await page.goto('/admin/system');
  await expect(page.getByText('No failed jobs.')).toBeVisible();
});

test('System health fits a phone', async ({ page, app, signInAs }) => {
  await aStoppedJob(app);
  await signInAs('Admin');
  await page.goto('/admin/system');
  await resize(page, 390);
  await expect(page.getByText('PostgreSQL', { exact: false })).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('Home warns an Admin of a last backup that is older than a day', async ({
  page,
  app,
  signInAs,
}) => {
  const at = new Date(Date.now() - 30 * 3_600_000);
  const from = { clock: { now: () => at }, address: 'console', requestId: '' };
  await recordAudit(
    app.database.db,
    { ...from, actor: { id: null, name: 'Staffroom' } },
    { action: 'backup.made', entity: 'backup', entityId: randomUUID(), after: { bytes: 6.1e9 } },
  );
  await signInAs('Admin');
  await page.goto('/');
  const warning = page
    .getByRole('status')
    .filter({ hasText: 'The last backup is older than a day' });
  await warning.getByRole('link', { name: 'System health' }).click();
  await expect(page.getByRole('row', { name: /^Backup Late 6.1 GB/ })).toBeVisible();
});

test('an Admin sends a test e-mail, sees the last problem of a part and when the version was installed', async ({
  page,
  app,
  signInAs,
}) => {
  const { db } = app.database;
  const began = new Date(Date.now() - 309 * 60_000);
  await db.delete(partProblems);
  await db.insert(partProblems).values({ id: randomUUID(), part: 'zoom', began });
  const ended = new Date(began.getTime() + 6 * 60_000);
  await db.insert(partProblems).values({ id: randomUUID(), part: 'queue', began, ended });
  await db
    .insert(installedVersions)
    .values({ version, installed: new Date('2026-03-17T02:00:00Z') })
    .onConflictDoUpdate({
      target: installedVersions.version,
      set: { installed: new Date('2026-03-17T02:00:00Z') },
    });
  await signInAs('Admin');
  await page.goto('/admin/system');
  await expect(page.getByText(`Staffroom ${version}, installed Tue 17 Mar 2026`)).toBeVisible();
  const parts = page.getByRole('table', { name: 'Parts' });
  await expect(parts.getByRole('row', { name: /^Zoom/ })).toContainText('Now, 5 h 9 min');
  await expect(parts.getByRole('row', { name: /^Job queue/ })).toContainText(/, 6 min$/);
  await expect(parts.getByRole('button', { name: 'Send test text' })).toBeVisible();
  await parts.getByRole('button', { name: 'Send test e-mail' }).click();
  await expect(page.getByText('A test e-mail is on its way to you')).toBeVisible();
  await expectAccessible(page);
});

test('a test that is not sent says why', async ({ page, signInAs, problems }) => {
  problems.expect(/status of 422/);
  await signInAs('Admin', { phone: '' });
  await page.goto('/admin/system');
  await page.getByRole('button', { name: 'Send test text' }).first().click();
  await expect(page.getByText('No test was sent. Your account has no phone number.')).toBeVisible();
});
