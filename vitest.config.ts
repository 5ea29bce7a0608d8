import { defineConfig } from 'vitest/config';

/** Long enough for a property test on a machine that does ten other things. */
const testTimeout = 30_000;

/**
 * One project per workspace: the server's tests share a database template (global-setup),
 * the web app's run in a browser-like page.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: { name: 'contract', root: './contract', include: ['src/**/*.test.ts'], testTimeout },
      },
      { test: { name: 'tools', root: './tools', include: ['**/*.test.ts'], testTimeout } },
      {
        test: {
          name: 'server',
          root: './server',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          globalSetup: ['./test/global-setup.ts'],
          pool: 'forks',
          testTimeout,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'web',
          root: './web',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          testTimeout,
        },
      },
    ],
  },
});
