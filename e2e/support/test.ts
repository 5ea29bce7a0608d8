import { test as base } from '@playwright/test';
import type { StaffRole } from '@staffroom/contract/domains/identity/permissions.ts';
import { signInAs, type AccountOptions, type Api } from '@staffroom/server/test/sign-in-as.ts';
import { BrowserProblems, watchBrowser } from './browser-problems.ts';
import { startRunning, type Running } from './running-server.ts';

export { expect } from '@playwright/test';

export type TestFixtures = {
  /**
   * The running product. Factories take it first, as in the server's tests:
   * `await anOrder(app, { lessons: 4 })`; `(await app.as('Admin')).call(listOrders, …)` asks the API.
   */
  app: Running;
  /** Makes an account of this role and has the browser signed in as it from the next page on. */
  signInAs: (role: StaffRole, account?: AccountOptions) => Promise<Api>;
  /** What the browser complained about; a test fails by what it did not expect. */
  problems: BrowserProblems;
};

export const test = base.extend<TestFixtures, { running: Running }>({
  running: [
    async ({}, use) => {
      const running = await startRunning();
      await use(running);
      await running.end();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  app: async ({ running }, use) => use(running),
  baseURL: async ({ running }, use) => use(running.address),
  problems: [
    async ({ context, running }, use, testInfo) => {
      const problems = new BrowserProblems();
      await watchBrowser(context, running.address, problems);
      await use(problems);
      if (testInfo.status === testInfo.expectedStatus && problems.unexpected.length > 0)
        throw new Error(`The browser complained:\n${problems.unexpected.join('\n')}`);
    },
    { auto: true },
  ],
  signInAs: async ({ context, running }, use) =>
    use(async (role, account = {}) => {
      const person = await signInAs(running, role, account);
      await context.setStorageState({
        cookies: [],
        origins: [
          { origin: running.address, localStorage: [{ name: 'token', value: person.token }] },
        ],
      });
      return person;
    }),
});
