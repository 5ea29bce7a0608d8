import { buildWeb } from './build-web.ts';
import { runProgram } from './run-program.ts';

const tsc = (project: string) => () =>
  runProgram('typescript/bin/tsc', ['--project', project, '--pretty']);

const build = () =>
  buildWeb(console.log).then(
    () => 0,
    () => 1,
  );

/** In this order: the types need the list of routes, which the build of the web app makes. */
const checks: Record<string, () => Promise<number>> = {
  'The web app builds': build,
  'Types of contract': tsc('contract'),
  'Types of server': tsc('server'),
  'Types of web': tsc('web'),
  'Types of e2e': tsc('e2e'),
  'Types of tools and bench': tsc('.'),
  Lint: () => runProgram('oxlint/bin/oxlint', ['--deny-warnings']),
  Format: () => runProgram('prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.']),
};

/** Runs every check, also after one has failed, and resolves to the names of those that failed. */
export const check = async (): Promise<string[]> => {
  const failed: string[] = [];
  for (const [name, runCheck] of Object.entries(checks)) {
    console.log(name);
    if ((await runCheck()) !== 0) failed.push(name);
  }
  return failed;
};

if (import.meta.main) {
  const failed = await check();
  if (failed.length > 0) console.error(`\nFailed: ${failed.join(', ')}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}
