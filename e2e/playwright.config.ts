import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { ensureBrowser } from '../tools/ensure-browser.ts';

/**
 * The browser tests: real Chromium on the real app on a real PostgreSQL. A test that fails only
 * sometimes is a defect, so nothing is tried again. Each worker has its own server and database, so tests of different
 * workers never meet. Nothing is waited for longer than it takes, so the limits are those of a slow and busy machine.
 * There is one more than there are cores, since a third of a test is waiting.
 */
export default defineConfig({
  testMatch: '**/*.spec.ts',
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
