import { isIPv6 } from 'node:net';
import type { Db } from '../../platform/database.ts';
import { refusal } from '../../platform/errors.ts';

/** What is locked: an e-mail, one for the network that it is known on, or a network for e-mails unknown there. */
export type LockKind = 'email' | 'own' | 'address';

/** `excused` are the networks of a locked e-mail, or the e-mails of a locked network, that it does not concern. */
export type Lock = { kind: LockKind; until: Date; excused: ReadonlySet<string> };

type Who = { emailKey: string; network: string };

/** How long a lock is refused from memory before the database is asked again: another process may have released it. */
const believedFor = 10_000;
const mostKnown = 10_000;

/** The locks that this process has met, so that refusing needs no connection (decisions: Session). */
const createKnownLocks = () => {
  const locks = new Map<string, Lock & { askAgain: number }>();
  return {
    /**
     * Throws too_many_attempts for who is known to be locked; every 10 s one caller is let through to look, and hears
     * true.
     */
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
    /** An account's failures count no more. */
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

/** The known locks of a database, which are those of the process that uses it. */
export const knownLocks = (db: Db) => {
  const known = byDatabase.get(db) ?? createKnownLocks();
  byDatabase.set(db, known);
  return known;
};

/** The refusal of who is locked, with what remains. */
export const tooMany = (until: Date, now: Date) => {
  // Noting where it comes from would cost more than all else of it, and attackers ask for many.
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

/** Who counts as one caller: an IPv4 address, or the /64 of an IPv6 address, which one household has whole. */
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
