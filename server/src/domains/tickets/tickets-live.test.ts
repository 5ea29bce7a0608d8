import { beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  updateRenewalTicket,
  updateTrialTicket,
} from 'staffroom-contract/domains/tickets/tickets.contract.ts';
import { ticketListIds, ticketTypes } from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import { liveTopic, type LiveTopic } from 'staffroom-contract/shared/live.ts';
import { useTestApp } from '../../../test/build-test-app.ts';
import { aRenewalTicket, aTrialTicket } from '../../../test/factories/ticket.factory.ts';
import { openLiveStream } from '../../../test/live-stream.ts';
import type { Api } from '../../../test/stage.ts';

const app = useTestApp();
let address: string;
beforeAll(async () => {
  address = await app.listen();
});

const [trials, renewals] = ticketTypes.map((type) =>
  liveTopic('ticket-list', ticketListIds[type]),
) as [LiveTopic, LiveTopic];

const listen = async (api: Api, ...topics: LiveTopic[]) => {
  const stream = await openLiveStream(address, api.token, topics);
  onTestFinished(stream.close);
  expect(await stream.next()).toBe('all');
  return stream;
};

const body = { remark: 'Called' };
const update = async (id: string) =>
  (await app.as('Admin')).call(updateTrialTicket, { params: { id }, body });

test('a user with the list open is notified when another user changes a ticket in it', async () => {
  const { id } = await aTrialTicket(app);
  const stream = await listen(await app.as('SalesAdmin'), trials);
  await update(id);
  expect(await stream.next()).toEqual([trials]);
});

test('a user without access to a kind’s list is not notified of changes in it', async () => {
  const [trial, renewal] = [await aTrialTicket(app), await aRenewalTicket(app)];
  const agent = await app.as('Agent', { extraRoutes: ['/tickets/renewal'] });
  const stream = await listen(agent, trials, renewals);
  await update(trial.id);
  await agent.call(updateRenewalTicket, { params: { id: renewal.id }, body });
  // Its own notification comes after the other, so the other would have arrived by now.
  expect((await stream.until(renewals)).flat()).toEqual([renewals]);
});
