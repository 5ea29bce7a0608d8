import type { EventEmitter } from 'node:events';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { BrowserProblems, watchBrowser } from './browser-problems.ts';

/** The browser that a test works in: its page, and the user signed in there. */
export type Desk = {
  context: BrowserContext;
  page: Page;
  problems: BrowserProblems;
  /** Has this person signed in from the next address on. */
  signIn(token: string): Promise<void>;
  /** Takes away what the test has left. */
  leave(): Promise<void>;
};

/** An unused browser, for tests of what a first visit, a second tab or a crash does. */
export const openOwnDesk = async (browser: Browser, address: string): Promise<Desk> => {
  const context = await browser.newContext();
  const problems = new BrowserProblems();
  await watchBrowser(context, address, problems);
  return {
    context,
    page: await context.newPage(),
    problems,
    signIn: (token) =>
      context.setStorageState({
        cookies: [],
        origins: [{ origin: address, localStorage: [{ name: 'token', value: token }] }],
      }),
    leave: () => context.close(),
  };
};

/** A page that never loads anew keeps something of every session, and slows down. */
const testsOfOneLoad = 20;

/** The events that tests listen to. */
const heard = ['dialog', 'filechooser', 'request', 'requestfinished', 'requestfailed'] as const;

/** Takes away the listeners that a page gets from now on: one that chooses a file would do so for every later test. */
const listenersLater = (page: Page) => {
  const of = page as unknown as EventEmitter;
  const own = new Set(heard.flatMap((event) => of.listeners(event)));
  return () => {
    for (const event of heard)
      for (const listener of of.listeners(event))
        if (!own.has(listener)) of.off(event, listener as () => void);
  };
};

/**
 * The browser that a worker's tests share, one after another. Its page loads the app once: going to an address signs
 * out and in again within the page, and each session of the app starts with a router and a cache of its own
 * (signed-in-app.tsx). That is what loading does, without fetching and compiling the same code hundreds of times.
 */
export const openSharedDesk = async (browser: Browser, address: string): Promise<Desk> => {
  const context = await browser.newContext();
  const problems = new BrowserProblems();
  await watchBrowser(context, address, problems);
  const page = await context.newPage();
  const takeTestsListeners = listenersLater(page);
  const size = page.viewportSize();
  const load = page.goto.bind(page);
  await load(`${address}/login`);

  let mustLoad = false;
  let tests = 0;
  page.goto = async (to, options) => {
    const target = new URL(to, address);
    // Signing out would reach the other tabs.
    const inside =
      !mustLoad && !options && target.origin === address && context.pages().length === 1;
    if (inside && (await page.evaluate(startAgain, target.href.slice(address.length)))) return null;
    mustLoad = false;
    return load(to, options);
  };

  return {
    context,
    page,
    problems,
    signIn: (token) => page.evaluate((value) => localStorage.setItem('token', value), token),
    leave: async () => {
      await Promise.all(
        context
          .pages()
          .filter((other) => other !== page)
          .map((other) => other.close()),
      );
      takeTestsListeners();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await context.unrouteAll({ behavior: 'ignoreErrors' });
      await context.clearPermissions();
      await page.emulateMedia({ colorScheme: 'light', media: null });
      if (size) await page.setViewportSize(size);
      await page.mouse.move(0, 0);
      tests += 1;
      mustLoad = !(await page.evaluate(startAgain, null)) || tests % testsOfOneLoad === 0;
    },
  };
};

/**
 * In the page: signs out, then shows an address to the same user, or forgets everything without an address;
 * false where the page must load to become clean.
 */
const startAgain = async (path: string | null): Promise<boolean> => {
  const until = async (isTrue: () => boolean) => {
    for (const end = Date.now() + 5000; !isTrue() && Date.now() < end;)
      await new Promise((resolve) => setTimeout(resolve, 2));
    return isTrue();
  };
  const isSignedOut = () => document.querySelector('h1')?.textContent === 'Login';
  const tellApp = () => window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));

  const token = localStorage.getItem('token');
  localStorage.removeItem('token');
  tellApp();
  const hasLeft = await until(isSignedOut);
  if (path === null) {
    // A snackbar outlives its screen, and a chosen colour scheme what is stored.
    const said = document.querySelector('[role="status"]')?.textContent ?? '';
    const isClean = hasLeft && said === '' && localStorage.length === 0;
    localStorage.clear();
    sessionStorage.clear();
    return isClean;
  }
  if (token === null) return false;
  localStorage.setItem('token', token);
  if (!hasLeft) return false;
  history.pushState(null, '', path);
  tellApp();
  // Loading waits for the screen too, so that a test's own waiting begins when it is there.
  await until(() => !isSignedOut() && document.querySelector('main') !== null);
  return true;
};
