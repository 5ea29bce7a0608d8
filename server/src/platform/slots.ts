type Limits = {
  /** Slots in all, and of one account. */
  total: number;
  perAccount: number;
  /** Waiting callers in all, and of one account. */
  waiting: number;
  waitingPerAccount: number;
  /** Milliseconds after which a caller stops waiting; by default it waits until a slot is free. */
  longestWait?: number;
  /** The error for a caller who can neither get a slot nor wait. */
  refuse: () => Error;
};

/** Releases the slot; a second call does nothing. */
export type Release = () => void;

export type Slots = { take: (account: string) => Promise<Release> };

type Waiting = { account: string; begin: (release: Release) => void };

/**
 * Limits the concurrent acts of one kind in this process, in all and for each account, so that one account cannot block
 * the others. Other callers wait in order; `take` throws if too many are waiting.
 */
export const createSlots = (limits: Limits): Slots => {
  const held = new Map<string, number>();
  const line: Waiting[] = [];
  let total = 0;
  const heldBy = (account: string) => held.get(account) ?? 0;
  const isFree = (account: string) => total < limits.total && heldBy(account) < limits.perAccount;
  const mayWait = (account: string) =>
    line.length < limits.waiting &&
    line.filter((waiting) => waiting.account === account).length < limits.waitingPerAccount;

  const hold = (account: string): Release => {
    total += 1;
    held.set(account, heldBy(account) + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      total -= 1;
      if (heldBy(account) === 1) held.delete(account);
      else held.set(account, heldBy(account) - 1);
      startNext();
    };
  };
  const startNext = () => {
    const at = line.findIndex(({ account }) => isFree(account));
    const [next] = at < 0 ? [] : line.splice(at, 1);
    next?.begin(hold(next.account));
  };
  const wait = (account: string) =>
    new Promise<Release>((resolve, reject) => {
      const timer =
        limits.longestWait === undefined
          ? undefined
          : setTimeout(() => {
              line.splice(line.indexOf(waiting), 1);
              reject(limits.refuse());
            }, limits.longestWait);
      const waiting: Waiting = {
        account,
        begin: (release) => {
          clearTimeout(timer);
          resolve(release);
        },
      };
      line.push(waiting);
    });

  return {
    take: async (account) => {
      if (isFree(account)) return hold(account);
      if (!mayWait(account)) throw limits.refuse();
      return wait(account);
    },
  };
};
