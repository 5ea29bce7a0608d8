import { chromium, type Browser } from '@playwright/test';
import { ensureBrowser } from '../tools/ensure-browser.ts';

/** Runs a measurement in a browser of its own. */
export const withBrowser = async <Result>(
  measure: (browser: Browser) => Promise<Result>,
): Promise<Result> => {
  const browser = await chromium.launch({
    executablePath: await ensureBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    return await measure(browser);
  } finally {
    await browser.close();
  }
};
