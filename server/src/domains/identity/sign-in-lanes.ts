import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database.ts';
import { refusal } from '../../platform/errors.ts';
import { inBatches } from '../../platform/in-batches.ts';
import { createSlots, type Release } from '../../platform/slots.ts';
import { signInNetworks } from './identity.schema.ts';
import { users } from './users.schema.ts';

type Who = { emailKey: string; network: string };

const day = 24 * 60 * 60_000;

/** Milliseconds for which an account is known on a network where it has signed in (decisions: Session). */
export const knownFor = 30 * day;

/** Limits concurrent sign-ins: each takes a thread and 19 MB; both lanes leave one of a process's four threads free. */
const common = {
  waiting: 200,
  waitingPerAccount: 50,
  longestWait: 5000,
  refuse: () => refusal('busy', { retryAfterSeconds: 5 }),
};
const createLanes = (db: Db) => ({
  /** For accounts on a network where they have signed in before. */
  known: createSlots({ ...common, total: 2, perAccount: 2 }),
  others: createSlots({ ...common, total: 1, perAccount: 1 }),
  /** Batches the look-ups, so that a flood of sign-ins uses only one connection. */
  isKnown: inBatches((asked: readonly (Who & { now: Date })[]) => areKnown(db, asked)),
});

const byDatabase = new WeakMap<Db, ReturnType<typeof createLanes>>();

/**
 * Waits for this sign-in's turn. Accounts on a network where they have signed in within 30 days have their own lane, so
 * that a flood from other addresses does not delay them (ADR 38). Throws busy.
 */
export const enterLane = async (db: Db, who: Who, now: Date): Promise<Release> => {
  const lanes = byDatabase.get(db) ?? createLanes(db);
  byDatabase.set(db, lanes);
  const lane = (await lanes.isKnown({ ...who, now })) ? lanes.known : lanes.others;
  return lane.take(who.network);
};

/** Returns whether each account has signed in on its network within 30 days. */
const areKnown = async (db: Db, asked: readonly (Who & { now: Date })[]): Promise<boolean[]> => {
  const [first] = asked;
  if (!first) return [];
  const emailKeys = sql.param(asked.map(({ emailKey }) => emailKey));
  const networks = sql.param(asked.map(({ network }) => network));
  const rows = await db
    .select({ emailKey: users.emailKey, network: signInNetworks.network })
    .from(signInNetworks)
    .innerJoin(users, eq(users.id, signInNetworks.userId))
    .where(
      and(
        sql`(${users.emailKey}, ${signInNetworks.network}) in
          (select * from unnest(${emailKeys}::text[], ${networks}::text[]))`,
        gt(signInNetworks.lastSignedIn, new Date(first.now.getTime() - knownFor)),
      ),
    );
  const known = new Set(rows.map(keyOf));
  return asked.map((who) => known.has(keyOf(who)));
};

const keyOf = ({ emailKey, network }: Who) => `${network} ${emailKey}`;
