import type { Page } from '@playwright/test';
import {
  addAdjustment,
  confirmPaymentRun,
  markPaymentRunPaid,
} from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import { aDiscountCode } from 'staffroom-server/test/factories/discount-code.factory.ts';
import { aClassWithLessons } from 'staffroom-server/test/factories/class.factory.ts';
import { anOrder, anUnfinishedOrder } from 'staffroom-server/test/factories/order.factory.ts';
import { aCreditEntry } from 'staffroom-server/test/factories/credit.factory.ts';
import { aDifference, aPaymentRun } from 'staffroom-server/test/factories/tutor-payment.factory.ts';
import { reportNames } from '../../web/src/domains/reports/report-names.ts';
import type { Running } from '../support/running-server.ts';
import { fillScreens } from '../support/screen-examples.ts';
import { expect, test } from '../support/test.ts';
import { walksAll } from '../support/walk.ts';

/** The drawer's narrowest width and the menu's, and a desk; `npm run test:long` adds those between. */
const widths = walksAll ? [1024, 1100, 1200, 1280, 1366, 1440] : [1024, 1200, 1440];

const tabsOf = (screen: keyof typeof reportNames) =>
  reportNames[screen].map(({ value }) => `${screen}?tab=${value}`);

/** Addresses of screens with lists and reports; each group is one test. */
const groups: Record<string, (app: Running) => Promise<string[]>> = {
  'orders, classes and codes': async (app) => {
    const { detail, created_by: student } = await anOrder(app, { lessons: 7 });
    await aCreditEntry(app, student._id, { qty: 5 });
    const code = await aDiscountCode(app, { usageLimit: 10 });
    await anOrder(app, { discount_code: code.code });
    const perLesson = {
      discountType: 'Each Element Dollar Off',
      currency: 'USD',
      value: 500,
    } as const;
    await aDiscountCode(app, perLesson);
    return [
      '/orders',
      '/course?end=Any',
      `/course/${detail.class_obj._id}`,
      '/discountcode',
      `/discountcode/${code.id}`,
      `/user/${student._id}?tab=orders`,
      '/question-bank/worksheets',
      '/tls',
    ];
  },
  home: async (app) => {
    // Amounts of three currencies wait.
    const rates = { SGD: 12_345_678, USD: 12_345_678, IDR: 2_000_000_000 };
    for (const currency of ['SGD', 'USD', 'IDR'] as const) {
      const values = { currency, rate: rates[currency] };
      const { tuitionClass } = await aClassWithLessons(app, 1, values);
      await anUnfinishedOrder(app, { status: 'PAID', class: tuitionClass.id });
    }
    return ['/'];
  },
  'reports, lessons and tickets': async () => [
    '/lessons',
    '/tickets/trial',
    '/tickets/renewal',
    ...tabsOf('/dashboard'),
    ...tabsOf('/report'),
    ...tabsOf('/ops'),
    '/tickets/stat',
    '/tickets/stat?view=table',
  ],
  'tutor pay': async (app) => {
    // A debt that is carried into the run and forward again adds two columns.
    const owed = await aPaymentRun(app);
    const admin = await app.as('Admin');
    const params = { id: owed.id };
    const debt = { tutor: owed.tutor.id, amount: -500, reason: 'Deposit for the tablet' };
    const { data } = await admin.call(addAdjustment, { params, body: debt });
    const confirmed = await admin.call(confirmPaymentRun, {
      params,
      body: { version: data.version },
    });
    const { version } = confirmed.data;
    await admin.call(markPaymentRunPaid, { params, body: { version } });
    const run = await aDifference(app);
    return [
      `/tutor-payments?run=${run.id}`,
      `/tutor-payments?run=${run.id}&tab=differences`,
      `/tutor-payments?run=${run.id}&tab=runs`,
      `/tutor-payments?tutor=${run.tutor.id}`,
    ];
  },
};

/** Waits until the screen has loaded everything. */
const expectLoaded = async (page: Page) => {
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
};

/** Replaces each number by the widest realistic one of its kind; returns how many it replaced. */
const widen = (page: Page) =>
  page.evaluate(() => {
    const money = /^([−-]?(?:[A-Z]{0,2}\$|CNY |Rp\s?)?)[\d,]*\d\.\d\d$/;
    const walker = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT);
    let found = 0;
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      const words = text.data.trim();
      const amount = money.exec(words);
      if (amount) text.data = `${amount[1]}123,456.78`;
      else if (/^\d{1,3}%$/.test(words)) text.data = '100%';
      else if (/^\d+ paying/.test(words)) text.data = '28 paying, 9 trial, 8 video';
      else if (/^\d+ of \d+$/.test(words)) text.data = '128 of 130';
      else if (/^\d+$/.test(words) && text.parentElement?.closest('td, dd')) text.data = '1,234';
      else continue;
      found += 1;
    }
    return found;
  });

