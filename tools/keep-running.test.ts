import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { keepRunning } from './keep-running.ts';

/** A program whose latest process a test can end; its pauses take no time here. */
const aProgram = ({ fails = () => false }: { fails?: (start: number) => boolean } = {}) => {
  const children: ChildProcess[] = [];
  const log: string[] = [];
  const pauses: number[] = [];
  let time = 0;
  const end = (signal: NodeJS.Signals) => {
    const child = children.at(-1);
    Object.assign(child ?? {}, { signalCode: signal });
    child?.emit('exit', null, signal);
  };
  const kept = keepRunning('worker', {
    start: () => {
      const child = Object.assign(new EventEmitter(), { exitCode: null, signalCode: null });
      children.push(Object.assign(child, { kill: end }) as unknown as ChildProcess);
      return children.at(-1) as ChildProcess;
    },
    whenUp: () =>
      fails(children.length) ? Promise.reject(new Error('no memory')) : Promise.resolve('up'),
    log: (line) => log.push(line),
    wait: async (ms) => void pauses.push(ms),
    now: () => time,
  });
  return {
    kept,
    log,
    pauses,
    starts: () => children.length,
    pass: (ms: number) => (time += ms),
    /** Ends the latest process; resolves once the next one was started and reported. */
    kill: async () => {
      const lines = log.length;
      end('SIGKILL');
      await vi.waitUntil(() => log.length === lines + 2, { interval: 1 });
    },
  };
};

test('waits longer before each further start of a process that keeps ending', async () => {
  const program = aProgram();
  await program.kept.first;

  for (let each = 0; each < 8; each += 1) await program.kill();

  expect(program.pauses).toEqual([100, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  expect(program.log[0]).toBe('The worker process ended (SIGKILL). Starting it again in 0.1 s.');
});

test('restarts a process that ran for a minute without a long pause', async () => {
  const program = aProgram();
  await program.kept.first;
  await program.kill();
  await program.kill();

  program.pass(61_000);
  await program.kill();

  expect(program.pauses).toEqual([100, 1000, 100]);
});

test('keeps trying when a later start fails', async () => {
  const program = aProgram({ fails: (start) => start === 2 });
  await program.kept.first;

  await program.kill();
  expect(program.log.at(-1)).toBe('The worker process could not start: Error: no memory');
  await program.kill();

  expect(program.log.at(-1)).toBe('The worker process runs again.');
});

test('does not repeat a first start that fails', async () => {
  const program = aProgram({ fails: () => true });

  await expect(program.kept.first).rejects.toThrow('no memory');
  await program.kept.stop();

  expect(program.starts()).toBe(1);
});

test('restarts without a pause when asked to, and never after a stop', async () => {
  const program = aProgram();
  await program.kept.first;

  program.kept.restart();
  await vi.waitUntil(() => program.log.includes('The worker process runs again.'));
  expect(program.pauses).toEqual([0]);
  await program.kept.stop();

  expect(program.starts()).toBe(2);
});
