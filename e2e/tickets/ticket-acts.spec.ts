import { getTrialTicket } from 'staffroom-contract/domains/tickets/tickets.contract.ts';
import { aLessonWith } from 'staffroom-server/test/factories/announcement.factory.ts';
import { aStay } from 'staffroom-server/test/factories/attendance.factory.ts';
import { aRenewalTicket, aTrialTicket } from 'staffroom-server/test/factories/ticket.factory.ts';
import { anAgent } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expectAccessible } from '../support/expect-screen.ts';
import { expect, test, testInOwnBrowser } from '../support/test.ts';
import { ticketDesk } from './ticket-desk.ts';

test('assigning, changing the lead source and cancelling show an error for a missing value', async ({
  page,
  app,
  signInAs,
}) => {
  const agent = await anAgent(app, { name: unique('Priscilla Goh') });
  const disabled = await anAgent(app, { name: unique('Gone Agent'), enabled: false });
  const ticket = await aTrialTicket(app);
  const admin = await signInAs('Admin');
  const desk = ticketDesk(page);
  await page.goto(`/tickets/trial?ticket=${ticket.id}`);
  const open = async (button: string, title: string) => {
    await desk.panel.getByRole('button', { name: button, exact: true }).click();
    return page.getByRole('dialog', { name: title });
  };

  const assign = await open('Assign', 'Assign ticket');
  await assign.getByRole('button', { name: 'Assign' }).click();
  await expect(assign.getByText('Please select a person to assign')).toBeVisible();
  const agents = assign.getByRole('combobox', { name: 'Assign to' });
  await agents.fill(disabled.name);
  await expect(page.getByText('No agent found')).toBeVisible();
  await agents.fill(agent.name);
  await page.getByRole('option', { name: agent.name }).click();
  await assign.getByRole('button', { name: 'Assign' }).click();
  await expect(assign).toBeHidden();
  await expect(desk.panel.getByText(agent.name).first()).toBeVisible();

  const source = await open('Lead source', 'Change lead source');
  await source.getByRole('button', { name: 'Save' }).click();
  await expect(source.getByText('Please select an option')).toBeVisible();
  await desk.choose('Lead source', 'Wechat', source);
  await source.getByRole('button', { name: 'Save' }).click();
  await expect(source).toBeHidden();

  const cancel = await open('Cancel ticket', 'Cancel ticket');
  await cancel.getByRole('button', { name: 'Cancel ticket' }).click();
  await expect(cancel.getByText('Please provide reason to cancel ticket')).toBeVisible();
  await cancel.getByRole('textbox', { name: 'Remark' }).fill('Moved abroad');
  await cancel.getByRole('button', { name: 'Cancel ticket' }).click();
  await expect(cancel).toBeHidden();
  await expect(desk.history.getByRole('listitem').first()).toContainText('CANCELED');

  const { data } = await admin.call(getTrialTicket, { params: { id: ticket.id } });
  expect(data).toMatchObject({
    status: 'CANCELED',
    remark: 'Moved abroad',
    handled_by: { _id: agent.id },
    meta: { lead_source: 'Wechat' },
  });
});

test('a renewal offers its own statuses, and its student can be edited from the ticket', async ({
  page,
  app,
  signInAs,
}) => {
  const ticket = await aRenewalTicket(app);
  await signInAs('Admin');
  const desk = ticketDesk(page);
  await page.goto(`/tickets/renewal?ticket=${ticket.id}`);
  await desk.update.getByRole('combobox', { name: 'Status' }).click();
  await expect(page.getByRole('option')).toHaveText([
    'FOLLOWED UP',
    'PENDING DECISION',
    'PENDING PAYMENT',
    'RENEWED',
    'DROPPED',
    'CANCELED',
  ]);
  await page.keyboard.press('Escape');
  await desk.panel.getByRole('button', { name: 'Update student' }).click();
  const dialog = page.getByRole('dialog', { name: 'Update student' });
  await dialog.getByRole('textbox', { name: 'School' }).fill('Anderson Secondary School');
  await dialog.getByRole('button', { name: 'Update student' }).click();
  await expect(dialog).toBeHidden();
  await expect(desk.panel.getByText('Anderson Secondary School')).toBeVisible();
});

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
  await expectAccessible(page, { widths: [1440, 390] });
  await row('Pupil 2').getByRole('link', { name: 'Pupil 2' }).click();
  await expect(page).toHaveURL(`/user/${students[1]!.id}`);
});

test('a student’s page links to the trial and renewal tickets that the role may open', async ({
  page,
  app,
  signInAs,
}) => {
  const trial = await aTrialTicket(app, { trialDate: new Date('2026-01-05T06:00:00Z') });
  const renewal = await aRenewalTicket(app, { studentId: trial.studentId });
  await signInAs('Admin');
  const desk = ticketDesk(page);
  const tickets = page.getByRole('table', { name: 'Tickets' }).getByRole('row');
  const open = async (words: RegExp) => {
    await page.goto(`/user/${trial.studentId}?tab=tickets`);
    await expect(tickets).toHaveCount(3);
    await tickets.getByRole('link', { name: words }).click();
    await expect(desk.panel).toBeVisible();
  };
  await open(/^Trial 5 Jan 2026/);
  await expect(page).toHaveURL(`/tickets/trial?ticket=${trial.id}`);
  await expect(desk.history).toContainText('TRIAL REGISTERED');
  await open(/^Ends/);
  await expect(page).toHaveURL(`/tickets/renewal?ticket=${renewal.id}`);

  // A role with access to trials only sees only those. The list of renewals updates live, so leave it first.
  await page.goto('/profile');
  await signInAs('SalesAdmin');
  await page.goto(`/user/${trial.studentId}?tab=tickets`);
  await expect(tickets.nth(1)).toContainText('Trial');
  await expect(tickets).toHaveCount(2);
});

testInOwnBrowser(
  '“Orders” opens the orders of the ticket’s student in a new tab',
  async ({ page, app, signInAs }) => {
    const ticket = await aTrialTicket(app, { email: `${unique('a+b')}@example.com` });
    const admin = await signInAs('Admin');
    const { data } = await admin.call(getTrialTicket, { params: { id: ticket.id } });
    const desk = ticketDesk(page);
    await page.goto(`/tickets/trial?ticket=${ticket.id}`);
    const orders = desk.panel.getByRole('link', { name: 'Orders' });
    await expect(orders).toHaveAttribute('target', '_blank');
    const opening = page.context().waitForEvent('page');
    await orders.click();
    const other = await opening;
    await expect(other.getByText(`Showing results for ${data.student.email}`)).toBeVisible();
    await other.close();
  },
);
