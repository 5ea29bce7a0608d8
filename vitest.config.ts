import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';

/** Long enough for a property test on a machine that does ten other things. */
const testTimeout = 30_000;

// Tests start the product some forty times in processes of its own; they need not compile the same code each time.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

/** `*.long.test.ts` run in `npm run test:long` only: slow, and their rules have a shorter test too. */
const long = process.env['WALK'] === 'all' ? [] : ['**/*.long.test.ts'];

/**
 * One project per workspace; those of the demo data are in the server's, because they need its PostgreSQL. The files
 * that a worker runs share its modules: loading them again for each file took longer than the tests. A test of the web
 * app that needs a page says so in its first line, `// @vitest-environment happy-dom`.
 */
export default defineConfig({
  test: {
    isolate: false,
    // Vitest would keep one core free for itself. Our tests wait for PostgreSQL, processes and what comes after a kill.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: { name: 'contract', root: './contract', include: ['src/**/*.test.ts'], testTimeout },
      },
      { test: { name: 'tools', root: './tools', include: ['**/*.test.ts'], testTimeout } },
      {
        test: {
          name: 'server',
          include: ['server/{src,test}/**/*.test.ts', 'demo/src/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...long],
          globalSetup: ['./server/test/global-setup.ts'],
          pool: 'forks',
          testTimeout,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'web',
          root: './web',
          include: ['src/**/*.test.{ts,tsx}', 'bundling/**/*.test.ts'],
          exclude: ['src/**/*.browser.test.tsx'],
          testTimeout,
        },
      },
      './web/vitest.kit.config.ts',
    ],
  },
});
