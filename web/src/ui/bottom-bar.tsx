import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './bottom-bar.module.css';

/** The last part of a page on phones: its main sum and action, within reach of a thumb. */
export const BottomBar = ({ children }: { children: ReactNode }) => (
  <Group className={styles.bar} gap="lg" justify="space-between" p="md">
    {children}
  </Group>
);
