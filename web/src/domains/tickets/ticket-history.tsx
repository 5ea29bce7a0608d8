import { Button, Flex, Text } from '@mantine/core';
import { useState } from 'react';
import type { TicketDetail } from 'staffroom-contract/domains/tickets/ticket.schema.ts';
import { Steps } from '../../kit/record/record-changes.tsx';
import { formatCount, formatDay } from '../../lib/formats.ts';
import styles from './ticket-panel.module.css';
import { ticketTone } from './ticket-words.ts';

/** Number of steps shown before "Show all". */
const fewSteps = 5;

/** A ticket's history, latest first. */
export const TicketHistory = ({ ticket }: { ticket: TicketDetail }) => {
  const [showsAll, setShowsAll] = useState(false);
  const { history, steps } = ticket;
  const shown = showsAll ? history : history.slice(0, fewSteps);
  return (
    <Flex
      className={styles.part}
      component="section"
      direction="column"
      gap="md"
      aria-label="History"
    >
      <h3>History</h3>
      <Steps
        label="History"
        steps={shown.map((step, index) => ({
          key: `${step.at} ${index}`,
          act: step.to,
          at: step.at,
          by: step.by,
          remark: [step.action, step.remark].filter(Boolean).join('. '),
          changes: step.changes,
        }))}
        acts={Object.fromEntries(
          history.map(({ to }) => [to, { words: to, tone: ticketTone(to) }]),
        )}
        fields={stepFields}
      />
      {!showsAll && history.length > fewSteps && (
        <Button size="xs" variant="subtle" onClick={() => setShowsAll(true)}>
          {`Show all ${formatCount(history.length, 'step')}`}
        </Button>
      )}
      {showsAll && steps > history.length && (
        <Text variant="meta" c="dimmed">
          {`The last ${history.length} of ${formatCount(steps, 'step')}.`}
        </Text>
      )}
    </Flex>
  );
};

const stepFields = {
  handled_by: { label: 'Assigned to' },
  lead_source: { label: 'Lead source' },
  next_action_date: { label: 'Follow-up date', words: formatDay },
  tutor_comment: { label: 'Tutor comment' },
};
