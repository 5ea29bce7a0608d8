import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { cpuTime, slownessNow } from 'staffroom-server/test/machine-speed.ts';
import { describe, expect, test } from 'vitest';
import { foreignFolders, madePatterns, worstCases } from './foreign-patterns.ts';
import type { WorstCase } from './worst-case-texts.ts';
import { root } from './run-program.ts';

const length = 100_000;
const mostMilliseconds = 100;

type Found = { file: string; pattern: string; isMade: boolean };

/** The regular expressions of a source. */
const patternsOf = (file: string, source: string): Found[] => {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const found: Found[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if ('regex' in node && 'raw' in node)
      found.push({ file, pattern: String(node.raw), isMade: false });
    if (isMaking(node)) found.push({ file, pattern: 'RegExp(…)', isMade: true });
    Object.values(node).forEach(visit);
  };
  visit(program);
  return found;
};

/** `new RegExp(…)` or `RegExp(…)`. */
const isMaking = (node: object) =>
  'callee' in node &&
  typeof node.callee === 'object' &&
  node.callee !== null &&
  Reflect.get(node.callee, 'name') === 'RegExp';

/** Returns true if the pattern has an unbounded repetition. Other patterns take only a few steps at each position. */
const repeatsWithoutEnd = (pattern: string) => {
  const bare = pattern.replaceAll(/\\./g, '').replaceAll(/\[[^\]]*\]/g, '');
  return /[*+]|\{\d+,(?:\d{4,})?\}/.test(bare);
};

/** The patterns of a source that are not registered. */
const unregisteredIn = (file: string, source: string): Found[] =>
  patternsOf(file, source).filter(({ pattern, isMade }) =>
    isMade
      ? !madePatterns.includes(file)
      : repeatsWithoutEnd(pattern) && !Object.hasOwn(worstCases, pattern),
  );

const sources = foreignFolders
  .flatMap((path) =>
    path.endsWith('.ts') ? [path] : globSync(`${path}/**/*.{ts,tsx}`, { cwd: root }),
  )
  .filter((file) => !/\.(test|test-helper)\.tsx?$/.test(file))
  .map((file) => [file, readFileSync(join(root, file), 'utf8')] as const);

const compiled = (pattern: string): RegExp => {
  const end = pattern.lastIndexOf('/');
  return new RegExp(pattern.slice(1, end), pattern.slice(end + 1));
};

/** Uses a pattern as code does: to replace and to split. */
const searching = (pattern: string) => {
  const expression = compiled(pattern);
  return (text: string) => [text.replace(expression, ''), text.split(expression).length];
};

const milliseconds = (act: () => unknown): number => {
  const start = cpuTime();
  act();
  return cpuTime() - start;
};

const slowTextsOf = (pattern: string, { texts, most = length, read }: WorstCase) => {
  const act = read ?? searching(pattern);
  return texts(Math.min(length, most))
    .map((text) => ({ text: `${text.slice(0, 40)}…`, took: milliseconds(() => act(text)) }))
    .filter(({ took }) => took >= mostMilliseconds && took >= mostMilliseconds * slownessNow());
};

describe('regular expressions on foreign text', () => {
  test('are registered with their worst case', () => {
    expect(sources.length).toBeGreaterThan(100);
    expect(sources.flatMap(([file, source]) => unregisteredIn(file, source))).toEqual([]);
  });

  test('are registered only while they are in the code', () => {
    const used = new Set(sources.flatMap((one) => patternsOf(...one)).map((one) => one.pattern));
    expect(Object.keys(worstCases).filter((pattern) => !used.has(pattern))).toEqual([]);
  });

  test.each(Object.entries(worstCases))('take at most 100 ms for 100 kB: %s', (pattern, worst) => {
    const texts = worst.texts(worst.most ?? length);
    for (const text of texts) expect(text.length).toBeGreaterThan((worst.most ?? length) * 0.9);
    expect(slowTextsOf(pattern, worst)).toEqual([]);
  });

  test('are reported when they are not registered, and when they are slow', () => {
    const file = 'contract/src/shared/new.ts';
    const source = String.raw`export const a = (b: string) => b.replace(/x+y/, '') + new RegExp(b).source + /a{2}[*+]\+/.source;`;
    expect(unregisteredIn(file, source).map(({ pattern }) => pattern)).toEqual([
      '/x+y/',
      'RegExp(…)',
    ]);
    const slow = slowTextsOf('/x+y/', {
      texts: (count) => ['x'.repeat(count)],
      most: 20_000,
    });
    expect(slow).toHaveLength(1);
  });
});
