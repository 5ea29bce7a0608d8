import { expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import { walksAll } from './walk.ts';

type Scheme = 'light' | 'dark';

/** Runs `look` at each width, then restores the size of the page. */
const atWidths = async (
  page: Page,
  widths: readonly number[],
  look: (width: number) => Promise<void>,
): Promise<void> => {
  const before = page.viewportSize();
  for (const width of widths) {
    await resize(page, width);
    await look(width);
  }
  if (before && page.viewportSize()?.width !== before.width) await page.setViewportSize(before);
};

/** Sets this width, and the usual height of such screens. */
export const resize = async (page: Page, width: number): Promise<void> => {
  if (page.viewportSize()?.width !== width)
    await page.setViewportSize({ width, height: width < 800 ? 844 : 900 });
};

/** Waits for refreshing lists and transitions: axe would measure the contrast of an intermediate state. */
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
 * axe's violations, or null if the screen changed while axe ran. Covers the open dialogs, because the screen below them has
 * its own check, and without a dialog the whole page. axe is injected once per document and reports only failures: both
 * save more time than the rules take.
 */
const violationsOn = async (page: Page, rules: View['rules']): Promise<string[] | null> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const options: RunOptions = { resultTypes: ['violations'], preload: false, iframes: false };
  if (rules === 'colours')
    options.runOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };
  return page.evaluate(async (chosen) => {
    const run = (window as unknown as { axe: typeof axe }).axe.run;
    const above = document.querySelector('[data-portal]:has([role="dialog"][aria-modal="true"])');
    let hasChanged = false;
    const change = () => (hasChanged = true);
    const observer = new MutationObserver(change);
    observer.observe(document, { subtree: true, attributeFilter: ['data-refetching'] });
    document.addEventListener('transitionrun', change);
    const { violations } = await run(above ?? document, chosen);
    observer.disconnect();
    document.removeEventListener('transitionrun', change);
    // A refreshing report is dimmed: axe would measure that.
    if (hasChanged) return null;
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map((node) => `${id}: ${help}\n  ${node.html}\n  ${node.failureSummary ?? ''}`),
    );
  }, options);
};

/** Expects no axe violations in each of the views. */
const expectAccessibleIn = async (page: Page, views: readonly View[]): Promise<void> => {
  let axeFound: string[] = [];
  for (const { width, scheme, rules } of views)
    await atWidths(page, [width], async () => {
      await page.emulateMedia({ colorScheme: scheme });
      await expect(async () => {
        await settle(page);
        const found = await violationsOn(page, rules);
        expect(found, 'the screen does not change while axe looks at it').not.toBeNull();
        axeFound = found ?? [];
      }).toPass();
      expect(axeFound, `axe at ${width} px, ${scheme}`).toEqual([]);
    });
  await page.emulateMedia({ colorScheme: 'light' });
};

/** Expects no axe violations: all rules in light at the first width; `npm run test:long` adds dark at the last one. */
export const expectAccessible = (
  page: Page,
  { widths: [first, last = first] = [1440, 390] }: { widths?: [number, number?] } = {},
): Promise<void> =>
  expectAccessibleIn(page, [
    { width: first, scheme: 'light', rules: 'all' },
    ...(walksAll ? [{ width: last, scheme: 'dark', rules: 'colours' } as const] : []),
  ]);

/** The same for a whole screen at one width: 1440 px in light, 390 px in dark; `npm run test:long` adds the others. */
export const expectAccessibleAt = (page: Page, width: 1440 | 390): Promise<void> => {
  const usual: Scheme = width === 390 ? 'dark' : 'light';
  const schemes: readonly Scheme[] = walksAll ? ['light', 'dark'] : [usual];
  return expectAccessibleIn(
    page,
    schemes.map((scheme) => ({ width, scheme, rules: 'all' })),
  );
};

/** Expects only tables, other regions and tab rows to scroll sideways at 390 and 1024 px (ui.md: Narrow screens). */
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
        // The board, which is paged sideways.
        getComputedStyle(element).scrollSnapType === 'none',
    )
    .map(
      ({ tagName, className, scrollWidth, clientWidth }) =>
        `${tagName}.${className}: ${scrollWidth} in ${clientWidth} px`,
    );

