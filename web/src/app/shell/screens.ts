import { screenRoutes, type ScreenRoute } from 'staffroom-contract/domains/identity/permissions.ts';

/** The guarded screen that an address belongs to: `/course/1/lesson/2` → `/course`. */
export const screenOf = (pathname: string): ScreenRoute | undefined =>
  screenRoutes.find((route) => pathname === route || pathname.startsWith(`${route}/`));
