import type { FastifyReply } from 'fastify';

/** Lowest speed of a download's reader: 120 kB in 30 s, as long as PostgreSQL waits for the next statement. */
const leastTaken = { bytes: 120_000, within: 30_000 };
const looks = 10;

/** Ends a response whose reader is too slow (quality.md: slow clients block no others), not counting waits for us. */
export const endSlowReader = ({ raw, request }: FastifyReply, least = leastTaken) => {
  const { socket } = request.raw;
  const taken = () => socket.bytesWritten - socket.writableLength;
  const start = () => ({ at: performance.now(), taken: taken() });
  let since = start();
  const timer = setInterval(() => {
    const isReaderLate = raw.writableNeedDrain;
    if (isReaderLate && performance.now() - since.at < least.within) return;
    if (isReaderLate && taken() - since.taken < least.bytes) socket.destroy();
    since = start();
  }, least.within / looks);
  timer.unref();
  raw.once('close', () => clearInterval(timer));
};
