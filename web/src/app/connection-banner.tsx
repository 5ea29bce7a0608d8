import { Group, Flex } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiRoot } from '../lib/api-root.ts';
import { noteReachable, useReachable } from '../lib/connection.ts';
import styles from './connection-banner.module.css';

const probePause = 3000;

const isReady = async () => {
  try {
    return (await fetch(`${apiRoot}/readyz`, { signal: AbortSignal.timeout(probePause) })).ok;
  } catch {
    return false;
  }
};

/** Shown while the server is down. Polls the server, and refetches failed queries when it is back. */
export const ConnectionBanner = () => {
  const reachable = useReachable();
  const queryClient = useQueryClient();

  useEffect(() => {
    if (reachable) return undefined;
    const timer = setInterval(() => {
      void isReady().then((ready) => {
        if (!ready) return;
        noteReachable(true);
        void queryClient.refetchQueries({ predicate: (query) => query.state.status === 'error' });
      });
    }, probePause);
    return () => clearInterval(timer);
  }, [reachable, queryClient]);

  return (
    <Group className={styles.region} gap={0} align="stretch" justify="center" px="md" role="status">
      {!reachable && (
        <Flex
          className={styles.banner}
          component="p"
          gap="sm"
          align="center"
          mt={11}
          py="sm"
          px="md"
          c="bright"
          variant="strong"
        >
          <IconCloudOff size={16} stroke={1.7} aria-hidden="true" />
          The server cannot be reached at the moment. Trying again; what you typed is kept.
        </Flex>
      )}
    </Group>
  );
};
