/** Milliseconds over which requests are counted. */
const windowMs = 60_000;

/** Each bucket of durations ends a quarter later than the one before; the last one is above a minute. */
const growth = 1.25;
const buckets = 50;

const bucketOf = (ms: number) =>
  Math.min(buckets - 1, Math.max(0, Math.ceil(Math.log(Math.max(ms, 1)) / Math.log(growth))));

const endOf = (bucket: number) => growth ** bucket;

type Slot = { began: number; counts: number[] };

export type RequestMeter = ReturnType<typeof createRequestMeter>;

/** Counts the requests of this process and their durations over the last minute. `now` is in milliseconds. */
export const createRequestMeter = (now: () => number = () => performance.now()) => {
  const newSlot = (): Slot => ({ began: now(), counts: Array.from({ length: buckets }, () => 0) });
  let current = newSlot();
  let slots = [current];
  return {
    observe: (ms: number) => {
      const bucket = bucketOf(ms);
      current.counts[bucket] = (current.counts[bucket] ?? 0) + 1;
    },
    /** Returns the last minute's figures; called every few seconds, each call begins a further slot. */
    read: (): { requestsPerSecond: number; durations: number[] } => {
      const at = now();
      slots = slots.filter((slot) => slot === current || at - slot.began <= windowMs);
      const durations = sumOf(slots.map(({ counts }) => counts));
      const seconds = Math.max(1, (at - (slots[0]?.began ?? at)) / 1000);
      const count = durations.reduce((sum, each) => sum + each, 0);
      current = newSlot();
      slots.push(current);
      return { requestsPerSecond: count / seconds, durations };
    },
  };
};

const sumOf = (all: readonly (readonly number[])[]): number[] =>
  Array.from({ length: buckets }, (_, bucket) =>
    all.reduce((sum, counts) => sum + (counts[bucket] ?? 0), 0),
  );

/** The milliseconds within which this share of all requests was answered, to a quarter; undefined without requests. */
export const shareWithin = (
  share: number,
  all: readonly (readonly number[])[],
): number | undefined => {
  const counts = sumOf(all);
  const wanted = share * counts.reduce((sum, count) => sum + count, 0);
  let seen = 0;
  for (const [bucket, count] of counts.entries()) {
    seen += count;
    if (count > 0 && seen >= wanted) return Math.round(endOf(bucket));
  }
  return undefined;
};
