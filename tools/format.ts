import { writeMap } from './domain-map/domain-map.ts';
import { runProgram } from './run-program.ts';

// The map is written first: its pages are in the format of the formatter.
await writeMap();
process.exitCode = await runProgram('prettier/bin/prettier.cjs', [
  '--write',
  '--log-level',
  'warn',
  '.',
]);
