import { beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  updateRenewalTicket,
  updateTrialTicket,
} from '@staffroom/contract/domains/tickets/tickets.contract.ts';
import { ticketListIds, ticketTypes } from '@staffroom/contract/domains/tickets/tickets.rules.ts';
import { liveTopic, type LiveTopic } from '@staffroom/contract/shared/live.ts';
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

test('whoever has the list before them hears that somebody else changed a ticket in it', async () => {
  const { id } = await aTrialTicket(app);
  const stream = await listen(await app.as('SalesAdmin'), trials);
  await update(id);
  expect(await stream.next()).toEqual([trials]);
});

test('who may not open the list of a kind hears nothing of it', async () => {
  const [trial, renewal] = [await aTrialTicket(app), await aRenewalTicket(app)];
  const agent = await app.as('Agent', { extraRoutes: ['/tickets/renewal'] });
  const stream = await listen(agent, trials, renewals);
  await update(trial.id);
  await agent.call(updateRenewalTicket, { params: { id: renewal.id }, body });
  // Its own comes after the other: by then nothing of that was told.
  expect((await stream.until(renewals)).flat()).toEqual([renewals]);
});
