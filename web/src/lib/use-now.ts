import { useEffect, useState } from 'react';

const refreshMs = 30_000;

const read = () => Temporal.Now.instant().toString();

/** The current instant, ISO 8601 in UTC; up to half a minute late. */
export const useNow = (): string => {
  const [now, setNow] = useState(read);
  useEffect(() => {
    const timer = setInterval(() => setNow(read()), refreshMs);
    return () => clearInterval(timer);
  }, []);
  return now;
};

/**
 * The current instant by the server's clock, independent of the browser's: the server's time when it answered, plus the
 * time since. Up to half a minute late, but exact at each of `turns`.
 */
export const useServerNow = (
  answered: { now: string; at: number } | undefined,
  turns: readonly string[],
): string => {
  const [read, setRead] = useState(Date.now);
  const ahead = answered === undefined ? 0 : Date.parse(answered.now) - answered.at;
  const now = read + ahead;
  const next = Math.min(...turns.map((turn) => Date.parse(turn)).filter((turn) => turn > now));
  useEffect(() => {
    const untilNext = Math.max(0, next - ahead - Date.now());
    const timer = setTimeout(() => setRead(Date.now()), Math.min(refreshMs, untilNext));
    return () => clearTimeout(timer);
  }, [read, ahead, next]);
  return new Date(now).toISOString();
};
