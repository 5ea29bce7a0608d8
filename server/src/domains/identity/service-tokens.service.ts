import { randomBytes } from 'node:crypto';
import type {
  createServiceToken as createOperation,
  listServiceTokens as listOperation,
} from 'staffroom-contract/domains/identity/service-tokens.contract.ts';
import type { TokenScope } from 'staffroom-contract/domains/identity/permissions.ts';
import type { BodyOf, QueryOf } from 'staffroom-contract/shared/operation.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import { inTransaction, type Actor, type Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { notFound, refusal } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { presentServiceToken } from './service-tokens.presenter.ts';
import * as tokenQueries from './service-tokens.queries.ts';
import { hashToken } from './sessions.service.ts';

const minute = 60_000;
/** Last characters of a token that stay visible. */
const hintLength = 4;

/** The prefix makes a leaked token recognizable. */
const secretStart = 'srt_';
const newSecret = () => `${secretStart}${randomBytes(32).toString('base64url')}`;

/** True if a bearer token has the form of a service token. */
export const isServiceToken = (token: string | undefined): token is string =>
  token?.startsWith(secretStart) ?? false;

/** Returns service tokens, newest first, including revoked ones, with the exact count (decisions: Integrations). */
export const listServiceTokens = async (context: Context, page: QueryOf<typeof listOperation>) => {
  const { rows, count } = await tokenQueries.listAndCount(context.db, page);
  return { data: rows.map(presentServiceToken), count };
};

/** Creates a token and returns it once: only its hash and its last four characters are stored. */
export const createServiceToken = (
  context: Context,
  { name, scopes }: BodyOf<typeof createOperation>,
) =>
  inTransaction(context, async (tx) => {
    const now = context.clock.now();
    const token = newSecret();
    const shown = {
      id: newId(now),
      name,
      scopes: [...new Set(scopes)],
      hint: token.slice(-hintLength),
      created: now,
      lastUsed: null,
      revoked: null,
    };
    const { actor } = context;
    await tokenQueries.insert(tx, {
      ...shown,
      tokenHash: hashToken(token),
      createdBy: actor.id,
    });
    const after = presentServiceToken({ ...shown, createdBy: { id: actor.id, name: actor.name } });
    await recordAudit(tx, context, {
      action: 'service_token.created',
      entity: 'service_token',
      entityId: shown.id,
      after,
    });
    return { data: { ...after, token } };
  });

/** Revokes a token at once; does nothing if it is already revoked. Throws not_found. */
export const revokeServiceToken = (context: Context, id: string) =>
  inTransaction(context, async (tx) => {
    const isRevoked = await tokenQueries.revoke(tx, id, context.clock.now());
    const token = await tokenQueries.findById(tx, id);
    if (!token) throw notFound();
    const after = presentServiceToken(token);
    if (isRevoked)
      await recordAudit(tx, context, {
        action: 'service_token.revoked',
        entity: 'service_token',
        entityId: id,
        before: { ...after, revoked: null },
        after,
      });
    return { data: after };
  });

/**
 * Returns the system of a token as the actor: it may read and write the subjects of its calls, and may make no other
 * calls. Updates the last use at most once a minute. Throws service_token_unknown, also for a revoked token.
 */
export const requireServiceToken = async (
  db: Db,
  clock: Clock,
  token: string,
): Promise<Actor & { scopes: TokenScope[] }> => {
  const found = await tokenQueries.findLiveByHash(db, hashToken(token));
  if (!found) throw refusal('service_token_unknown');
  const now = clock.now();
  const isNoted = found.lastUsed && now.getTime() - found.lastUsed.getTime() < minute;
  if (!isNoted) await tokenQueries.touch(db, found.id, now);
  return systemOf(found);
};

/** Returns the system of a token, also of a revoked one, so that its jobs can finish. */
export const findSystem = async (db: Db, id: string) => {
  const found = await tokenQueries.findById(db, id);
  return found && systemOf(found);
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
