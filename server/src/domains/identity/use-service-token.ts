import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { isInRanges } from 'staffroom-contract/domains/identity/address-ranges.rules.ts';
import type { TokenScope } from 'staffroom-contract/domains/identity/permissions.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Actor, Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { refusal } from '../../platform/errors.ts';
import * as tokenQueries from './service-tokens.queries.ts';
import { hashToken } from './sessions.service.ts';
import { networkOf } from './sign-in-locks.ts';

const minute = 60_000;
const hour = 60 * minute;

/** The prefix makes a leaked token recognizable. */
const secretStart = 'srt_';
export const newSecret = () => `${secretStart}${randomBytes(32).toString('base64url')}`;

/** True if a bearer token has the form of a service token. */
export const isServiceToken = (token: string | undefined): token is string =>
  token?.startsWith(secretStart) ?? false;

/** The call in which a token is used. */
type Call = Pick<Context, 'db' | 'clock' | 'address' | 'requestId' | 'userAgent'>;

type System = Actor & { scopes: TokenScope[] };

/**
 * Returns the system of a token as the actor: it may read and write the subjects of its calls, and may make no other
 * calls. Stores the last use at most once a minute. Throws service_token_unknown, also for a revoked token,
 * service_token_expired, and service_address_refused, which the audit trail gets at most once an hour.
 */
export const requireServiceToken = async (call: Call, token: string): Promise<System> => {
  const found = await find(call.db, token);
  refuseExpired(found, call);
  if (!isAllowed(found, call)) {
    await recordRefusal(call, found);
    throw refusedAddress(call);
  }
  const now = call.clock.now();
  const isNoted = found.lastUsed && now.getTime() - found.lastUsed.getTime() < minute;
  if (!isNoted)
    await tokenQueries.touch(call.db, found.id, { lastUsed: now, lastAddress: call.address });
  return systemOf(found);
};

/** Judges a token once more within an act, or for a listener: the same errors, but nothing is stored. */
export const checkServiceToken = async (
  db: Db,
  call: Pick<Call, 'clock' | 'address'>,
  token: string,
): Promise<System> => {
  const found = await find(db, token);
  refuseExpired(found, call);
  if (!isAllowed(found, call)) throw refusedAddress(call);
  return systemOf(found);
};

/** Returns the system of a token, also of an expired or revoked one, so that its jobs can finish. */
export const findSystem = async (db: Db, id: string) => {
  const found = await tokenQueries.findById(db, id);
  return found && systemOf(found);
};

type Found = NonNullable<Awaited<ReturnType<typeof tokenQueries.findLiveByHash>>>;

const find = async (db: Db, token: string): Promise<Found> => {
  const found = await tokenQueries.findLiveByHash(db, hashToken(token));
  if (!found) throw refusal('service_token_unknown');
  return found;
};

const refuseExpired = ({ expiresAt }: Found, { clock }: Pick<Call, 'clock'>) => {
  if (expiresAt !== null && expiresAt <= clock.now()) throw refusal('service_token_expired');
};

const isAllowed = ({ addresses }: Found, { address }: Pick<Call, 'address'>) =>
  addresses.length === 0 || isInRanges(addresses, address);

/** Names the address, so that a developer sees a missing TRUST_PROXY at once. */
const refusedAddress = ({ address }: Pick<Call, 'address'>) =>
  refusal('service_address_refused', {
    message: `This service token may not be used from the address ${address}.`,
  });

/** Records a refused address, once an hour for a token and network: one call a second must not fill the trail. */
const recordRefusal = async (call: Call, { id, name }: Found) => {
  const { db, clock, address } = call;
  const refused = {
    id,
    network: networkOf(address),
    since: new Date(clock.now().getTime() - hour),
  };
  if (await tokenQueries.isRefusalRecorded(db, refused)) return;
  await db.transaction(async (tx) => {
    const key = `service token:${id} ${refused.network}`;
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
    if (await tokenQueries.isRefusalRecorded(tx, refused)) return;
    await recordAudit(
      tx,
      { ...call, actor: { id, name } },
      {
        action: tokenQueries.refusedAction,
        entity: 'service_token',
        entityId: id,
        after: { network: refused.network },
        isUncounted: true,
      },
    );
  });
};

const systemOf = ({ id, name, scopes }: { id: string; name: string; scopes: TokenScope[] }) => ({
  id,
  name,
  email: '',
  role: 'Admin' as const,
  extra_routes: [],
  scopes,
  seesOrderId: false,
  orderAgents: [],
  leadSourceScope: null,
});
