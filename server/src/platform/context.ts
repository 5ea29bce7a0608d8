import type { Rights } from 'staffroom-contract/domains/identity/permissions.ts';
import type { Clock } from './clock.ts';
import type { Db } from './database.ts';
import { isRetriable } from './database.ts';
import type { Settings } from './settings.ts';

/** Staff member with the effective role, in jobs who started them; another system has `scopes` and its token's id. */
export type Actor = Rights & {
  id: string;
  name: string;
  email: string;
  seesOrderId: boolean;
  orderAgents: readonly string[];
  leadSourceScope: string | null;
  /** The account signs in with a second factor. */
  hasSecondFactor?: boolean;
  /** The start of the session in which the user acts; absent in jobs and for systems. */
  sessionStarted?: Date;
};

/** Context of every use case: who, when, where from, and the database. */
export type Context = {
  actor: Actor;
  clock: Clock;
  db: Db;
  settings: Settings;
  /** Listeners for the events of the act. */
  listeners: readonly Listener[];
  requestId: string;
  address: string;
  userAgent: string;
  /** The origin at which the caller addresses the server, by its own word. Absent in jobs. */
  origin?: string | undefined;
  /** The Cookie header, which only a sign-in with a service reads. Absent in jobs. */
  cookies?: string | undefined;
  /** The session's token; absent in jobs. */
  token?: string | undefined;
  /** Throws 401 once the session has ended; every act checks again, since a request may arrive slowly. Not in jobs. */
  requireSession?: ((tx: Db) => Promise<unknown>) | undefined;
  /** Set if the request has an `Idempotency-Key`. */
  idempotency?: { operation: string; key: string; bodyHash: Buffer; status: number } | undefined;
};

/** An event of a domain that other domains may react to (`events.ts`). */
export type DomainEvent<Payload> = { name: string; payload?: Payload };

/** A handler of an event, called in the transaction of the act that announces it. */
export type Listener = {
  event: DomainEvent<never>;
  hear: (tx: Db, context: Context, payload: never) => Promise<unknown>;
};

/** Tries of a transaction after serialization failures and deadlocks. */
const attempts = 5;

/** Runs an act in one transaction, if the session is still valid; retries after a serialization failure or deadlock. */
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
