import { expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

type Scheme = 'light' | 'dark';

/** Runs `look` at each width, then gives the page its size back. */
const atWidths = async (
  page: Page,
  widths: readonly number[],
  look: (width: number) => Promise<void>,
): Promise<void> => {
  const before = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 800 ? 844 : 900 });
    await look(width);
  }
  if (before) await page.setViewportSize(before);
};

/**
 * Waits until nothing on screen is half way: no list dimmed for its next rows, no fade or colour still under way (axe
 * would measure the contrast of a passing state).
 */
const settle = (page: Page): Promise<void> =>
  expect
    .poll(
      () =>
        page.evaluate(
          () =>
            document.querySelectorAll('[data-refetching]').length +
            document
              .getAnimations()
              .filter(
                ({ playState, effect }) =>
                  playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
              ).length,
        ),
      { message: 'parts of the page still changing' },
    )
    .toBe(0);

type View = { width: number; scheme: Scheme; rules: 'all' | 'colours' };

/**
 * What axe complains about: in the dialogs where one is open, since the screen beneath them is looked at by itself, and
 * in the whole page where there is none. It is put into the page once for each document, and keeps no notes of what is
 * right: both take longer than the rules themselves.
 */
const violationsOn = async (page: Page, rules: View['rules']): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const options: RunOptions = { resultTypes: ['violations'], preload: false, iframes: false };
  if (rules === 'colours')
    options.runOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };
  return page.evaluate(async (chosen) => {
    const run = (window as unknown as { axe: typeof axe }).axe.run;
    const above = document.querySelector('[data-portal]:has([role="dialog"][aria-modal="true"])');
    const { violations } = await run(above ?? document, chosen);
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map((node) => `${id}: ${help}\n  ${node.html}\n  ${node.failureSummary ?? ''}`),
    );
  }, options);
};

/** axe finds nothing to complain about on what is on screen, in each of the views. */
const expectAccessibleIn = async (page: Page, views: readonly View[]): Promise<void> => {
  for (const { width, scheme, rules } of views)
    await atWidths(page, [width], async () => {
      await page.emulateMedia({ colorScheme: scheme });
      await settle(page);
      const found = await violationsOn(page, rules);
      expect(found, `axe at ${width} px, ${scheme}`).toEqual([]);
    });
  await page.emulateMedia({ colorScheme: 'light' });
};

/**
 * axe finds nothing to complain about on what is on screen: by all its rules in light at the first width, and in the
 * colours of the dark at the last one.
 */
export const expectAccessible = (
  page: Page,
  { widths: [first, last = first] = [1440, 390] }: { widths?: [number, number?] } = {},
): Promise<void> =>
  expectAccessibleIn(page, [
    { width: first, scheme: 'light', rules: 'all' },
    { width: last, scheme: 'dark', rules: 'colours' },
  ]);

/** The same for a whole screen: by all rules at 1440 and 390 px in light, and in the colours of the dark at both. */
export const expectAccessibleEverywhere = (page: Page): Promise<void> =>
  expectAccessibleIn(
    page,
    [1440, 390].flatMap((width) => [
      { width, scheme: 'light', rules: 'all' },
      { width, scheme: 'dark', rules: 'colours' },
    ]),
  );

/**
 * Nothing but a table, or what else is a region to scroll in, and a row of tabs scrolls sideways at 390 and 1024 px
 * (ui.md: Narrow screens): neither the page nor a dialog, which scroll in parts of their own.
 */
export const expectNoSidewaysScroll = (page: Page, widths = [390, 1024]): Promise<void> =>
  atWidths(page, widths, async (width) => {
    await expect
      .poll(() => page.evaluate(scrollingSideways), { message: `too wide at ${width} px` })
      .toEqual([]);
  });

const scrollingSideways = () =>
  [...document.querySelectorAll<HTMLElement>('*')]
    .filter(
      (element) =>
        element.scrollWidth > element.clientWidth + 1 &&
        (element === document.documentElement ||
          ['auto', 'scroll'].includes(getComputedStyle(element).overflowX)) &&
        element.checkVisibility() &&
        !element.matches('[role="region"], [role="tablist"]') &&
        // A board that is leafed through.
        getComputedStyle(element).scrollSnapType === 'none',
    )
    .map(
      ({ tagName, className, scrollWidth, clientWidth }) =>
        `${tagName}.${className}: ${scrollWidth} in ${clientWidth} px`,
    );

type Small = { what: string; found: string };

/** At 390 px: fields of 16 px text, acts of 40 px, nothing to press under 24 px (ui.md). */
export const expectTouchable = (page: Page): Promise<void> =>
  atWidths(page, [390], async () => {
    await settle(page);
    const small = await page.evaluate(() => {
      const found: Small[] = [];
      const pressed =
        'a[href], button, input, select, textarea:not([aria-hidden]), [role="tab"], [role="menuitem"], [role="option"]';
      for (const element of document.querySelectorAll<HTMLElement>(pressed)) {
        const { width, height } = element.getBoundingClientRect();
        const shown = width > 2 && height > 2 && element.checkVisibility({ opacityProperty: true });
        // In a calendar a lesson is as high as it is long.
        if (!shown || element.closest('[data-lesson]')) continue;
        const what = element.outerHTML.slice(0, 160);
        const isField =
          element.matches('textarea, select, input:not([type="checkbox"], [type="radio"])') &&
          !element.matches('[type="hidden"], [readonly]');
        const fontSize = Number.parseFloat(getComputedStyle(element).fontSize);
        if (isField && fontSize < 16) found.push({ what, found: `text of ${fontSize} px` });
        const least = element.matches('.mantine-Button-root') ? 40 : 24;
        // A box is pressed by its words too.
        const box = element.matches('[type="checkbox"], [type="radio"]')
          ? (element.closest('label') ?? element.parentElement ?? element)
          : element;
        const pressable = Math.max(height, box.getBoundingClientRect().height);
        if (pressable < least - 0.5) found.push({ what, found: `${pressable} px high` });
      }
      return found;
    });
    expect(small, 'too small for a finger').toEqual([]);
  });
