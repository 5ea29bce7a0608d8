import { asc, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  getRenewalTicket,
  updateRenewalTicket,
  updateRenewalTickets,
} from 'staffroom-contract/domains/tickets/tickets.contract.ts';
import { useTestApp } from '../../../test/build-test-app.ts';
import { manyRenewalTickets } from '../../../test/factories/ticket.factory.ts';
import type { Api } from '../../../test/stage.ts';
import { someOf, walksAll } from '../../../test/walk.ts';
import { ticketHistory, tickets } from './tickets.schema.ts';

const app = useTestApp();

const people = 10;
const changesEach = someOf(20);
const ticketCount = someOf(200);
/** With the ten that are missing, as many as a batch may have in the long run. */
const batch = walksAll ? 490 : 50;
const statuses = ['FOLLOWED UP', 'PENDING DECISION', 'PENDING PAYMENT', 'DROPPED'] as const;

/** A seeded sequence of numbers, the same in every run. */
const numbers = (seed: number) => () => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed;
};

/** Updates a ticket, and reads and retries after each conflict; returns the number of conflicts. */
const changeSome = async (
  api: Api,
  id: string,
  remark: string,
  status: (typeof statuses)[number],
) => {
  const params = { id };
  for (let refusals = 0; ; refusals += 1) {
    const { version } = (await api.call(getRenewalTicket, { params })).data;
    const { status: answer } = await api.send(updateRenewalTicket, {
      params,
      body: { status, remark, version },
    });
    if (answer === 200) return refusals;
    expect(answer).toBe(409);
  }
};

test('ten users change the same tickets concurrently: each change is saved and recorded once', async () => {
  const ids = await manyRenewalTickets(app, ticketCount);
  // Half of the changes go to ten tickets, to cause conflicts.
  const hot = ids.slice(0, 10);
  const apis = await Promise.all(Array.from({ length: people }, () => app.as('Admin')));
  const made = new Map<string, string[]>();
  const refusals = await Promise.all(
    apis.map(async (api, person) => {
      const next = numbers(person + 1);
      let refused = 0;
      for (let turn = 0; turn < changesEach; turn += 1) {
        const list = next() % 2 === 0 ? hot : ids;
        const id = list[next() % list.length] ?? '';
        const remark = `Person ${person}, call ${turn}`;
        refused += await changeSome(
          api,
          id,
          remark,
          statuses[next() % statuses.length] ?? 'DROPPED',
        );
        made.set(id, [...(made.get(id) ?? []), remark]);
      }
      return refused;
    }),
  );
  expect(refusals.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(0);

  const { db } = app.database;
  const rows = await db.select().from(tickets).where(inArray(tickets.id, ids));
  const steps = await db
    .select()
    .from(ticketHistory)
    .where(inArray(ticketHistory.ticketId, ids))
    .orderBy(asc(ticketHistory.at), asc(ticketHistory.id));
  for (const row of rows) {
    const own = steps.filter(({ ticketId }) => ticketId === row.id);
    const remarks = made.get(row.id) ?? [];
    expect(own.map(({ remark }) => remark).toSorted()).toEqual(['', ...remarks].toSorted());
    expect(row.version).toBe(1 + remarks.length);
    // The ticket matches one of its steps, and each step begins with the status in which another ended.
    expect(
      own.some(({ remark, toStatus }) => remark === row.remark && toStatus === row.status),
    ).toBe(true);
    const begins = own.map(({ fromStatus }) => fromStatus ?? '');
    const before = ['', ...ends(own, row.status)];
    expect(begins.toSorted((a, b) => a.localeCompare(b))).toEqual(
      before.toSorted((a, b) => a.localeCompare(b)),
    );
  }
});

/** The statuses in which steps ended, without the last one. */
const ends = (own: readonly { toStatus: string }[], last: string) => {
  const all = own.map(({ toStatus }) => toStatus);
  all.splice(all.lastIndexOf(last), 1);
  return all;
};

test('a batch with missing, stale and closed tickets changes all others', async () => {
  const ids = await manyRenewalTickets(app, batch);
  const admin = await app.as('Admin');
  const [closed = '', stale = ''] = ids;
  for (const id of [closed, stale])
    await admin.call(updateRenewalTicket, {
      params: { id },
      body: { status: id === closed ? 'DROPPED' : 'FOLLOWED UP', remark: 'Meanwhile' },
    });
  const gone = Array.from(
    { length: 10 },
    (_, index) => `01890000-0000-7000-8000-00000000000${index}`,
  );
  const { data } = await admin.call(updateRenewalTickets, {
    body: {
      tickets: [...ids, ...gone].map((_id) => ({ _id, version: 1 })),
      status: 'PENDING DECISION',
      remark: 'Asked by e-mail',
    },
  });
  const codes = Map.groupBy(data, ({ ok, code }) => (ok ? 'ok' : code));
  expect(new Map([...codes].map(([code, all]) => [code, all.length]))).toEqual(
    new Map([
      ['stale', 2],
      ['ok', batch - 2],
      ['not_found', 10],
    ]),
  );
  const changed = await app.database.db.$count(
    tickets,
    inArray(
      tickets.id,
      ids.filter((id) => id !== closed && id !== stale),
    ),
  );
  expect(changed).toBe(batch - 2);
}, 60_000);
