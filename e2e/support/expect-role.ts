import { expect, type Page } from '@playwright/test';
import {
  mayOpen,
  type ScreenRoute,
  type StaffRole,
} from 'staffroom-contract/domains/identity/permissions.ts';
import { isBuilt } from './screens.ts';

/** The guarded screens with their menu labels (part 2 §2, Navigation shell). */
const menu = {
  '/dashboard': 'Stats',
  '/report': 'Sales Report',
  '/user': 'User',
  '/course': 'Online Class',
  '/lessons': 'Lesson',
  '/orders': 'Order',
  '/discountcode': 'Discount Code',
  '/tutor-payments': 'Tutor Payment',
  '/tickets/stat': 'Overall Stat',
  '/tickets/trial': 'Trial',
  '/tickets/renewal': 'Renewal',
  '/feedback': 'Feedback',
  '/question-bank': 'Question Bank',
  '/ops': 'Ops',
  '/tls': 'TLS',
  '/admin/system': 'System health',
  '/admin/audit': 'Audit trail',
} as const satisfies Record<ScreenRoute, string>;

type Screen = ScreenRoute;
export const everyScreen = Object.keys(menu) as Screen[];

/** The screens of a role; `permissions.test.ts` repeats its table. */
export const screensOf = (role: StaffRole): Screen[] =>
  everyScreen.filter((screen) => mayOpen({ role, extra_routes: [] }, screen));

const isTicket = (screen: Screen) => screen.startsWith('/tickets/');

/** Expects exactly these screens in the menu, with tickets in their group. */
export const expectMenu = async (page: Page, opens: readonly Screen[]): Promise<void> => {
  const shown = everyScreen.filter((screen) => opens.includes(screen) && isBuilt(screen));
  const labels: string[] = shown
    .filter((screen) => !isTicket(screen))
    .map((screen) => menu[screen]);
  if (shown.some(isTicket)) labels.push('Tickets');
  await page.goto('/');
  const entries = page.getByRole('navigation', { name: 'Main' }).getByRole('listitem');
  for (const label of labels)
    await expect(entries.getByRole('link', { name: new RegExp(`^${label}`) })).toBeVisible();
  await expect(entries).toHaveCount(labels.length);
};

/** Navigates within the app like a link, without reloading. */
const goWithin = (page: Page, path: string) =>
  page.evaluate((to) => window.history.pushState(null, '', to), path);

/**
 * Expects each guarded route to open for this person or redirect to Home (part 2 §2: guard). Begins on Home, where
 * `expectMenu` ends; ends on the last screen.
 */
export const expectGuards = async (page: Page, opens: readonly Screen[]): Promise<void> => {
  const open = everyScreen.filter((screen) => opens.includes(screen) && isBuilt(screen));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const screen of everyScreen.filter((each) => !open.includes(each))) {
    await goWithin(page, screen);
    await expect(page, `${screen} goes home`).toHaveURL('/');
  }
  for (const screen of open) {
    await page.goto(screen);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveURL((address) => address.pathname === screen);
  }
};
