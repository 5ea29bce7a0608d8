import { useEffect, useState } from 'react';

const refreshMs = 30_000;

const read = () => Temporal.Now.instant().toString();

/** The instant it is, ISO 8601 in UTC, as long as it is looked at; half a minute late at most. */
export const useNow = (): string => {
  const [now, setNow] = useState(read);
  useEffect(() => {
    const timer = setInterval(() => setNow(read()), refreshMs);
    return () => clearInterval(timer);
  }, []);
  return now;
};

/**
 * The instant it is by the server's clock, whatever the browser's says: what the server said when it answered, and what
 * has passed since. Half a minute late at most, and never late at one of these `turns`.
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
