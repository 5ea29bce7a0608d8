import { buildWeb } from './build-web.ts';
import { checkMap } from './domain-map/domain-map.ts';
import { checkMigrations, landMigrations } from './landed-migrations.ts';
import { checkPlainWords } from './plain-words.ts';
import { runProgram } from './run-program.ts';

/** On one thread: on two cores several need twice the CPU time and are no faster. */
const tsc = (project: string) => () =>
  runProgram('typescript/bin/tsc', ['--project', project, '--pretty', '--singleThreaded'], {
    holdOutput: true,
  });

const build = () =>
  buildWeb(console.log).then(
    () => 0,
    () => 1,
  );

/** The checks that only need Node are one program, so that the server and the contract are parsed and checked once. */
const checks: Record<string, () => Promise<number>> = {
  'Landed migrations': checkMigrations,
  'Plain words': checkPlainWords,
  'Map of the domains': checkMap,
  'Types of contract, server, demo, tools and bench': tsc('.'),
  'Types of web': tsc('web'),
  'Types of e2e': tsc('e2e'),
  Lint: () => runProgram('oxlint/bin/oxlint', ['--deny-warnings'], { holdOutput: true }),
};

/** Programs that keep one core busy: they run one after the other beside the checks above. */
const besides: Record<string, () => Promise<number>> = {
  Format: () =>
    runProgram('prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.'], {
      holdOutput: true,
    }),
  'Lint of styles': () =>
    runProgram('stylelint/bin/stylelint.mjs', ['web/src/**/*.css'], { holdOutput: true }),
  'Unused files, exports and packages': () =>
    runProgram('knip/bin/knip.js', ['--no-progress', '--treat-config-hints-as-errors'], {
      holdOutput: true,
    }),
};

/** Runs every check, also after a failure; resolves to the failed ones. The build is first: types need its routes. */
export const check = async (): Promise<string[]> => {
  const failed: string[] = [];
  const run = async (name: string, runCheck: () => Promise<number>) => {
    console.log(name);
    if ((await runCheck()) !== 0) failed.push(name);
  };
  const runAll = async (some: Record<string, () => Promise<number>>) => {
    for (const [name, runCheck] of Object.entries(some)) await run(name, runCheck);
  };
  await run('The web app builds', build);
  await Promise.all([runAll(checks), runAll(besides)]);
  return failed;
};

if (import.meta.main) {
  // Lists new migrations as landed first, so that one command does both.
  if (process.argv.includes('--land')) await landMigrations();
  const failed = await check();
  if (failed.length > 0) console.error(`\nFailed: ${failed.join(', ')}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}
