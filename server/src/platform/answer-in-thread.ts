import { parentPort } from 'node:worker_threads';
import { AppError } from './errors.ts';
import type { ThreadAnswer } from './in-worker-thread.ts';

/** The worker's side of `threadOf`: runs `act` on its one message and posts the result. */
export const answerInThread = <Asked, Answer>(act: (asked: Asked) => Answer): void => {
  parentPort?.once('message', (asked: Asked) => parentPort?.postMessage(answerTo(act, asked)));
};

const answerTo = <Asked, Answer>(act: (asked: Asked) => Answer, asked: Asked): ThreadAnswer => {
  try {
    return { answer: act(asked) };
  } catch (error) {
    if (error instanceof AppError) return { refused: error.items };
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
};
