import { Group } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TicketType } from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import { liveTopic } from 'staffroom-contract/shared/live.ts';
import { useLiveTopic } from '../../lib/use-live-updates.ts';
import { Avatar } from '../../ui/avatar.tsx';
import styles from './ticket-panel.module.css';
import { viewersWords } from './ticket-words.ts';
import { viewersQuery } from './tickets.api.ts';

/** Other users who have the ticket open. Subscribing to its topic registers this user as a viewer. */
export const TicketViewers = ({ type, id }: { type: TicketType; id: string }) => {
  const queryClient = useQueryClient();
  const query = viewersQuery(type, id);
  useLiveTopic(liveTopic('ticket', id), () => queryClient.invalidateQueries(query));
  const viewers = useQuery(query).data?.data ?? [];
  return (
    <Group
      role="status"
      className={styles.viewers}
      gap="xs"
      mt="auto"
      variant="meta"
      c="bright"
      hidden={viewers.length === 0}
    >
      {viewers.slice(0, 3).map(({ _id, name }) => (
        <Avatar key={_id} name={name} />
      ))}
      {viewers.length > 0 && <span>{viewersWords(viewers.map(({ name }) => name))}</span>}
    </Group>
  );
};
