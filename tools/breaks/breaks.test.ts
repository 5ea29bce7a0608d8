import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../run-program.ts';
import { breaks } from './breaks.ts';
import { countOf, failedTests, withFault } from './run-breaks.ts';

describe.each(breaks)('the break "$rule"', ({ file, from, to, project, tests }) => {
  test('applies to its file exactly once, and changes it', () => {
    expect(countOf(from, readFileSync(join(root, file), 'utf8'))).toBe(1);
    expect(to).not.toBe(from);
  });

  test('names test files of its project', () => {
    expect(tests).not.toEqual([]);
    const workspace = project === 'kit' ? 'web' : project;
    for (const path of tests) expect(path).toMatch(new RegExp(`^${workspace}/.+\\.test\\.tsx?$`));
    expect(tests.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

test('the rules of all breaks differ', () => {
  const rules = breaks.map(({ rule }) => rule);
  expect([...new Set(rules)]).toEqual(rules);
});

test('a fault is not made if its text occurs twice or never', () => {
  const fault = { from: 'a > b', to: 'a < b' };
  expect(withFault('if (a > b)', fault)).toBe('if (a < b)');
  expect(withFault('a > b > a > b', fault)).toBeUndefined();
  expect(withFault('b > a', fault)).toBeUndefined();
});

test('a fault is inserted literally, with dollar signs', () => {
  expect(withFault('price', { from: 'price', to: '$& $1 $$' })).toBe('$& $1 $$');
});

test('only a failed test counts, not a file that fails to load', () => {
  const passed = { fullName: 'passes', status: 'passed' };
  const failed = { fullName: 'an order fails', status: 'failed' };
  const name = '/staffroom/server/src/order.test.ts';
  expect(failedTests({ testResults: [{ name, assertionResults: [] }] })).toEqual([]);
  expect(failedTests({ testResults: [{ name, assertionResults: [passed, failed] }] })).toEqual([
    'order.test.ts: an order fails',
  ]);
});
