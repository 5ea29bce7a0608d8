import type { EventEmitter } from 'node:events';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { BrowserProblems, watchBrowser } from './browser-problems.ts';

/** The browser that a test works in: its page, and the user signed in there. */
export type Desk = {
  context: BrowserContext;
  page: Page;
  problems: BrowserProblems;
  /** Signs this person in; effective from the next `goto`. */
  signIn(token: string): Promise<void>;
  leave(): Promise<void>;
};

/** A fresh browser context, for tests of a first visit, a second tab or a crash. */
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

/** The page is reloaded after this many tests, because each session leaves some memory behind. */
const testsOfOneLoad = 20;

/** Page events that tests listen to. */
const heard = ['dialog', 'filechooser', 'request', 'requestfinished', 'requestfailed'] as const;

/** Returns a function that removes all listeners added to the page since: a file chooser's would affect later tests. */
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
 * The browser of a worker's tests. Its page loads the app once: `goto` signs out and in within it, with a new router
 * and an empty cache (signed-in-app.tsx). This equals a reload, without compiling the same code again.
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
    // Signing out here would also sign out other tabs.
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
 * Runs in the page. Signs out, then in again at `path`; with null it stays signed out and clears all storage. Resolves to
 * false if the page must be reloaded to be clean.
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
    const said = document.querySelector('[role="status"]')?.textContent ?? '';
    if (hasLeft && said !== '') throw new Error(`A snackbar outlives its session: ${said}`);
    // A chosen colour scheme would remain.
    const isClean = hasLeft && localStorage.length === 0;
    localStorage.clear();
    sessionStorage.clear();
    return isClean;
  }
  if (token === null) return false;
  localStorage.setItem('token', token);
  if (!hasLeft) return false;
  history.pushState(null, '', path);
  tellApp();
  // Like a reload: resolves when the screen is there.
  await until(() => !isSignedOut() && document.querySelector('main') !== null);
  return true;
};
