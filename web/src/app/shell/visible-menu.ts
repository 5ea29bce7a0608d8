import type { ScreenRoute } from '@staffroom/contract/domains/identity/permissions.ts';
import { menuGroups, type MenuGroup } from './menu-entries.ts';

/**
 * The menu without what this person may not open or what is not there; empty groups fall away. The
 * tickets group opens on its usual entry, or on the first that is left.
 */
export const visibleMenu = (isOpen: (route: ScreenRoute) => boolean): MenuGroup[] =>
  menuGroups.flatMap((group): MenuGroup[] => {
    if (group.kind === 'entries') {
      const entries = group.entries.filter((entry) => isOpen(entry.to));
      return entries.length > 0 ? [{ ...group, entries }] : [];
    }
    const entries = group.entries.filter((entry) => isOpen(entry.to));
    const first = entries[0];
    return first ? [{ ...group, entries, to: isOpen(group.to) ? group.to : first.to }] : [];
  });

/** Is this the entry of the address? */
export const isCurrent = (to: string, pathname: string): boolean =>
  pathname === to || pathname.startsWith(`${to}/`);
