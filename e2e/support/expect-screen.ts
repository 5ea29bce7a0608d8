import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const schemes = ['light', 'dark'] as const;
type Scheme = (typeof schemes)[number];

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

/** What axe looks for in one scheme; the other one's differs in nothing but its colours. */
const rulesFor = (scheme: Scheme, first: Scheme | undefined, page: Page): AxeBuilder => {
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  return scheme === first ? axe : axe.withRules(['color-contrast', 'link-in-text-block']);
};

/** axe finds nothing to complain about on what is on screen, at 1440 and 390 px, light and dark. */
export const expectAccessible = async (
  page: Page,
  {
    widths = [1440, 390],
    in: inSchemes = schemes,
  }: { widths?: number[]; in?: readonly Scheme[] } = {},
): Promise<void> => {
  await atWidths(page, widths, async (width) => {
    for (const scheme of inSchemes) {
      await page.emulateMedia({ colorScheme: scheme });
      await settle(page);
      const { violations } = await rulesFor(scheme, inSchemes[0], page).analyze();
      const found = violations.flatMap(({ id, help, nodes }) =>
        nodes.map((node) => `${id}: ${help}\n  ${node.html}\n  ${node.failureSummary ?? ''}`),
      );
      expect(found, `axe at ${width} px, ${scheme}`).toEqual([]);
    }
  });
  await page.emulateMedia({ colorScheme: 'light' });
};

/** Nothing makes the page scroll sideways at 390 and 1024 px (ui.md: Narrow screens). */
export const expectNoSidewaysScroll = (page: Page, widths = [390, 1024]): Promise<void> =>
  atWidths(page, widths, async (width) => {
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth), {
        message: `width of the page at ${width} px`,
      })
      .toBeLessThanOrEqual(width);
  });
