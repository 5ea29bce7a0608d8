import { Box, Button, CloseButton, Group, Text } from '@mantine/core';
import type { Ticket } from 'staffroom-contract/domains/tickets/ticket.schema.ts';
import { Banner } from '../../ui/banner.tsx';
import styles from './ticket-list.module.css';
import { changedWords, type BatchResult } from './ticket-words.ts';

const acts = ['Assign', 'Lead source', 'Status', 'Cancel'] as const;
export type ActName = (typeof acts)[number];

/** An action with the tickets as they were when it started. */
export type BatchAct = { act: ActName; tickets: readonly Ticket[] };

type Props = { count: number; onAct: (act: ActName) => void; onClear: () => void };

/** Actions on the selected tickets. */
export const BatchBar = ({ count, onAct, onClear }: Props) => (
  <Group
    className={styles.bar}
    wrap="wrap"
    py="sm"
    px="lg"
    role="group"
    aria-label="Selected tickets"
  >
    <Text span variant="strong" fw={600} mr="sm" c="bright" aria-live="polite">
      {count} selected
    </Text>
    {acts.map((act) => (
      <Button key={act} size="xs" onClick={() => onAct(act)}>
        {act}
      </Button>
    ))}
    <Button size="xs" variant="subtle" onClick={onClear}>
      Clear selection
    </Button>
  </Group>
);

/** Lists the tickets that a batch did not change, with the reasons; these stay selected. */
export const BatchResultNote = ({
  result,
  onClose,
}: {
  result: BatchResult;
  onClose: () => void;
}) => (
  <Box px="lg" pt="md">
    <Banner
      tone="warning"
      title={`${changedWords(result)}. These were not changed and are still selected:`}
      action={<CloseButton aria-label="Close the result" onClick={onClose} />}
    >
      <Box component="ul" mt="xs" pl="lg">
        {result.left.map(({ _id, name, reason }) => (
          <li key={_id}>
            {name}: {reason}
          </li>
        ))}
      </Box>
    </Banner>
  </Box>
);
