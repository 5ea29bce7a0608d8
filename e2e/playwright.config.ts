import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { ensureBrowser } from '../tools/ensure-browser.ts';

/**
 * Real Chromium on the real app on a real PostgreSQL. A test that fails only sometimes is a defect, so nothing is tried
 * again. Each worker has its own server and database. The limits are those of a slow, busy machine. One worker more
 * than cores, since a third of a test is waiting.
 */
export default defineConfig({
  testMatch: '**/*.spec.ts',
  // Node runs the product's TypeScript as it is; Playwright would compile it for half a minute.
  build: { external: ['**/server/**', '**/contract/**', '**/tools/**', '**/web/**'] },
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  workers: availableParallelism() + 1,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['line']],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    // Far from the business time zone: whatever takes the browser's own day shows.
    timezoneId: 'America/Los_Angeles',
    colorScheme: 'light',
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: await ensureBrowser(),
      args: [
        '--disable-gpu',
        '--disable-background-networking',
        // A page lives for a few seconds: making its code quicker takes longer than it saves, a tenth of all work.
        '--js-flags=--no-opt --no-maglev',
      ],
    },
  },
});
