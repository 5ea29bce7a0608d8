import {
  can,
  mayOpen,
  type Flag,
  type ScreenRoute,
} from '@staffroom/contract/domains/identity/permissions.ts';
import { rightsOf, useSessionUser } from './session.ts';

/** Does the signed-in person hold the flag? The server decides; this only hides what would be refused. */
export const useCan = (flag: Flag): boolean => can(rightsOf(useSessionUser()), flag);

/** May the signed-in person open the screen? */
export const useMayOpen = (): ((route: ScreenRoute) => boolean) => {
  const rights = rightsOf(useSessionUser());
  return (route) => mayOpen(rights, route);
};
