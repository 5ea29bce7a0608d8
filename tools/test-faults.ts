import { parseArgs } from 'node:util';
import { endPrograms, runProgram } from './run-program.ts';
import { stopRequested } from './until-stopped.ts';

/**
 * Kills API, worker and database under load for two minutes, or for `--seconds`, and compares the database with the
 * acknowledged writes (server/test/faults).
 */
const { values } = parseArgs({ options: { seconds: { type: 'string', default: '120' } } });
const seconds = Number(values.seconds);
if (Number.isInteger(seconds) && seconds > 0) {
  stopRequested().addEventListener('abort', () => endPrograms());
  process.exitCode = await runProgram(
    'vitest/vitest.mjs',
    ['run', '--project', 'server', 'server/test/faults'],
    { env: { FAULT_SECONDS: `${seconds}` } },
  );
} else {
  console.error('The time must be a whole number of seconds: npm run test:faults -- --seconds 600');
  process.exitCode = 1;
}
