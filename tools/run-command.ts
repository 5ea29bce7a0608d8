import { stopRequested } from './until-stopped.ts';

type Command = (options: { log: (line: string) => void; stop: AbortSignal }) => Promise<void>;

/** Runs an operator's command until it ends or a signal stops it. A failure prints a message and sets exit code 1. */
export const runCommand = async (command: Command): Promise<never> => {
  const stop = stopRequested();
  try {
    await command({ log: (line) => console.log(line), stop });
  } catch (error) {
    process.exitCode = 1;
    if (stop.aborted) console.error('Stopped; nothing was changed.');
    else console.error(`\n${explain(error)}\n`);
  }
  return process.exit();
};

const explain = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? `\n${error.cause.message}` : '';
  return error.message + cause;
};
