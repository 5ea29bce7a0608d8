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
