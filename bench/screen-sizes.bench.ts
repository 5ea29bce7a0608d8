import { gzipSync } from 'node:zlib';
import { chromium, type Browser } from '@playwright/test';
import { ensureBrowser } from '../tools/ensure-browser.ts';
import type { Figure } from './figure.ts';
import type { ServerUnderLoad } from './server-under-load.ts';

const screens = [
  { path: '/login', signedIn: false, bar: 150 },
  { path: '/orders', signedIn: true, bar: 300 },
  { path: '/profile', signedIn: true, bar: 300 },
];

/** The gzipped JavaScript that each screen loads before it stands still, in kB. */
export const measureScreens = async (
  server: ServerUnderLoad,
  log: (line: string) => void,
): Promise<Figure[]> => {
  const browser = await chromium.launch({
    executablePath: await ensureBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const figures: Figure[] = [];
    for (const screen of screens) {
      const kilobytes = (await scriptBytes(browser, server, screen)) / 1000;
      log(`${screen.path}: ${Math.round(kilobytes)} kB`);
      figures.push({
        what: `${screen.path}: gzipped JavaScript at first load`,
        value: kilobytes,
        unit: 'kB',
        bar: screen.bar,
        atLeast: false,
      });
    }
    return figures;
  } finally {
    await browser.close();
  }
};

const scriptBytes = async (
  browser: Browser,
  server: ServerUnderLoad,
  screen: (typeof screens)[number],
) => {
  const context = await browser.newContext();
  if (screen.signedIn)
    await context.addInitScript((token) => localStorage.setItem('token', token), server.token);
  const page = await context.newPage();
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      sizes.push(response.body().then((body) => gzipSync(body).length));
  });
  await page.goto(`${server.address}${screen.path}`, { waitUntil: 'networkidle' });
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  await context.close();
  return total;
};
