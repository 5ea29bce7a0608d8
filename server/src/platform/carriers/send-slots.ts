/** A message that needs a slot: its recipient's domain, and the job that sends it. */
type Asking = { domain: string; owner: string };

type Release = () => void;

export type SendSlots = { take(asking: Asking, signal: AbortSignal): Promise<Release> };

type Bounds = {
  /** Concurrent messages, without the slow ones. */
  quick: number;
  /** Concurrent slow messages in addition, and of these to one domain. */
  slow: number;
  slowPerDomain: number;
  /** Milliseconds after which a message counts as slow. */
  slowAfterMs: number;
};

type Held = Asking & { isSlow: boolean; isLate: boolean };
type Waiting = Asking & { start: () => void };

/**
 * Limits concurrent messages, so that a slow server delays only its own. A message that takes longer than `slowAfterMs`
 * gives its slot to another one, and its domain counts as slow until a message to it is quick again: its messages then
 * use separate slots. The waiting job with the fewest messages in progress is next.
 */
export const createSendSlots = ({ quick, slow, slowPerDomain, slowAfterMs }: Bounds): SendSlots => {
  const held = new Set<Held>();
  const waiting = new Set<Waiting>();
  const slowDomains = new Set<string>();
  const count = (is: (one: Held) => boolean) => [...held].filter(is).length;

  const mayStart = ({ domain }: Asking) => {
    if (!slowDomains.has(domain)) return count(({ isSlow }) => !isSlow) < quick;
    const own = count((one) => one.domain === domain);
    return own < slowPerDomain && count(({ isSlow }) => isSlow) < slow;
  };

  const nextToStart = () => {
    const underWay = new Map<string, number>();
    for (const { owner } of held) underWay.set(owner, (underWay.get(owner) ?? 0) + 1);
    let best: Waiting | undefined;
    for (const one of waiting) {
      const isBetter = !best || (underWay.get(one.owner) ?? 0) < (underWay.get(best.owner) ?? 0);
      if (isBetter && mayStart(one)) best = one;
    }
    return best;
  };

  const startWaiting = () => {
    for (const late of held)
      if (late.isLate && !late.isSlow && count(({ isSlow }) => isSlow) < slow) late.isSlow = true;
    for (let next = nextToStart(); next; next = nextToStart()) {
      waiting.delete(next);
      next.start();
    }
  };

  const hold = ({ domain, owner }: Asking): Release => {
    const own: Held = { domain, owner, isSlow: slowDomains.has(domain), isLate: false };
    held.add(own);
    const timer = setTimeout(() => {
      own.isLate = true;
      slowDomains.add(domain);
      startWaiting();
    }, slowAfterMs);
    return () => {
      clearTimeout(timer);
      if (!held.delete(own)) return;
      if (!own.isLate) slowDomains.delete(domain);
      startWaiting();
    };
  };

  return {
    take: (asking, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason as Error);
        const leave = () => {
          waiting.delete(one);
          reject(signal.reason as Error);
        };
        const one: Waiting = {
          ...asking,
          start: () => {
            signal.removeEventListener('abort', leave);
            resolve(hold(asking));
          },
        };
        signal.addEventListener('abort', leave, { once: true });
        waiting.add(one);
        startWaiting();
        return undefined;
      }),
  };
};
