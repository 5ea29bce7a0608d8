import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Actor } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { refusal } from '../../platform/errors.ts';
import { isServiceToken, requireServiceToken } from './service-tokens.service.ts';
import { touchSession } from './sessions.queries.ts';
import { requireSession, tokenOf } from './sessions.service.ts';

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
    if (isServiceToken(token)) return requireServiceToken(db, clock, token);
    const { session, actor } = await requireSession(db, clock, token);
    if (clock.now().getTime() - session.lastUsed.getTime() >= minute)
      await touchSession(db, session.sessionId, clock.now());
    return actor;
  };

/** Throws 401 unless the token has a live session or is a valid service token. */
export const requireLiveToken = (db: Db, clock: Clock, token: string | undefined) =>
  isServiceToken(token) ? requireServiceToken(db, clock, token) : requireSession(db, clock, token);

/** Returns the owner of a token without updating the session: listening does not count as use. Throws 401. */
export const findLiveActor = async (
  db: Db,
  clock: Clock,
  token: string | undefined,
): Promise<Actor> => {
  const found = await requireLiveToken(db, clock, token);
  return 'actor' in found ? found.actor : found;
};
