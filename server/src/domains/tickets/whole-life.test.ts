import { expect, test } from 'vitest';
import {
  getRenewalTicket,
  getTrialTicket,
  listRenewalTickets,
  updateTrialTicket,
} from 'staffroom-contract/domains/tickets/tickets.contract.ts';
import { reminderSentBy } from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import { aStay } from '../../../test/factories/attendance.factory.ts';
import { ticketLife } from './ticket-life.test-helper.ts';

const app = useOwnTestApp();
const life = ticketLife(app);

test('a family tries a class, buys it, renews it and leaves, and its tickets show every step', async () => {
  const family = await life.aFamily({ leadSource: 'Referral' });
  const sales = () => app.as('SalesAdmin', { name: 'Nur Diyana' });
  const trialOrder = await family.orderTrial(family.lesson(1));
  const [opened] = await family.tickets();
  const trial = async () =>
    (await (await sales()).call(getTrialTicket, { params: { id: opened?.id ?? '' } })).data;
  expect(await trial()).toMatchObject({
    status: 'TRIAL REGISTERED',
    next_action_date: '2026-11-26',
    order: { _id: trialOrder._id },
    meta: { lead_source: 'Referral' },
  });

  // The day before, sales send a reminder.
  life.at(new Date('2026-11-26T03:00:00Z'));
  await (
    await sales()
  ).call(updateTrialTicket, {
    params: { id: opened?.id ?? '' },
    body: { action: reminderSentBy('Nur Diyana') },
  });
  expect((await trial()).status).toBe('PRE TRIAL FOLLOWED UP');

  // The student attends, and the ticket shows it that evening.
  await aStay(app, family.lesson(1), { email: family.student.email });
  life.at(new Date('2026-11-27T07:00:00Z'));
  await life.work();
  expect(await trial()).toMatchObject({
    status: 'TRIAL ATTENDED',
    attended: 'attended',
    next_action_date: '2026-11-27',
    attendance: [{}],
  });

  // The family buys four lessons.
  life.at(new Date('2026-11-28T02:00:00Z'));
  const purchase = await family.order([family.lesson(2), family.lesson(5)]);
  expect(await trial()).toMatchObject({
    status: 'CLOSED WON',
    next_action_date: null,
    purchase_order: { _id: purchase._id },
  });
  expect((await trial()).history.map(({ action, to }) => [action, to])).toEqual([
    ['Purchased', 'CLOSED WON'],
    ['Trial attended', 'TRIAL ATTENDED'],
    [reminderSentBy('Nur Diyana'), 'PRE TRIAL FOLLOWED UP'],
    ['Trial ordered', 'TRIAL REGISTERED'],
  ]);

  // Two weeks before the last of them the renewal is due.
  life.at(new Date('2026-12-11T02:00:00Z'));
  await life.work();
  const renewals = async () =>
    (
      await (
        await life.admin()
      ).call(listRenewalTickets, { query: { filter: { student: { in: [family.student.id] } } } })
    ).data;
  const [renewal] = await renewals();
  expect(renewal).toMatchObject({
    status: 'INIT',
    subscription_end_date: family.lesson(5).scheduledAt.toISOString(),
    next_action_date: '2026-12-11',
  });

  // The family renews, and the next renewal is due two weeks before the end of that period.
  life.at(new Date('2026-12-12T02:00:00Z'));
  const renewing = await family.order([family.lesson(6), family.lesson(8)]);
  life.at(new Date('2027-01-02T02:00:00Z'));
  await life.work();
  expect((await renewals()).map(({ status }) => status)).toEqual(['RENEWED', 'INIT']);

  // It leaves after the first of those lessons, which is now the last paid one.
  await life.cancel(renewing, 'Moves abroad');
  const [back, next] = await renewals();
  expect(back).toMatchObject({ status: 'PENDING DECISION', next_action_date: '2027-01-02' });
  expect(next).toMatchObject({ status: 'CANCELED' });
  const { data } = await (
    await life.admin()
  ).call(getRenewalTicket, { params: { id: back?._id ?? '' } });
  expect(data.renewal_order).toBeNull();
  expect(data.history.map(({ action, to }) => [action, to])).toEqual([
    ['Last paid lesson moved', 'PENDING DECISION'],
    ['Renewal cancelled', 'PENDING DECISION'],
    ['Renewed', 'RENEWED'],
    ['Subscription ends', 'INIT'],
  ]);
  expect(await life.work()).toBe(0);
});
