/** A source of chance that gives the same numbers for the same seed. */
export type Random = {
  /** From 0, below 1. */
  next(): number;
  /** A whole number, both ends included. */
  whole(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** One of `[value, weight]`, the heavier the more often. */
  weighted<T>(entries: readonly (readonly [T, number])[]): T;
  shuffled<T>(items: readonly T[]): T[];
  digits(length: number): string;
};

/** mulberry32: small, quick, good enough to look like life. */
export const createRandom = (seed: number): Random => {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  const pick = <T>(items: readonly T[]): T => {
    if (items.length === 0) throw new Error('There is nothing to pick from.');
    return items[whole(0, items.length - 1)] as T;
  };
  return {
    next,
    whole,
    pick,
    chance: (probability) => next() < probability,
    weighted: (entries) => {
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [value, weight] of entries) {
        left -= weight;
        if (left < 0) return value;
      }
      return pick(entries)[0];
    },
    shuffled: (items) => {
      const copy = [...items];
      for (let index = copy.length - 1; index > 0; index -= 1) {
        const other = whole(0, index);
        [copy[index], copy[other]] = [copy[other], copy[index]] as [never, never];
      }
      return copy;
    },
    digits: (length) => Array.from({ length }, () => whole(0, 9)).join(''),
  };
};

/** Makes ids shaped like UUIDv7, so that they sort by the time given (milliseconds). */
export const createIds = (random: Random) => (at: number) => {
  const hex = (length: number) =>
    Math.floor(random.next() * 16 ** length)
      .toString(16)
      .padStart(length, '0');
  const time = Math.floor(at).toString(16).padStart(12, '0');
  const variant = (8 + random.whole(0, 3)).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${variant}${hex(3)}-${hex(6)}${hex(6)}`;
};
