import { useMediaQuery } from '@mantine/hooks';

const useMedia = (query: string, whenUnknown: boolean): boolean =>
  useMediaQuery(query, undefined, { getInitialValueInEffect: false }) ?? whenUnknown;

/** True on phones, as `--below-sm` in breakpoints.css: menu and filters are drawers, cards stack (design note, 390 px). */
export const useNarrow = (): boolean => useMedia('(max-width: 767px)', false);

/** True where columns have no space, as `--below-md`: parts are stacked. */
export const useStacked = (): boolean => useMedia('(max-width: 1023px)', false);

/** True where a panel has space beside a list, as `--from-lg`. */
export const useWide = (): boolean => useMedia('(min-width: 1280px)', true);

/** True where the menu is beside the page, as `--with-menu` (part 2 §2, Navigation shell). */
export const useMenuBeside = (): boolean => useMedia('(min-width: 1200px)', true);
