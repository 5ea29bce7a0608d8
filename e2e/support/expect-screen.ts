import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

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

/** axe finds nothing to complain about on what is on screen, in each of the views. */
const expectAccessibleIn = async (page: Page, views: readonly View[]): Promise<void> => {
  for (const { width, scheme, rules } of views)
    await atWidths(page, [width], async () => {
      await page.emulateMedia({ colorScheme: scheme });
      await settle(page);
      const axe = new AxeBuilder({ page }).setLegacyMode(true);
      if (rules === 'colours') axe.withRules(['color-contrast', 'link-in-text-block']);
      const { violations } = await axe.analyze();
      const found = violations.flatMap(({ id, help, nodes }) =>
        nodes.map((node) => `${id}: ${help}\n  ${node.html}\n  ${node.failureSummary ?? ''}`),
      );
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

/** Nothing makes the page scroll sideways at 390 and 1024 px (ui.md: Narrow screens). */
export const expectNoSidewaysScroll = (page: Page, widths = [390, 1024]): Promise<void> =>
  atWidths(page, widths, async (width) => {
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth), {
        message: `width of the page at ${width} px`,
      })
      .toBeLessThanOrEqual(width);
  });
