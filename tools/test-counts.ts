export type Counts = { passed: number; failed: number };

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
};
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number };
  errors: unknown[];
};

/** Counts the tests of a Vitest JSON report; a file that could not be loaded is one failure. */
export const countVitest = (report: VitestReport): Counts => {
  const notLoaded = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + notLoaded.length,
  };
};

/** Counts the tests of a Playwright JSON report; a flaky test counts as failed. */
export const countPlaywright = ({ stats, errors }: PlaywrightReport): Counts => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky + errors.length,
});

/** The last line of a test run. A run that failed without a failed test counts one failure. */
export const summary = (stages: Counts[], isFailed: boolean): string => {
  const total = (of: (counts: Counts) => number) => stages.map(of).reduce((a, b) => a + b, 0);
  const failed = total((counts) => counts.failed);
  return `${total((counts) => counts.passed)} passed, ${isFailed ? Math.max(1, failed) : failed} failed`;
};

/** Duration of each stage in minutes and seconds: "Checks 0:41, Browser tests 3:05, all 3:46." */
export const timesOf = (milliseconds: Record<string, number>): string => {
  const clock = (time: number) => {
    const seconds = Math.round(time / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  };
  const stages = Object.entries(milliseconds).map(([stage, time]) => `${stage} ${clock(time)}`);
  const all = Object.values(milliseconds).reduce((sum, time) => sum + time, 0);
  return `${[...stages, `all ${clock(all)}`].join(', ')}.`;
};
