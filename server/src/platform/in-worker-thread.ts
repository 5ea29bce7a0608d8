import { Worker } from 'node:worker_threads';
import type { ErrorItem } from 'staffroom-contract/shared/errors.ts';
import { AppError, refusal } from './errors.ts';

/** The work of a thread. Its input and output are copied between threads. */
type Act = (asked: never) => unknown;

/** The message of a thread; `refused` are the items of a coded error. */
export type ThreadAnswer = { answer: unknown } | { refused: ErrorItem[] } | { failed: string };

/** Concurrent threads of this process; further callers wait in a short queue. */
const atOnce = 2;
/** Concurrent threads of one account. */
const atOnceOfOne = 1;
/** Most callers who wait for a thread; others are refused with `busy`. */
const longestQueue = 6;
/** Most callers of one account who wait for a thread. */
const longestQueueOfOne = 2;

/** Heap of a thread in MB, and its young generation in addition. */
const heapMegabytes = 160;
const youngMegabytes = 32;
/** Longest run of a thread in seconds, also on a busy machine. */
const mostSeconds = 20;

type Options = {
  /** The account of the input, for the queue. */
  account: string;
  /** Parts of the input that are moved instead of copied. */
  transfer?: readonly ArrayBuffer[];
  /** A shorter time limit. */
  seconds?: number;
};

/** A call of a thread's function from the main thread. */
type ThreadCall<A extends Act> = (
  asked: Parameters<A>[0],
  options: Options,
) => Promise<ReturnType<A>>;

/**
 * Binds a thread's module to the function that it runs (`answerInThread`): `const read = threadOf<typeof readFile>(new
 * URL('./read-file.thread.ts', import.meta.url))`. A call runs heavy work on foreign input in a new thread, so that the
 * event loop stays free and our heap does not grow. Throws the work's coded errors, `input_too_heavy`, and `busy`.
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
      // Flags of a test runner must not apply to threads.
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
      end(() => reject(new Error(`The thread ended with code ${code} before it answered.`))),
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

/** Passes the slot to the first call in the queue that may run. */
const giveSlotBack = (account: string): void => {
  running.splice(running.indexOf(account), 1);
  const at = queue.findIndex((waiting) => mayRun(waiting.account));
  const [next] = at < 0 ? [] : queue.splice(at, 1);
  if (!next) return;
  running.push(next.account);
  next.begin();
};
