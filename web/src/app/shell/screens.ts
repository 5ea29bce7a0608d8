import {
  mayOpen,
  screenRoutes,
  type Rights,
  type ScreenRoute,
} from '@staffroom/contract/domains/identity/permissions.ts';

/** The guarded screens that exist. A menu entry appears when its screen is here (and may be opened). */
const builtScreens: readonly ScreenRoute[] = [
  '/dashboard',
  '/report',
  '/orders',
  '/user',
  '/course',
  '/lessons',
  '/discountcode',
  '/tutor-payments',
  '/tickets/stat',
  '/tickets/trial',
  '/tickets/renewal',
  '/feedback',
  '/ops',
  '/tls',
];

/** Is the screen there, and may this person open it? */
export const isOpenTo = (rights: Rights, route: ScreenRoute): boolean =>
  builtScreens.includes(route) && mayOpen(rights, route);

/** The address of a screen, in the router's terms also while that screen is still to come. */
export const addressOfScreen = (route: ScreenRoute): string => route;

/** The guarded screen that an address belongs to: `/course/1/lesson/2` → `/course`. */
export const screenOf = (pathname: string): ScreenRoute | undefined =>
  screenRoutes.find((route) => pathname === route || pathname.startsWith(`${route}/`));
