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

type Checks = Record<string, () => Promise<number>>;

/** The checks that only need Node are one program, so that the server and the contract are parsed and checked once. */
const checks: Checks = {
  'Landed migrations': checkMigrations,
  'Plain words': checkPlainWords,
  'Map of the domains': checkMap,
  'Types of contract, server, demo, tools and bench': tsc('.'),
  'Types of web': tsc('web'),
  'Types of e2e': tsc('e2e'),
  Lint: () => runProgram('oxlint/bin/oxlint', ['--deny-warnings'], { holdOutput: true }),
};

/** Programs that keep one core busy: they run one after the other beside the checks above. */
const besides: Checks = {
  Format: () =>
    runProgram('prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.'], {
      holdOutput: true,
    }),
  'Unused files, exports and packages': () =>
    runProgram('knip/bin/knip.js', ['--no-progress', '--treat-config-hints-as-errors'], {
      holdOutput: true,
    }),
};

/** Runs checks one after the other, also after a failure. Resolves to the names of the failed ones. */
const runAll = async (some: Checks): Promise<string[]> => {
  const failed: string[] = [];
  for (const [name, runCheck] of Object.entries(some)) {
    console.log(name);
    if ((await runCheck()) !== 0) failed.push(name);
  }
  return failed;
};

/** Comes before the other checks: the types and the unused exports need its list of routes. */
export const checkBuild = (): Promise<string[]> => runAll({ 'The web app builds': build });

/** Runs every check of the built tree and resolves to the names of the failed ones. */
export const checkBuilt = async (): Promise<string[]> =>
  (await Promise.all([runAll(checks), runAll(besides)])).flat();

if (import.meta.main) {
  // Lists new migrations as landed first, so that one command does both.
  if (process.argv.includes('--land')) await landMigrations();
  const failed = [...(await checkBuild()), ...(await checkBuilt())];
  if (failed.length > 0) console.error(`\nFailed: ${failed.join(', ')}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}
