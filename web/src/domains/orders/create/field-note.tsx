import { Flex } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './order-form.module.css';

/** The server's answer below a field: the student found, or the code's discount. */
export const FieldNote = ({ children }: { children: ReactNode }) => (
  <Flex
    className={styles.note}
    component="p"
    gap={5}
    align="center"
    mt="xs"
    variant="meta"
    c="secondary"
    aria-live="polite"
  >
    {children}
  </Flex>
);
