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
 * Who calls, by the request's token: a person by a session, another system by a service token. What names no live
 * session is `session_expired`, so that a browser drops it. A session's last use is written at most once a minute.
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

/** Refuses with 401 unless the token still names a live session or counts as a service token. */
export const requireLiveToken = (db: Db, clock: Clock, token: string | undefined) =>
  isServiceToken(token) ? requireServiceToken(db, clock, token) : requireSession(db, clock, token);

/** Whose token this is, without using the session: listening is no use of it. Refuses with 401. */
export const findLiveActor = async (
  db: Db,
  clock: Clock,
  token: string | undefined,
): Promise<Actor> => {
  const found = await requireLiveToken(db, clock, token);
  return 'actor' in found ? found.actor : found;
};
