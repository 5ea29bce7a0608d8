import type { Page } from '@playwright/test';

/** Runs `act` while the page gets no animation frames, as on a busy machine. */
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
