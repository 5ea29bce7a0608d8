import { isIPv6 } from 'node:net';
import type { Db } from '../../platform/database.ts';
import { refusal } from '../../platform/errors.ts';

/** The scope of a lock: an e-mail, an e-mail on one of its known networks, or a network for e-mails unknown there. */
export type LockKind = 'email' | 'own' | 'address';

/** `excused` are the networks of a locked e-mail, or the e-mails of a locked network, that the lock does not affect. */
export type Lock = { kind: LockKind; until: Date; excused: ReadonlySet<string> };

type Who = { emailKey: string; network: string };

/** How long a lock is kept in memory before the database is checked again: another process may have released it. */
const believedFor = 10_000;
/** Most locks that are kept in memory. */
const mostKnown = 10_000;

/** Locks cached in this process, so that a refusal needs no connection (decisions: Session). */
const createKnownLocks = () => {
  const locks = new Map<string, Lock & { askAgain: number }>();
  return {
    /** Throws too_many_attempts for a cached lock, but returns true to one caller in 10 s, to check the database. */
    refuse: (who: Who, now: Date) => {
      let looks = false;
      for (const kind of ['own', 'email', 'address'] as const) {
        const lock = locks.get(keyOf(kind, who));
        if (!lock || lock.until <= now || lock.excused.has(excusedBy(kind, who))) continue;
        if (lock.askAgain > now.getTime()) throw tooMany(lock.until, now);
        lock.askAgain = now.getTime() + believedFor;
        looks = true;
      }
      return looks;
    },
    remember: (lock: Lock, who: Who, now: Date) => {
      if (locks.size >= mostKnown) locks.clear();
      locks.set(keyOf(lock.kind, who), { ...lock, askAgain: now.getTime() + believedFor });
    },
    /** Removes the cached locks of an account. */
    forget: (emailKey: string) => {
      for (const key of locks.keys())
        if (key === `email ${emailKey}` || key.startsWith(`own ${emailKey} `)) locks.delete(key);
    },
  };
};

const keyOf = (kind: LockKind, { emailKey, network }: Who) =>
  ({
    own: `own ${emailKey} ${network}`,
    email: `email ${emailKey}`,
    address: `address ${network}`,
  })[kind];

const excusedBy = (kind: LockKind, { emailKey, network }: Who) =>
  ({ own: '', email: network, address: emailKey })[kind];

const byDatabase = new WeakMap<Db, ReturnType<typeof createKnownLocks>>();

/** Returns the cached locks for a database, one cache per process. */
export const knownLocks = (db: Db) => {
  const known = byDatabase.get(db) ?? createKnownLocks();
  byDatabase.set(db, known);
  return known;
};

/** Returns the error for a locked caller, with the remaining time. */
export const tooMany = (until: Date, now: Date) => {
  // A stack trace would cost more than the rest of the error, and attackers cause many of them.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return refusal('too_many_attempts', {
      retryAfterSeconds: Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000)),
    });
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
};

/** Returns the network that counts as one caller: an IPv4 address, or the /64 of an IPv6 address (a household). */
export const networkOf = (address: string) => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const plain = address.split('%')[0] ?? '';
  if (!isIPv6(plain)) return address;
  const [before = '', after] = plain.split('::');
  const start = before === '' ? [] : before.split(':');
  const end = after ? after.split(':') : [];
  const zeros = after === undefined ? 0 : Math.max(0, 8 - start.length - end.length);
  const groups = [...start, ...Array.from({ length: zeros }, () => '0'), ...end];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
};
