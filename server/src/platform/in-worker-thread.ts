import { Worker } from 'node:worker_threads';
import type { ErrorItem } from '@staffroom/contract/shared/errors.ts';
import { AppError, refusal } from './errors.ts';

/** What a thread does. Its input and its answer are copied between threads. */
type Act = (asked: never) => unknown;

/** What a thread sends back. `refused` are the items of a coded refusal. */
export type ThreadAnswer = { answer: unknown } | { refused: ErrorItem[] } | { failed: string };

/** Threads of this process at the same time, and of one account. Callers beyond them wait in a short queue. */
const atOnce = 2;
const atOnceOfOne = 1;
const longestQueue = 6;
const longestQueueOfOne = 2;

/** Heap of a thread in MB. The young generation is beside it. */
const heapMegabytes = 160;
const youngMegabytes = 32;
/** A thread has this long, also on a busy machine. */
const mostSeconds = 20;

type Options = {
  /** Whose input it is. */
  account: string;
  /** Parts of the input that are moved, not copied. */
  transfer?: readonly ArrayBuffer[];
  /** Less time than threads have otherwise. */
  seconds?: number;
};

/** A call of a thread's function from the main thread. */
type ThreadCall<A extends Act> = (
  asked: Parameters<A>[0],
  options: Options,
) => Promise<ReturnType<A>>;

/**
 * Binds the module of a thread to the function that it answers with (`answerInThread`):
 * `const read = threadOf<typeof readFile>(new URL('./read-file.thread.ts', import.meta.url))`.
 *
 * A call runs CPU-heavy work on foreign input in a thread of its own, so that the event loop stays free and the heap of
 * the process does not grow. The thread ends with its answer. Throws what the work refuses with, `input_too_heavy`
 * above the limits of memory and time, and `busy` when the queue is full.
 */
export const threadOf =
  <A extends Act>(file: URL): ThreadCall<A> =>
  async (asked, options) => {
    await takeSlot(options.account);
    try {
      return await run<A>(file, asked, options);
    } finally {
      giveSlotBack(options.account);
    }
  };

const run = <A extends Act>(
  file: URL,
  asked: Parameters<A>[0],
  { transfer = [], seconds = mostSeconds }: Options,
) =>
  new Promise<ReturnType<A>>((resolve, reject) => {
    const thread = new Worker(file, {
      resourceLimits: {
        maxOldGenerationSizeMb: heapMegabytes,
        maxYoungGenerationSizeMb: youngMegabytes,
      },
      // Flags of a test runner are not for threads.
      execArgv: [],
      stdin: false,
    });
    const end = (finish: () => void) => {
      clearTimeout(timer);
      finish();
      void thread.terminate();
    };
    const timer = setTimeout(() => end(() => reject(tooHeavy())), seconds * 1000);
    thread.once('message', (message: ThreadAnswer) =>
      end(() => {
        if ('answer' in message) resolve(message.answer as ReturnType<A>);
        else if ('refused' in message) reject(new AppError(message.refused));
        else reject(new Error(message.failed));
      }),
    );
    thread.once('error', (error) =>
      end(() => reject(isOutOfMemory(error) ? tooHeavy() : toError(error))),
    );
    thread.once('exit', (code) =>
      end(() => reject(new Error(`The thread ended with ${code} and without an answer.`))),
    );
    thread.postMessage(asked, [...transfer]);
  });

const tooHeavy = () => refusal('input_too_heavy');

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

const toError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

const running: string[] = [];
const queue: { account: string; begin: () => void }[] = [];

const countOf = (list: readonly (string | { account: string })[], account: string) =>
  list.filter((one) => (typeof one === 'string' ? one : one.account) === account).length;

const mayRun = (account: string) =>
  running.length < atOnce && countOf(running, account) < atOnceOfOne;

const takeSlot = async (account: string): Promise<void> => {
  if (mayRun(account)) {
    running.push(account);
    return;
  }
  if (queue.length >= longestQueue || countOf(queue, account) >= longestQueueOfOne)
    throw refusal('busy', { retryAfterSeconds: 5 });
  await new Promise<void>((begin) => queue.push({ account, begin }));
};

/** Gives the slot to the first in the queue that may run. */
const giveSlotBack = (account: string): void => {
  running.splice(running.indexOf(account), 1);
  const at = queue.findIndex((waiting) => mayRun(waiting.account));
  const [next] = at < 0 ? [] : queue.splice(at, 1);
  if (!next) return;
  running.push(next.account);
  next.begin();
};
