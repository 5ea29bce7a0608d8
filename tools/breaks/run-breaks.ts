import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { endPrograms, root, runProgram } from '../run-program.ts';
import { stopRequested } from '../until-stopped.ts';
import type { Break } from './break.ts';
import { breaks as allBreaks } from './breaks.ts';

/** The used part of a Vitest JSON report. */
export type Report = {
  testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[];
};

/** How often a text occurs in another. */
export const countOf = (part: string, text: string): number => text.split(part).length - 1;

/** Returns the text with the fault; undefined unless `from` occurs exactly once. */
export const withFault = (text: string, { from, to }: Pick<Break, 'from' | 'to'>) =>
  countOf(from, text) === 1 ? text.split(from).join(to) : undefined;

/** The failed tests of a report. A file that fails before its tests run has none. */
export const failedTests = ({ testResults }: Report): string[] =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `${basename(name)}: ${fullName}`),
  );

const reportFile = join(tmpdir(), `staffroom-breaks-${process.pid}.json`);

/** Runs test files of one project in a separate process. `report` is undefined if Vitest wrote none. */
const runTests = async (
  project: Break['project'],
  tests: readonly string[],
  options: string[] = [],
): Promise<{ code: number; report: Report | undefined }> => {
  rmSync(reportFile, { force: true });
  const code = await runProgram(
    'vitest/vitest.mjs',
    [
      'run',
      `--project=${project}`,
      '--reporter=json',
      `--outputFile.json=${reportFile}`,
      ...options,
      ...tests,
    ],
    { dropOutput: true },
  );
  const report = existsSync(reportFile)
    ? (JSON.parse(readFileSync(reportFile, 'utf8')) as Report)
    : undefined;
  return { code, report };
};

/** Files of the breaks that have uncommitted changes. */
const changedFiles = (breaks: readonly Break[]): string[] => {
  const files = [...new Set(breaks.map(({ file }) => file))];
  const { status, stdout, stderr } = spawnSync('git', ['status', '--porcelain', '--', ...files], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`git status failed: ${stderr}`);
  return stdout.split('\n').flatMap((line) => line.slice(3) || []);
};

/** Runs all named test files without a fault, by project. Returns the failed ones. */
const redWithoutFault = async (breaks: readonly Break[], stop: AbortSignal): Promise<string[]> => {
  const red: string[] = [];
  for (const [project, own] of Map.groupBy(breaks, (one) => one.project)) {
    if (stop.aborted) break;
    const tests = [...new Set(own.flatMap((one) => one.tests))];
    const { code, report } = await runTests(project, tests);
    if (code === 0) continue;
    const failed = report ? failedTests(report) : [];
    red.push(...(failed.length > 0 ? failed : [`${project}: npx vitest run ${tests.join(' ')}`]));
  }
  return red;
};

type Verdict = { isFound: boolean; words: string };

/** Makes one fault, runs its tests, and restores the file. */
const tryBreak = async (broken: Break): Promise<Verdict> => {
  const path = join(root, broken.file);
  const text = readFileSync(path, 'utf8');
  const faulty = withFault(text, broken);
  if (faulty === undefined)
    return {
      isFound: false,
      words: `does not apply: its text occurs ${countOf(broken.from, text)} times in ${broken.file}`,
    };
  try {
    writeFileSync(path, faulty);
    const { report } = await runTests(broken.project, broken.tests, ['--bail=1']);
    if (!report) return { isFound: false, words: 'Vitest wrote no report' };
    const [first] = failedTests(report);
    if (first !== undefined) return { isFound: true, words: first };
    return { isFound: false, words: `no test of ${broken.tests.join(', ')} fails` };
  } finally {
    writeFileSync(path, text);
  }
};

/** The breaks whose rule has all of these words. */
const breaksWith = (words: readonly string[]) =>
  allBreaks.filter(({ rule }) =>
    words.every((word) => rule.toLowerCase().includes(word.toLowerCase())),
  );

/** Runs the breaks one after another; resolves to the exit code. */
const runBreaks = async (words: readonly string[], stop: AbortSignal): Promise<number> => {
  const breaks = breaksWith(words);
  if (breaks.length === 0) {
    console.error(`No rule has the words "${words.join(' ')}".`);
    return 1;
  }
  const changed = changedFiles(breaks);
  if (changed.length > 0) {
    console.error(
      `These files have uncommitted changes. Commit them, or restore them with git restore:\n${changed.join('\n')}`,
    );
    return 1;
  }
  console.log('Running the tests without a fault.');
  const red = await redWithoutFault(breaks, stop);
  if (stop.aborted) return 130;
  if (red.length > 0) {
    console.error(`These tests fail without a fault. Fix them first:\n${red.join('\n')}`);
    return 1;
  }
  let found = 0;
  for (const broken of breaks) {
    const begun = performance.now();
    const { isFound, words: by } = await tryBreak(broken);
    if (stop.aborted) return 130;
    const seconds = Math.round((performance.now() - begun) / 1000);
    console.log(`${isFound ? 'found' : 'NOT FOUND'}: ${broken.rule} (${by}, ${seconds} s)`);
    if (isFound) found += 1;
  }
  console.log(`\n${breaks.length} ${breaks.length === 1 ? 'break' : 'breaks'}, ${found} found`);
  return found === breaks.length ? 0 : 1;
};

if (import.meta.main) {
  const stop = stopRequested();
  stop.addEventListener('abort', () => endPrograms());
  try {
    process.exitCode = await runBreaks(process.argv.slice(2), stop);
    if (stop.aborted) console.error('Stopped. Every file is as it was.');
  } finally {
    rmSync(reportFile, { force: true });
  }
}
