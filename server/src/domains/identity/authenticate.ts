import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Actor } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { refusal } from '../../platform/errors.ts';
import { touchSession } from './sessions.queries.ts';
import { requireSession, tokenOf } from './sessions.service.ts';
import { checkServiceToken, isServiceToken, requireServiceToken } from './use-service-token.ts';

const minute = 60_000;

/**
 * The caller of a request by its token: a user's session or another system's token. Throws `session_expired`, so that a
 * browser drops the token. Updates the last use at most once a minute.
 */
export const authenticate =
  ({ db, clock }: { db: Db; clock: Clock }) =>
  async (request: FastifyRequest): Promise<Actor> => {
    const { authorization } = request.headers;
    if (authorization === undefined) throw refusal('not_signed_in');
    const token = tokenOf(authorization);
    if (isServiceToken(token)) {
      const { ip: address, id: requestId, headers } = request;
      const userAgent = headers['user-agent'] ?? '';
      return requireServiceToken({ db, clock, address, requestId, userAgent }, token);
    }
    const { session, actor } = await requireSession(db, clock, token);
    if (clock.now().getTime() - session.lastUsed.getTime() >= minute)
      await touchSession(db, session.sessionId, clock.now());
    return actor;
  };

type Caller = { clock: Clock; address: string };

/** Throws 401 or 403 unless the token has a live session or is a valid service token. */
export const requireLiveToken = (db: Db, caller: Caller, token: string | undefined) =>
  isServiceToken(token)
    ? checkServiceToken(db, caller, token)
    : requireSession(db, caller.clock, token);

/** Returns the owner of a token without updating its last use: listening does not count as use. Throws 401, 403. */
export const findLiveActor = async (
  db: Db,
  caller: Caller,
  token: string | undefined,
): Promise<Actor> => {
  const found = await requireLiveToken(db, caller, token);
  return 'actor' in found ? found.actor : found;
};
