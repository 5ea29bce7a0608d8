import {
  can,
  mayOpen,
  type Flag,
  type ScreenRoute,
} from 'staffroom-contract/domains/identity/permissions.ts';
import { rightsOf, useSessionUser } from './session.ts';

/** True if the signed-in user has the flag. The server enforces it; this only hides what would be refused. */
export const useCan = (flag: Flag): boolean => can(rightsOf(useSessionUser()), flag);

/** Returns a function that checks whether the signed-in user may open a screen. */
export const useMayOpen = (): ((route: ScreenRoute) => boolean) => {
  const rights = rightsOf(useSessionUser());
  return (route) => mayOpen(rights, route);
};
