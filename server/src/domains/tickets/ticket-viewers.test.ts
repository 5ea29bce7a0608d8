import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { signOut } from 'staffroom-contract/domains/identity/identity.contract.ts';
import {
  listRenewalTicketViewers,
  listTrialTicketViewers,
} from 'staffroom-contract/domains/tickets/tickets.contract.ts';
import { liveTopic } from 'staffroom-contract/shared/live.ts';
import { testNow, useTestApp } from '../../../test/build-test-app.ts';
import { aRenewalTicket, aTrialTicket } from '../../../test/factories/ticket.factory.ts';
import { openLiveStream } from '../../../test/live-stream.ts';
import { startApi } from '../../../test/own-process.ts';
import type { Api } from '../../../test/stage.ts';
import { stayLive } from '../../platform/live-viewers.ts';

const app = useTestApp();
let address: string;
beforeAll(async () => {
  address = await app.listen();
});

const open = async (person: Pick<Api, 'token'>, id: string, at = address) => {
  const stream = await openLiveStream(at, person.token, [liveTopic('ticket', id)]);
  onTestFinished(stream.close);
  expect(await stream.next()).toBe('all');
  return stream;
};

const aPerson = (name: string) => app.as('SalesAdmin', { name });

/** The names shown to a person as the ticket’s other viewers. */
const others = async (person: Api, id: string) =>
  (await person.call(listTrialTicketViewers, { params: { id } })).data.map(({ name }) => name);

test('a viewer sees the other viewers of a ticket, and is notified when they come and go', async () => {
  const { id } = await aTrialTicket(app);
  const [nadia, marcus] = [await aPerson('Nadia Tan'), await aPerson('Marcus Lee')];
  const topic = liveTopic('ticket', id);
  const mine = await open(nadia, id);
  expect(await others(nadia, id)).toEqual([]);
  const theirs = await open(marcus, id);
  await mine.until(topic);
  expect(await others(nadia, id)).toEqual(['Marcus Lee']);
  expect(await others(marcus, id)).toEqual(['Nadia Tan']);
  theirs.close();
  await mine.until(topic);
  expect(await others(nadia, id)).toEqual([]);
});

test('a person with a ticket on two screens counts once, until both are closed', async () => {
  const { id } = await aTrialTicket(app);
  const [nadia, marcus] = [await aPerson('Nadia Tan'), await aPerson('Marcus Lee')];
  const mine = await open(nadia, id);
  const screens = [await open(marcus, id), await open(marcus, id)];
  expect(await others(nadia, id)).toEqual(['Marcus Lee']);
  const topic = liveTopic('ticket', id);
  await mine.until(topic);
  screens[0]?.close();
  await expect.poll(() => countOf(id)).toBe(2);
  expect(await others(nadia, id)).toEqual(['Marcus Lee']);
  screens[1]?.close();
  await expect.poll(() => others(nadia, id)).toEqual([]);
});

const countOf = async (id: string) => {
  const found = await app.database.pool.query('select from live_viewers where topic = $1', [
    liveTopic('ticket', id),
  ]);
  return found.rowCount;
};

test('a viewer whose session ends is removed', async () => {
  const { id } = await aTrialTicket(app);
  const [nadia, marcus] = [await aPerson('Nadia Tan'), await aPerson('Marcus Lee')];
  await open(marcus, id);
  expect(await others(nadia, id)).toEqual(['Marcus Lee']);
  await marcus.call(signOut, {});
  await expect.poll(() => others(nadia, id)).toEqual([]);
});

test('viewers of other processes are seen, and removed once their process is silent', async () => {
  const { id } = await aTrialTicket(app);
  // The other process uses the real clock.
  app.clock.setTo(new Date());
  onTestFinished(() => app.clock.setTo(testNow));
  const [nadia, marcus] = [await aPerson('Nadia Tan'), await aPerson('Marcus Lee')];
  const mine = await open(nadia, id);
  const other = await startApi(app);
  await open(marcus, id, other.address);
  const topic = liveTopic('ticket', id);
  await mine.until(topic);
  expect(await others(nadia, id)).toEqual(['Marcus Lee']);

  other.process.kill('SIGKILL');
  const row = await app.database.pool.query<{ seconds: number }>(
    `select extract(epoch from until - now())::float as seconds from live_viewers
    where topic = $1 and user_id = $2`,
    [topic, marcus.id],
  );
  expect(row.rows[0]?.seconds).toBeGreaterThan(0);
  expect(row.rows[0]?.seconds).toBeLessThanOrEqual(45);
  // Its last sign of life is now too old.
  await app.database.pool.query(
    `update live_viewers set until = until - interval '45 seconds' where topic = $1 and user_id = $2`,
    [topic, marcus.id],
  );
  expect(await others(nadia, id)).toEqual([]);
  await stayLive(app.database.db, []);
  await mine.until(topic);
  expect(await countOf(id)).toBe(1);
});

test('an open stream extends its entry', async () => {
  const { id } = await aTrialTicket(app);
  const [nadia, marcus] = [await aPerson('Nadia Tan'), await aPerson('Marcus Lee')];
  await open(marcus, id);
  const { rows } = await app.database.pool.query<{ stream_id: string }>(
    `update live_viewers set until = now() + interval '1 second' where topic = $1 returning stream_id`,
    [liveTopic('ticket', id)],
  );
  await stayLive(app.database.db, [rows[0]!.stream_id]);
  const after = await app.database.pool.query<{ late: boolean }>(
    `select until > now() + interval '40 seconds' as late from live_viewers where stream_id = $1`,
    [rows[0]!.stream_id],
  );
  expect(after.rows).toEqual([{ late: true }]);
  expect(await others(nadia, id)).toEqual(['Marcus Lee']);
});

test('a user without access to a ticket neither sees its viewers nor is shown as one', async () => {
  const [trial, renewal] = [await aTrialTicket(app), await aRenewalTicket(app)];
  const nadia = await aPerson('Nadia Tan');
  await open(nadia, trial.id);
  const renewals = await app.as('Agent', { extraRoutes: ['/tickets/renewal'] });
  await open(renewals, trial.id);
  await open(renewals, renewal.id);
  expect(await others(nadia, trial.id)).toEqual([]);
  const asked = await renewals.refused(listTrialTicketViewers, { params: { id: trial.id } });
  expect(asked.status).toBe(403);
  // A ticket of the other kind is not found.
  const wrong = await renewals.refused(listRenewalTicketViewers, { params: { id: trial.id } });
  expect(wrong.status).toBe(404);
  const partner = await app.as('Partner', {
    leadSourceScope: 'LLP',
    extraRoutes: ['/tickets/renewal'],
  });
  await open(partner, renewal.id);
  const scoped = await partner.refused(listRenewalTicketViewers, { params: { id: renewal.id } });
  expect(scoped.status).toBe(404);
  const admin = await app.as('Admin');
  const { data } = await admin.call(listRenewalTicketViewers, { params: { id: renewal.id } });
  expect(data.map(({ _id }) => _id)).toEqual([renewals.id]);
});