/** Returns numbers, their headers and times that are clipped by a box that does not scroll. */
const cutNumbers = (page: Page) =>
  page.evaluate(() => {
    const number = /^[−+±-]?(?:[A-Z]{0,2}\$|CNY |Rp\s?)?[\d.,]*\d%?$|^\d\d:\d\d(?:–\d\d:\d\d)?$/;
    const isNumber = (words: string) =>
      words.split(' · ').every((word) => number.test(word.trim()));
    const walker = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT);
    const cut: string[] = [];
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      const inFigures = 'thead th[data-align="right"], td[data-figures]';
      if (!text.parentElement?.closest(inFigures) && !isNumber(text.data)) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, right, width } = range.getBoundingClientRect();
      let box = text.parentElement;
      const isHidden = width <= 1 || !box?.checkVisibility({ visibilityProperty: true });
      for (; !isHidden && box; box = box.parentElement) {
        const { overflowX, position, clipPath, clip, textOverflow, paddingRight } =
          getComputedStyle(box);
        // Text for screen readers.
        if ((clipPath !== 'none' || clip !== 'auto') && position === 'absolute') break;
        if (overflowX === 'auto' || overflowX === 'scroll') break;
        if (overflowX === 'visible') continue;
        const around = box.getBoundingClientRect();
        // An ellipsis appears before the padding.
        const end =
          around.right - (textOverflow === 'ellipsis' ? Number.parseFloat(paddingRight) : 0);
        if (left < around.left - 1 || right > end + 1) {
          const place = text.parentElement?.closest('table, dl, ul, section');
          const name =
            place?.querySelector('caption')?.textContent ?? place?.getAttribute('aria-label') ?? '';
          const cell = text.parentElement?.closest('td');
          const header = cell?.closest('table')?.querySelectorAll('thead th')[cell.cellIndex];
          cut.push([name, header?.textContent, text.data.trim()].filter(Boolean).join(': '));
          break;
        }
      }
    }
    return [...new Set(cut)];
  });

/** Returns column headers that end in an ellipsis, or whose sort arrow is cut off. */
const cutHeaders = (page: Page) =>
  page.evaluate(() => {
    const cut = [...document.querySelectorAll<HTMLElement>('main thead th')].filter((header) => {
      const words = header.querySelector('button') ?? header;
      // Text for screen readers, or empty.
      const isHidden = words.firstElementChild?.clientWidth === 1 || words.textContent === '';
      if (isHidden || !header.checkVisibility()) return false;
      const around = header.getBoundingClientRect();
      const range = document.createRange();
      range.selectNodeContents(words);
      const inside = range.getBoundingClientRect();
      const end = around.right - Number.parseFloat(getComputedStyle(header).paddingRight);
      const arrow = header.querySelector('svg')?.getBoundingClientRect() ?? around;
      const isInside = arrow.left >= around.left - 1 && arrow.right <= around.right + 1;
      return inside.right > end + 1 || !isInside;
    });
    return cut.map((header) => `header of ${header.textContent}`);
  });

/** Screens whose columns need more than 1440 px, so that their tables may scroll sideways. */
const wide = /^\/(lessons|tls|question-bank\/worksheets|tutor-payments|dashboard\?tab=tls)/;

/** Returns the tables that scroll sideways. */
const sidewaysTables = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLTableElement>('main table')]
      .filter(({ parentElement: box }) => box && box.scrollWidth > box.clientWidth + 1)
      .map((table) => `${table.caption?.textContent} scrolls sideways`),
  );

for (const [group, addressesOf] of Object.entries(groups))
  test(`numbers and headers are not cut off between 1024 and 1440 px: ${group}`, async ({
    page,
    app,
    signInAs,
  }) => {
    test.setTimeout(120_000);
    await fillScreens(app);
    await signInAs('Admin');
    const addresses = await addressesOf(app);
    let numbers = 0;
    const cut: string[] = [];
    for (const address of addresses) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(address);
      await expectLoaded(page);
      numbers += await widen(page);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        for (const words of [...(await cutNumbers(page)), ...(await cutHeaders(page))])
          cut.push(`${address} at ${width}: ${words}`);
        if (width === 1440 && !wide.test(address))
          for (const words of await sidewaysTables(page)) cut.push(`${address}: ${words}`);
      }
    }
    expect(cut).toEqual([]);
    expect(numbers, 'numbers that were looked at').toBeGreaterThan(addresses.length);
  });

test('the check finds a number that is cut off, but not one in a scrolling box', async ({
  page,
  signInAs,
}) => {
  await signInAs('Admin');
  await page.goto('/orders');
  await expectLoaded(page);
  const cutIn = (overflow: string) =>
    page.evaluate((style) => {
      const box = document.createElement('div');
      box.style.cssText = `width: 20px; white-space: nowrap; overflow: ${style}`;
      box.append('$123,456.78');
      const main = document.querySelector('main')!;
      main.querySelector('[data-cut]')?.remove();
      box.dataset['cut'] = '';
      main.append(box);
    }, overflow);
  for (const overflow of ['hidden', 'clip']) {
    await cutIn(overflow);
    expect(await cutNumbers(page)).toEqual(['$123,456.78']);
  }
  for (const overflow of ['auto', 'visible']) {
    await cutIn(overflow);
    expect(await cutNumbers(page)).toEqual([]);
  }
});
