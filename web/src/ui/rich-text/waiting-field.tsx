import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './field-frame.module.css';

type Props = { height: number; isBusy: boolean; children: ReactNode };

/** The space of an editor until its code is loaded. */
export const WaitingField = ({ height, isBusy, children }: Props) => (
  <Box className={styles.frame} mih={height} p="md" c="secondary" aria-busy={isBusy}>
    {children}
  </Box>
);
