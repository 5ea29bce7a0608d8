import { playwright } from '@vitest/browser-playwright';
import { defineProject } from 'vitest/config';
import { knownBrowser } from '../tools/ensure-browser.ts';

/**
 * The tests of the kit: its parts in Chromium, over a fake server. One page runs all files, since loading the modules
 * takes longer than the tests.
 */
export default defineProject({
  root: import.meta.dirname,
  cacheDir: '../node_modules/.cache/vite-kit',
  optimizeDeps: {
    // Found late, a package would reload the page in the middle of the run.
    entries: ['src/kit/test/*.browser.test.tsx'],
    include: ['react', 'react-dom/client', 'react/jsx-dev-runtime'],
  },
  server: { host: '127.0.0.1' },
  test: {
    name: 'kit',
    include: ['src/**/*.browser.test.tsx'],
    isolate: false,
    fileParallelism: false,
    maxWorkers: 1,
    // After the other projects: Vitest allows one number of workers at a time.
    sequence: { groupOrder: 1 },
    testTimeout: 15_000,
    expect: { poll: { interval: 20, timeout: 10_000 } },
    browser: {
      enabled: true,
      provider: playwright({
        launchOptions: {
          // Undefined where the tests of other projects run without a browser.
          executablePath: knownBrowser(),
          args: ['--disable-gpu', '--disable-background-networking'],
        },
        contextOptions: {
          locale: 'en-GB',
          timezoneId: 'America/Los_Angeles',
          reducedMotion: 'reduce',
        },
      }),
      instances: [{ browser: 'chromium' }],
      headless: true,
      ui: false,
      viewport: { width: 1440, height: 900 },
      screenshotFailures: false,
      traceView: false,
      dependencySourcemaps: false,
    },
  },
});
