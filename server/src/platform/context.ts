import type { Rights } from '@staffroom/contract/domains/identity/permissions.ts';
import type { Clock } from './clock.ts';
import type { Db } from './database.ts';
import { isRetriable } from './database.ts';
import type { Settings } from './settings.ts';

/**
 * The signed-in staff member, with the effective role; jobs act as the person who started them. Another system, which
 * has `scopes`, is no account: its id is its token's.
 */
export type Actor = Rights & {
  id: string;
  name: string;
  email: string;
  seesOrderId: boolean;
  orderAgents: readonly string[];
  leadSourceScope: string | null;
};

/** What every use case gets: who, when, where from, and the database. */
export type Context = {
  actor: Actor;
  clock: Clock;
  db: Db;
  settings: Settings;
  /** Who follows what the act announces. */
  listeners: readonly Listener[];
  requestId: string;
  address: string;
  userAgent: string;
  /** The session's token; absent in jobs. */
  token?: string | undefined;
  /**
   * Refuses with 401 once the session has ended or its account was disabled; asked again in the transaction of every
   * act, since a request may have been begun long before it arrived whole. Absent in jobs and where nobody signs in.
   */
  requireSession?: ((tx: Db) => Promise<unknown>) | undefined;
  /** Set where the request carried an `Idempotency-Key`. */
  idempotency?: { operation: string; key: string; bodyHash: Buffer; status: number } | undefined;
};

/** Something of a domain that other domains may have to follow (`events.ts`). */
export type DomainEvent<Payload> = { name: string; payload?: Payload };

/** Who follows an event, in the transaction of the act that announces it. */
export type Listener = {
  event: DomainEvent<never>;
  hear: (tx: Db, context: Context, payload: never) => Promise<unknown>;
};

const attempts = 5;

/**
 * Runs one act as one transaction, if the session still lives; starts again where PostgreSQL gave it up for another's
 * sake.
 */
export const inTransaction = async <T>(
  context: Pick<Context, 'db' | 'requireSession'>,
  act: (tx: Db) => Promise<T>,
): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await context.db.transaction(async (tx) => {
        await context.requireSession?.(tx);
        return act(tx);
      });
    } catch (error) {
      if (attempt === attempts || !isRetriable(error)) throw error;
    }
  }
};
