import type { BrowserContext, Page } from '@playwright/test';

/** What went wrong in the browser behind a test's back, beside what the test expects to go wrong. */
export class BrowserProblems {
  readonly #found: string[] = [];
  readonly #expected: RegExp[] = [];

  /**
   * Lets problems of this kind pass: a test that is refused on purpose expects the browser's line about
   * it, `problems.expect(/status of 401/)`.
   */
  expect(...kinds: RegExp[]): void {
    this.#expected.push(...kinds);
  }

  /** For the next test in the same browser. */
  forget(): void {
    this.#found.length = 0;
    this.#expected.length = 0;
  }

  note(problem: string): void {
    this.#found.push(problem);
  }

  get unexpected(): string[] {
    return this.#found.filter((problem) => !this.#expected.some((kind) => kind.test(problem)));
  }
}

const watchPage = (page: Page, address: string, problems: BrowserProblems): void => {
  page.on('pageerror', (error) => problems.note(`Page error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error')
      problems.note(`Console error: ${message.text()} (${message.location().url})`);
  });
  page.on('request', (request) => {
    const isOurs = /^(data|blob|about):/.test(request.url()) || request.url().startsWith(address);
    if (!isOurs) problems.note(`Request to elsewhere: ${request.url()}`);
  });
  page.on('requestfailed', (request) => {
    // What is left or replaced while it loads is given up on purpose.
    const reason = request.failure()?.errorText ?? '';
    if (reason !== 'net::ERR_ABORTED')
      problems.note(`Request failed: ${request.url()} (${reason})`);
  });
};

/** Watches every page of the context: console, uncaught errors, the Content-Security-Policy, requests. */
export const watchBrowser = async (
  context: BrowserContext,
  address: string,
  problems: BrowserProblems,
): Promise<void> => {
  await context.exposeBinding('reportViolation', (_source, violation: string) =>
    problems.note(`Content-Security-Policy: ${violation}`),
  );
  await context.addInitScript(() => {
    const { reportViolation } = window as unknown as { reportViolation: (what: string) => void };
    document.addEventListener('securitypolicyviolation', (event) =>
      reportViolation(`${event.violatedDirective} refused ${event.blockedURI}`),
    );
  });
  context.on('page', (page) => watchPage(page, address, problems));
};
