import { beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  updateRenewalTicket,
  updateTrialTicket,
} from '@staffroom/contract/domains/tickets/tickets.contract.ts';
import { liveTopic } from '@staffroom/contract/shared/live.ts';
import { useTestApp } from '../../../test/build-test-app.ts';
import { aRenewalTicket, aTrialTicket } from '../../../test/factories/ticket.factory.ts';
import { openLiveStream } from '../../../test/live-stream.ts';
import type { Api } from '../../../test/stage.ts';

const app = useTestApp();
let address: string;
beforeAll(async () => {
  address = await app.listen();
});

const listen = async (api: Api, ...ids: string[]) => {
  const topics = ids.map((id) => liveTopic('ticket', id));
  const stream = await openLiveStream(address, api.token, topics);
  onTestFinished(stream.close);
  expect(await stream.next()).toBe('all');
  return stream;
};

const update = async (id: string) =>
  (await app.as('Admin')).call(updateTrialTicket, { params: { id }, body: { remark: 'Called' } });

test('whoever has a ticket before them hears that somebody else changed it', async () => {
  const { id } = await aTrialTicket(app);
  const stream = await listen(await app.as('SalesAdmin'), id);
  await update(id);
  expect(await stream.next()).toEqual([`ticket:${id}`]);
});

test('who may not open tickets of a kind hears nothing of them', async () => {
  const [trial, renewal] = [await aTrialTicket(app), await aRenewalTicket(app)];
  const agent = await app.as('Agent', { extraRoutes: ['/tickets/renewal'] });
  const stream = await listen(agent, trial.id, renewal.id);
  await update(trial.id);
  const body = { remark: 'Called' };
  await agent.call(updateRenewalTicket, { params: { id: renewal.id }, body });
  // Its own comes after the other: by then nothing of that was told.
  expect((await stream.until(`ticket:${renewal.id}`)).flat()).toEqual([`ticket:${renewal.id}`]);
});
