import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './run-program.ts';

type Imports = ReadonlyMap<string, readonly string[]>;

const packages: [prefix: string, folder: string][] = [
  ['staffroom-contract/', 'contract/src/'],
  ['staffroom-server/', 'server/'],
  ['staffroom-demo/', 'demo/src/'],
];

/** Static, lazy and type imports. */
const importPattern = /\bfrom\s+'([^']+)'|\bimport\s*\(?\s*'([^']+)'/g;

const importsOf = (file: string, files: ReadonlySet<string>): string[] => {
  const source = readFileSync(join(root, file), 'utf8');
  return [...source.matchAll(importPattern)].flatMap(([, from, alone]) => {
    const target = from ?? alone ?? '';
    const [prefix = '', folder = ''] = packages.find(([name]) => target.startsWith(name)) ?? [];
    const path = target.startsWith('.')
      ? join(dirname(file), target)
      : folder + target.slice(prefix.length);
    return files.has(path) ? [path] : [];
  });
};

/** The first cycle of files that import each other, or undefined. */
const findCircle = (imports: Imports): string[] | undefined => {
  const finished = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): string[] | undefined => {
    if (finished.has(file)) return undefined;
    if (path.includes(file)) return path.slice(path.indexOf(file));
    path.push(file);
    for (const target of imports.get(file) ?? []) {
      const circle = visit(target);
      if (circle) return circle;
    }
    path.pop();
    finished.add(file);
    return undefined;
  };
  for (const file of imports.keys()) {
    const circle = visit(file);
    if (circle) return circle;
  }
  return undefined;
};

test('no files import each other in a cycle', () => {
  const files = new Set(
    globSync('{contract,server,demo,web,e2e,tools,bench}/**/*.{ts,tsx}', {
      cwd: root,
      exclude: ['**/node_modules/**', '**/dist/**', '**/*.gen.ts'],
    }),
  );
  expect(files.size).toBeGreaterThan(1000);
  expect(findCircle(new Map([...files].map((file) => [file, importsOf(file, files)])))).toEqual(
    undefined,
  );
});

test('a cycle is found', () => {
  const imports = new Map([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', []],
    ['d', ['b']],
  ]);
  expect(findCircle(imports)).toEqual(['b', 'd']);
});
