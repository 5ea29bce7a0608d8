import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check } from './check.ts';
import { ensureBrowser } from './ensure-browser.ts';
import { endPrograms, root, runProgram } from './run-program.ts';
import { countPlaywright, countVitest, summary, timesOf, type Counts } from './test-counts.ts';
import { stopRequested } from './until-stopped.ts';

/** A stage of the test run: returns its exit code and the counts of its tests. */
type Stage = () => Promise<{ code: number; counts: Counts }>;

/** With `--long` every operation is fuzzed, and every registered list, form and record is walked in full. */
const long: Record<string, string> = process.argv.includes('--long') ? { WALK: 'all' } : {};

const nothing: Counts = { passed: 0, failed: 0 };
const reports = mkdtempSync(join(tmpdir(), 'staffroom-test-'));

const readReport = <Report>(file: string, count: (report: Report) => Counts): Counts =>
  existsSync(file) ? count(JSON.parse(readFileSync(file, 'utf8')) as Report) : nothing;

const checks: Stage = async () => {
  const failed = await check();
  if (failed.length > 0) console.error(`\nFailed: ${failed.join(', ')}`);
  return { code: Math.min(failed.length, 1), counts: { passed: 0, failed: failed.length } };
};

/** The kit's tests need the browser. */
const vitestTests =
  (browser: string): Stage =>
  async () => {
    const report = join(reports, 'vitest.json');
    const code = await runProgram(
      'vitest/vitest.mjs',
      ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      { env: { CHROMIUM_PATH: browser, ...long } },
    );
    return { code, counts: readReport(report, countVitest) };
  };

const browserTests =
  (browser: string): Stage =>
  async () => {
    const report = join(reports, 'playwright.json');
    const code = await runProgram('@playwright/test/cli.js', ['test', '--reporter=list,json'], {
      cwd: join(root, 'e2e'),
      env: {
        CHROMIUM_PATH: browser,
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        ...long,
      },
    });
    return { code, counts: readReport(report, countPlaywright) };
  };

/** Runs all stages in order; only failed checks, which a build may depend on, end the run. Resolves to the exit code. */
const testAll = async (stop: AbortSignal): Promise<number> => {
  const counted: Counts[] = [];
  const took: Record<string, number> = {};
  let code = 0;
  try {
    const browser = await ensureBrowser();
    const stages: Record<string, Stage> = {
      Checks: checks,
      'Unit and API tests': vitestTests(browser),
      'Browser tests': browserTests(browser),
    };
    for (const [name, stage] of Object.entries(stages)) {
      const begun = performance.now();
      const result = await stage();
      took[name] = performance.now() - begun;
      counted.push(result.counts);
      code = stop.aborted ? 130 : Math.max(code, result.code);
      if (stop.aborted || (code !== 0 && stage === checks)) break;
    }
  } catch (error) {
    console.error(`\n${error instanceof Error ? error.message : String(error)}`);
    code = 1;
  }
  console.log(`\n${timesOf(took)}\n${summary(counted, code !== 0)}`);
  return code;
};

const stop = stopRequested();
stop.addEventListener('abort', () => endPrograms());
try {
  process.exitCode = await testAll(stop);
} finally {
  rmSync(reports, { recursive: true, force: true });
}
