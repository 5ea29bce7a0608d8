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

/** What a Vitest JSON report counts; a file that could not even be loaded is one failure. */
export const countVitest = (report: VitestReport): Counts => {
  const notLoaded = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + notLoaded.length,
  };
};

/** What a Playwright JSON report counts; a test that passes only sometimes has failed. */
export const countPlaywright = ({ stats, errors }: PlaywrightReport): Counts => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky + errors.length,
});

/** The last line of a test run. A run that failed without a failed test still counts one. */
export const summary = (stages: Counts[], isFailed: boolean): string => {
  const total = (of: (counts: Counts) => number) => stages.map(of).reduce((a, b) => a + b, 0);
  const failed = total((counts) => counts.failed);
  return `${total((counts) => counts.passed)} passed, ${isFailed ? Math.max(1, failed) : failed} failed`;
};
