import type { Page } from '@playwright/test';

/** Runs what is done here while no frame is drawn for the page's code, as on a busy machine. */
export const withLateFrames = async (page: Page, act: () => Promise<void>) => {
  const draw = await page.evaluateHandle(() => {
    const drawn = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = () => 0;
    return drawn;
  });
  await act();
  await page.evaluate((drawAgain) => {
    window.requestAnimationFrame = drawAgain;
  }, draw);
};