/** Expects scrolling to end with the visible content, at 390 and 1440 px (ui.md: Narrow screens). */
export const expectNoEmptyScroll = (page: Page, widths = [390, 1440]): Promise<void> =>
  atWidths(page, widths, async (width) => {
    await settle(page);
    await expect
      .poll(() => page.evaluate(scrollingIntoEmptiness), { message: `emptiness at ${width} px` })
      .toEqual([]);
  });

const scrollingIntoEmptiness = () => {
  const lowestIn = (parent: Element): number => {
    let lowest = -Infinity;
    for (const element of parent.children) {
      const { width, height, bottom } = element.getBoundingClientRect();
      const { overflowY, display } = getComputedStyle(element);
      const isSeen = width > 2 && height > 2 && element.checkVisibility();
      if (isSeen) lowest = Math.max(lowest, bottom);
      if ((isSeen && overflowY === 'visible') || height === 0 || display === 'contents')
        lowest = Math.max(lowest, lowestIn(element));
    }
    return lowest;
  };
  const root = document.documentElement;
  return [...document.querySelectorAll<HTMLElement>('*')].flatMap((element) => {
    const style = getComputedStyle(element);
    const scrolls = element === root || ['auto', 'scroll'].includes(style.overflowY);
    const { scrollHeight, clientHeight, clientTop, scrollTop } = element;
    if (!scrolls || scrollHeight <= clientHeight + 1 || !element.checkVisibility()) return [];
    // The text of an input is not an element.
    if (element.matches('textarea')) return [];
    const top = element === root ? -window.scrollY : element.getBoundingClientRect().top;
    const end =
      lowestIn(element) -
      (element === root ? top : top + clientTop - scrollTop) +
      Number.parseFloat(style.paddingBottom);
    const lastMargin = 24;
    return scrollHeight > Math.max(end, clientHeight) + lastMargin
      ? [`${element.tagName}.${element.className}: scrolls ${scrollHeight} px, content ${end} px`]
      : [];
  });
};

/** Expects every field to be a few letters wide and no choice to be cut, also beside a summary or a panel. */
export const expectRoomyFields = (page: Page, widths = [390, 1024, 1100]): Promise<void> =>
  atWidths(page, widths, async (width) => {
    const found = await page.evaluate(() => {
      const least = 48;
      const typed = 'input:not([type="checkbox"], [type="radio"], [type="hidden"], [type="file"])';
      return (
        [...document.querySelectorAll<HTMLInputElement>(`${typed}, textarea`)]
          .filter((field) => field.checkVisibility({ opacityProperty: true }))
          .map((field) => ({ field, room: field.getBoundingClientRect().width }))
          // Text for screen readers is 1 px wide.
          .filter(({ room }) => room > 1 && room < least)
          .map(({ field, room }) => {
            const name = field.labels?.[0]?.textContent ?? field.ariaLabel ?? field.outerHTML;
            return `${name}: ${Math.round(room)} px`;
          })
      );
    });
    expect(found, `fields without room at ${width} px`).toEqual([]);
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll('[role="radiogroup"]')]
        .filter(
          (choices) => choices.checkVisibility() && choices.scrollWidth > choices.clientWidth + 1,
        )
        .map(({ textContent }) => textContent),
    );
    expect(cut, `choices that are cut at ${width} px`).toEqual([]);
  });

type Small = { what: string; found: string };

/** At 390 px: fields with 16 px text, actions of 40 px, no target under 24 px (ui.md). */
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
        // In a calendar the height of a lesson is its duration.
        if (!shown || element.closest('[data-lesson]')) continue;
        const what = element.outerHTML.slice(0, 160);
        const isField =
          element.matches('textarea, select, input:not([type="checkbox"], [type="radio"])') &&
          !element.matches('[type="hidden"], [readonly]');
        const fontSize = Number.parseFloat(getComputedStyle(element).fontSize);
        if (isField && fontSize < 16) found.push({ what, found: `text of ${fontSize} px` });
        const least = element.matches('.mantine-Button-root') ? 40 : 24;
        // A checkbox can be clicked by its label.
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
