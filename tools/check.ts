import { buildWeb } from './build-web.ts';
import { checkMigrations, landMigrations } from './landed-migrations.ts';
import { runProgram } from './run-program.ts';

const tsc = (project: string) => () =>
  runProgram('typescript/bin/tsc', ['--project', project, '--pretty'], { holdOutput: true });

const build = () =>
  buildWeb(console.log).then(
    () => 0,
    () => 1,
  );

/** What runs on Node alone is one program: each further one would read and check the server and the contract again. */
const checks: Record<string, () => Promise<number>> = {
  'Landed migrations': checkMigrations,
  'Types of contract, server, tools and bench': tsc('.'),
  'Types of web': tsc('web'),
  'Types of e2e': tsc('e2e'),
  Lint: () => runProgram('oxlint/bin/oxlint', ['--deny-warnings'], { holdOutput: true }),
};

const format = () =>
  runProgram('prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.'], {
    holdOutput: true,
  });

/**
 * Runs every check, also after one has failed, and resolves to the names of those that failed. The build comes first:
 * the types need the list of routes, which it makes. The format, which keeps one core busy, is checked beside the rest.
 */
export const check = async (): Promise<string[]> => {
  const failed: string[] = [];
  const run = async (name: string, runCheck: () => Promise<number>) => {
    console.log(name);
    if ((await runCheck()) !== 0) failed.push(name);
  };
  await run('The web app builds', build);
  const formatted = run('Format', format);
  for (const [name, runCheck] of Object.entries(checks)) await run(name, runCheck);
  await formatted;
  return failed;
};

if (import.meta.main) {
  // Lists new migrations as landed first, so that one command does both.
  if (process.argv.includes('--land')) await landMigrations();
  const failed = await check();
  if (failed.length > 0) console.error(`\nFailed: ${failed.join(', ')}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}
