import { systemClock } from '../src/platform/clock.ts';

/** Lets the parent move this process's clock by milliseconds, with the message `{ clockMoves }`. */
export const followClock = (): void => {
  let ahead = 0;
  systemClock.now = () => new Date(Date.now() + ahead);
  process.on('message', (message) => {
    if (typeof message === 'object' && message !== null && 'clockMoves' in message)
      ahead += Number(message.clockMoves);
  });
};
