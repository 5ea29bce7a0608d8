import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { liveTopic, reportsId } from 'staffroom-contract/shared/live.ts';
import type { Domain } from '../../lib/query-keys.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useLiveTopic } from '../../lib/use-live-updates.ts';
import styles from './as-of.module.css';

/** Minimum interval between refetches of a report in milliseconds: one may count a year of orders. */
const every = 10_000;

/** Domains of the report screens: mostly /report; submissions are under homework. */
const domains: readonly Domain[] = ['reports', 'homework'];

const isReport = ([domain]: readonly unknown[]) => domains.some((each) => each === domain);

type Props = {
  /** Selects the screen's queries by key; those of the reports by default. */
  shows?: (queryKey: readonly unknown[]) => boolean;
};

/**
 * "as of 14:05": when an open report was loaded. Refetches it when data that reports count changes, at most every 10 s.
 */
export const AsOf = ({ shows = isReport }: Props) => {
  const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => shows(queryKey);
  const queryClient = useQueryClient();
  const { time } = useFormats();
  useLiveTopic(
    liveTopic('report', reportsId),
    () => queryClient.invalidateQueries({ predicate }),
    every,
  );
  const cache = queryClient.getQueryCache();
  const at = useSyncExternalStore(
    (changed) => cache.subscribe(changed),
    () =>
      cache
        .findAll({ type: 'active', predicate })
        .reduce((latest, { state }) => Math.max(latest, state.dataUpdatedAt), 0),
  );
  return (
    <Text
      className={styles.asOf}
      span
      variant="meta"
      c="dimmed"
      data-unknown={at === 0 || undefined}
    >
      as of {time(new Date(at).toISOString())}
    </Text>
  );
};
