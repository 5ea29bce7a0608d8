import { Text } from '@mantine/core';
import { lazyPart } from '../../ui/lazy-part.tsx';
import styles from './as-of.module.css';

/**
 * "as of 14:05" of an open report, which keeps it current. Loaded after the report; its space is reserved until then.
 */
export const LateAsOf = lazyPart(async () => (await import('./as-of.tsx')).AsOf, {
  waiting: (
    <Text className={styles.asOf} span variant="meta" c="dimmed" data-unknown>
      as of 00:00
    </Text>
  ),
  missing: () => null,
});
