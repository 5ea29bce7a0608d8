import { test as base } from '@playwright/test';
import type { StaffRole } from 'staffroom-contract/domains/identity/permissions.ts';
import { signInAs } from 'staffroom-server/test/sign-in-as.ts';
import type { AccountOptions, Api } from 'staffroom-server/test/stage.ts';
import type { BrowserProblems } from './browser-problems.ts';
import { openOwnDesk, openSharedDesk, type Desk } from './desk.ts';
import { startRunning, type Running } from './running-server.ts';

export { expect } from '@playwright/test';

export type TestFixtures = {
  /**
   * The running product. Factories take it first, as in the server's tests:
   * `await anOrder(app, { lessons: 4 })`; `(await app.as('Admin')).call(listOrders, …)` asks the API.
   */
  app: Running;
  /** Creates an account of this role and signs the browser in; effective from the next `goto`. */
  signInAs: (role: StaffRole, account?: AccountOptions) => Promise<Api>;
  /** Problems in the browser; a test fails on those that it does not expect. */
  problems: BrowserProblems;
  ownBrowser: boolean;
  desk: Desk;
};

type WorkerFixtures = {
  /** Settings of the product for a file's tests, by `test.use`; they get a server of their own. */
  environment: Readonly<Record<string, string>>;
  running: Running;
  sharedDesk: () => Promise<Desk>;
};

export const test = base.extend<TestFixtures, WorkerFixtures>({
  environment: [{}, { option: true, scope: 'worker' }],
  running: [
    async ({ environment }, use) => {
      const running = await startRunning(environment);
      await use(running);
      await running.end();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  sharedDesk: [
    async ({ browser, running }, use) => {
      let desk: Promise<Desk> | undefined;
      // Opened by the first test that needs it: Playwright applies context settings only within tests.
      await use(() => (desk ??= openSharedDesk(browser, running.address)));
    },
    { scope: 'worker' },
  ],
  ownBrowser: [false, { option: true }],
  app: async ({ running }, use) => use(running),
  baseURL: async ({ running }, use) => use(running.address),
  desk: [
    async ({ browser, running, ownBrowser, sharedDesk }, use, testInfo) => {
      const desk = await (ownBrowser ? openOwnDesk(browser, running.address) : sharedDesk());
      desk.problems.forget();
      await use(desk);
      const { unexpected, answers } = desk.problems;
      // A failed test ends its worker; its screen stays for the screenshot.
      if (testInfo.status !== testInfo.expectedStatus) {
        const body = [...unexpected, ...answers].join('\n') || 'none';
        await testInfo.attach('browser problems', { body, contentType: 'text/plain' });
        return;
      }
      await desk.leave();
      if (desk.problems.unexpected.length > 0)
        throw new Error(
          ['The browser complained:', ...desk.problems.unexpected, ...desk.problems.answers].join(
            '\n',
          ),
        );
    },
    { auto: true },
  ],
  context: async ({ desk }, use) => use(desk.context),
  page: async ({ desk }, use) => use(desk.page),
  problems: async ({ desk }, use) => use(desk.problems),
  signInAs: async ({ desk, running }, use) =>
    use(async (role, account = {}) => {
      const person = await signInAs(running, role, account);
      await desk.signIn(person.token);
      return person;
    }),
});

/**
 * For tests of a first visit, a second tab, a crash or loading itself: each has its own browser context, and `goto` loads
 * the page. All other tests of a worker share one page (desk.ts).
 */
export const testInOwnBrowser = test.extend({ ownBrowser: true });
