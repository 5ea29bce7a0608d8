import { lt, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { signInAttempts, userSessions } from './identity.schema.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import { idempotencyKeys } from '../../platform/platform.schema.ts';

const hour = 60 * 60_000;
const day = 24 * hour;

/** Deletes what no longer counts: keys after 7 days, sign-in attempts after a day, ended sessions. */
export const prune = async (db: Db, now: Date) => {
  const before = (age: number) => new Date(now.getTime() - age);
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.created, before(7 * day)));
  await db.delete(signInAttempts).where(lt(signInAttempts.at, before(day)));
  await db
    .delete(userSessions)
    .where(
      sql`${userSessions.lastUsed} < ${before(12 * hour)} or ${userSessions.started} < ${before(7 * day)}`,
    );
};

/** Prunes at once and every hour; several workers may do so side by side. Answers how to stop. */
export const startPruning = (needs: { db: Db; clock: Clock; logger: Logger }) => {
  const pruneOnce = () => {
    prune(needs.db, needs.clock.now()).catch((error: unknown) => {
      needs.logger.warn({ err: error }, 'pruning failed');
    });
  };
  pruneOnce();
  const timer = setInterval(pruneOnce, hour);
  timer.unref();
  return () => clearInterval(timer);
};
