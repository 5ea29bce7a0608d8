import type { BrowserContext, Page, Response } from '@playwright/test';

/** Problems in the browser that the test does not expect. */
export class BrowserProblems {
  readonly #found: string[] = [];
  readonly #expected: RegExp[] = [];
  readonly #answers: string[] = [];

  /** Allows the problems that a test of a refusal expects: `problems.expect(/status of 401/)`. */
  expect(...kinds: RegExp[]): void {
    this.#expected.push(...kinds);
  }

  /** Clears everything for the next test in the same browser. */
  forget(): void {
    this.#found.length = 0;
    this.#expected.length = 0;
    this.#answers.length = 0;
  }

  note(problem: string): void {
    this.#found.push(problem);
  }

  /** Adds the body of an error response, which the browser's message lacks. */
  explain(answer: string): void {
    this.#answers.push(answer);
  }

  get answers(): readonly string[] {
    return this.#answers;
  }

  get unexpected(): string[] {
    return this.#found.filter((problem) => !this.#expected.some((kind) => kind.test(problem)));
  }
}

const explain = async (response: Response, problems: BrowserProblems): Promise<void> => {
  const answer = await response.text().catch(() => '');
  problems.explain(`${response.status()} of ${response.url()}: ${answer.slice(0, 500)}`);
};

const watchPage = (page: Page, address: string, problems: BrowserProblems): void => {
  page.on('pageerror', (error) => problems.note(`Page error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error')
      problems.note(`Console error: ${message.text()} (${message.location().url})`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) void explain(response, problems);
  });
  page.on('request', (request) => {
    const isOurs = /^(data|blob|about):/.test(request.url()) || request.url().startsWith(address);
    if (!isOurs) problems.note(`Request to elsewhere: ${request.url()}`);
  });
  page.on('requestfailed', (request) => {
    // Requests that a navigation or a newer request aborts are no problem.
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
