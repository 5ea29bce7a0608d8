import { aLessonWith } from 'staffroom-server/test/factories/announcement.factory.ts';
import { aStay } from 'staffroom-server/test/factories/attendance.factory.ts';
import { aRenewalTicket, aTrialTicket } from 'staffroom-server/test/factories/ticket.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expect, test } from '../support/test.ts';
import { ticketDesk } from './ticket-desk.ts';

test('the students of a ticket’s lesson show their attendance and link to their pages', async ({
  page,
  app,
  signInAs,
}) => {
  const { students, lesson } = await aLessonWith(app, [{}, {}, { kind: 'PAYMENT_VIDEO' }]);
  await aStay(app, lesson, { email: students[1]!.email });
  const { id: lessonId, classId } = lesson;
  const ticket = await aRenewalTicket(app, { lessonId, classId, studentId: students[0]!.id });
  await signInAs('Admin');
  const desk = ticketDesk(page);
  await page.goto(`/tickets/renewal?ticket=${ticket.id}`);
  await desk.panel.getByRole('button', { name: 'All students' }).click();
  const dialog = page.getByRole('dialog', { name: /^Students of T\d+ L\d+/ });
  const row = (name: string) => dialog.getByRole('row').filter({ hasText: name });
  await expect(row('Pupil 2')).toContainText('Payment');
  await expect(row('Pupil 2')).toContainText('Attended');
  await expect(row('Pupil 3')).toContainText('Video');
  await expect(row('Pupil 3')).toContainText('N/A');
  const search = dialog.getByRole('textbox', { name: 'Name or e-mail' });
  await search.fill('no such name');
  await search.press('Enter');
  await expect(dialog.getByText('There are no students matching your search')).toBeVisible();
  await dialog.getByRole('button', { name: 'Clear search' }).click();
  await row('Pupil 2').getByRole('link', { name: 'Pupil 2' }).click();
  await expect(page).toHaveURL(`/user/${students[1]!.id}`);
});

test('a student’s page links to the trial and renewal tickets that the role may open', async ({
  page,
  app,
  signInAs,
}) => {
  const email = `${unique('a+b')}@example.com`;
  const trial = await aTrialTicket(app, { email, trialDate: new Date('2026-01-05T06:00:00Z') });
  const renewal = await aRenewalTicket(app, { studentId: trial.studentId });
  await signInAs('Admin');
  const rows = page.getByRole('table', { name: 'Tickets' }).getByRole('row');
  await page.goto(`/user/${trial.studentId}?tab=tickets`);
  await expect(rows).toHaveCount(3);
  await expect(rows.getByRole('link', { name: /^Ends/ })).toHaveAttribute(
    'href',
    `/tickets/renewal?ticket=${renewal.id}`,
  );
  await rows.getByRole('link', { name: /^Trial 5 Jan 2026/ }).click();
  await expect(page).toHaveURL(`/tickets/trial?ticket=${trial.id}`);
  await expect(ticketDesk(page).history).toContainText('TRIAL REGISTERED');
  const orders = ticketDesk(page).panel.getByRole('link', { name: 'Orders' });
  await expect(orders).toHaveAttribute('target', '_blank');
  await expect(orders).toHaveAttribute('href', `/orders?email=${encodeURIComponent(email)}`);

  // A role with access to trials only sees only those.
  await signInAs('SalesAdmin');
  await page.goto(`/user/${trial.studentId}?tab=tickets`);
  await expect(rows.nth(1)).toContainText('Trial');
  await expect(rows).toHaveCount(2);
});
