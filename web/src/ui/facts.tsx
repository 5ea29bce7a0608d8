import { Box, Flex, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './facts.module.css';

type FactsProps = {
  /** Least width of the labels in pixels. */
  labels?: number;
  children: ReactNode;
};

/** Labels and values of a record as a list: "School  Anderson Secondary School". */
export const Facts = ({ labels = 116, children }: FactsProps) => (
  <Box component="dl" className={styles.facts} style={{ '--labels': `${labels}px` }}>
    {children}
  </Box>
);

/** One fact; '–' if empty. */
export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={styles.fact}>
    <dt>{label}</dt>
    <dd>{children || '–'}</dd>
  </div>
);

export const FactGroup = ({ title, children }: { title?: string; children: ReactNode }) => (
  <Flex className={styles.group} component="section" direction="column" gap="sm" aria-label={title}>
    {title && (
      <Text component="h3" variant="strong" fw={600} c="bright">
        {title}
      </Text>
    )}
    {children}
  </Flex>
);
