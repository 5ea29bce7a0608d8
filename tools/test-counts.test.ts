import { expect, test } from 'vitest';
import { countPlaywright, countVitest, summary, timesOf } from './test-counts.ts';

test('unit tests are counted, and a file that cannot be loaded is a failure', () => {
  const report = {
    numPassedTests: 10,
    numFailedTests: 1,
    testResults: [
      { status: 'passed', assertionResults: [{}] },
      { status: 'failed', assertionResults: [{}] },
      { status: 'failed', assertionResults: [] },
    ],
  };

  expect(countVitest(report)).toEqual({ passed: 10, failed: 2 });
});

test('a flaky browser test counts as failed', () => {
  const report = { stats: { expected: 5, unexpected: 1, flaky: 2 }, errors: [] };

  expect(countPlaywright(report)).toEqual({ passed: 5, failed: 3 });
});

test('the last line adds the stages up', () => {
  expect(
    summary(
      [
        { passed: 10, failed: 0 },
        { passed: 5, failed: 0 },
      ],
      false,
    ),
  ).toBe('15 passed, 0 failed');
});

test('a stage that fails without a failed test counts as a failure', () => {
  expect(summary([{ passed: 10, failed: 0 }], true)).toBe('10 passed, 1 failed');
  expect(summary([], true)).toBe('0 passed, 1 failed');
});

test('each stage is shown with its time, and the total', () => {
  expect(timesOf({ Checks: 41_400, 'Browser tests': 184_600 })).toBe(
    'Checks 0:41, Browser tests 3:05, all 3:46.',
  );
  expect(timesOf({})).toBe('all 0:00.');
});
