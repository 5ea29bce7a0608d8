import type { ScreenRoute } from 'staffroom-contract/domains/identity/permissions.ts';
import { menuGroups, type MenuGroup } from './menu-entries.ts';

/**
 * The menu reduced to entries that the user may open, without empty groups. The tickets group links to its usual entry,
 * or to its first visible one.
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

/** True if the entry belongs to the address. */
export const isCurrent = (to: string, pathname: string): boolean =>
  pathname === to || pathname.startsWith(`${to}/`);
