import { updateTrialTicket } from 'staffroom-contract/domains/tickets/tickets.contract.ts';
import { aStay } from 'staffroom-server/test/factories/attendance.factory.ts';
import { aClass, aLesson } from 'staffroom-server/test/factories/class.factory.ts';
import { aStudentOn } from 'staffroom-server/test/factories/homework.factory.ts';
import { aTrialTicket } from 'staffroom-server/test/factories/ticket.factory.ts';
import { expectNoSidewaysScroll } from '../support/expect-screen.ts';
import { expect, test } from '../support/test.ts';

test('a student’s page links to the last contact and attendance that the user may see', async ({
  page,
  app,
  signInAs,
}) => {
  test.setTimeout(60_000);
  const { id: classId } = await aClass(app);
  const lesson = await aLesson(app, classId, { inDays: -7 });
  const student = await aStudentOn(app, lesson);
  await aStay(app, lesson, { email: student.email });
  const ticket = await aTrialTicket(app, { email: student.email });
  const admin = await signInAs('Admin');
  const details = page.getByRole('region', { name: 'Details' });
  const address = `/user/${student.id}`;
  await admin.call(updateTrialTicket, {
    params: { id: ticket.id },
    body: { remark: 'Mother calls back on Friday', next_action_date: null },
  });
  await page.goto(address);
  const contact = details.getByRole('link', { name: 'Mother calls back on Friday' });
  await expect(contact).toHaveAttribute('href', `/tickets/trial?ticket=${ticket.id}`);
  await details.getByRole('link', { name: 'Attended the last live lesson' }).click();
  await expect(page).toHaveURL(`${address}?tab=lessons&period=past`);
  const row = page.getByRole('row', { name: lesson.name });
  await expect(row).toContainText('Attended');
  // No column is out of view, and no time is truncated.
  await expect(row.getByText('Attended')).toBeInViewport({ ratio: 1 });
  const time = row.getByRole('cell').first();
  expect(await time.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0);
  await expectNoSidewaysScroll(page);
  await contact.click();
  await expect(page.getByRole('region', { name: 'History' })).toContainText(
    'Mother calls back on Friday',
  );

  // Leaves the ticket: an open one would be requested again as the next user, who may not read it.
  await page.goto(address);
  await signInAs('CustService');
  await page.goto(address);
  await expect(details.getByText('No contact recorded yet')).toBeVisible();
  await expect(details.getByRole('link', { name: 'Attended the last live lesson' })).toBeVisible();
});
