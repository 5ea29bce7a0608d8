import { useMediaQuery } from '@mantine/hooks';

/** True on phones: menu and filters are drawers, cards stack (design note, 390 px). */
export const useNarrow = (): boolean =>
  useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false }) ?? false;

/** The menu is beside the page from this width (part 2 §2, Navigation shell). */
export const useWide = (): boolean =>
  useMediaQuery('(min-width: 1200px)', undefined, { getInitialValueInEffect: false }) ?? true;
