import { useMediaQuery } from '@mantine/hooks';

/** Too narrow for columns: the row list becomes a select, everything stands below one another. */
export const useStacked = (): boolean =>
  useMediaQuery('(max-width: 899px)', false, { getInitialValueInEffect: false });
