import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Ticket, TicketDetail } from 'staffroom-contract/domains/tickets/ticket.schema.ts';
import { lazyForm } from '../../kit/form/form-dialogs.tsx';
import { sentenceOf } from '../../lib/api-error.ts';
import { formatPhone } from '../../lib/formats.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { ClassName } from '../../ui/class-name.tsx';
import { SkeletonBar } from '../../ui/list-states.tsx';
import { showSnackbar } from '../../ui/snackbars.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { NextAction } from './next-action.tsx';
import styles from './ticket-list.module.css';
import { nameOf, ticketTone } from './ticket-words.ts';
import { ticketQuery } from './tickets.api.ts';

const ReminderDialog = lazyForm(async () => (await import('./reminder-dialog.tsx')).ReminderDialog);

type Props = {
  ticket: Ticket;
  isChosen: boolean;
  onChoose: () => void;
  onUpdate: () => void;
};

/** A ticket on a phone; when selected, it shows its actions (picture 07d). */
export const TicketCard = ({ ticket, isChosen, onChoose, onUpdate }: Props) => {
  const { shortDay } = useFormats();
  const queryClient = useQueryClient();
  const [reminded, setReminded] = useState<TicketDetail | null>(null);
  /** A reminder needs fields that the card lacks: fetch the full ticket. */
  const { mutate: remind, isPending } = useMutation({
    mutationFn: () => queryClient.fetchQuery(ticketQuery(ticket._type, ticket._id)),
    onSuccess: ({ data }) => setReminded(data),
    onError: (error) => showSnackbar(sentenceOf(error)),
  });
  const { trial_date: trial, subscription_end_date: end, student } = ticket;
  return (
    <div className={styles.card} data-chosen={isChosen || undefined}>
      <button
        type="button"
        className={styles.head}
        aria-expanded={isChosen}
        data-opens
        onClick={onChoose}
      >
        <StatusChip tone={ticketTone(ticket.status)}>{ticket.status}</StatusChip>
        <Text span variant="button">
          <NextAction ticket={ticket} />
        </Text>
        <strong>{nameOf(ticket)}</strong>
        <span>{trial ? `trial ${shortDay(trial)}` : end && `ends ${shortDay(end)}`}</span>
        <Text span inherit truncate maw="100%">
          <ClassName name={ticket.class.name} />
          {ticket.remark && ` · ${ticket.remark}`}
        </Text>
      </button>
      {isChosen && (
        <Group grow preventGrowOverflow={false} align="stretch" px="md" pt={0} pb="md">
          <Button onClick={onUpdate}>Quick update</Button>
          <Button loading={isPending} onClick={() => remind()}>
            Reminder
          </Button>
          <Button
            component="a"
            href={ordersAddress(student.email)}
            target="_blank"
            rel="noreferrer"
          >
            Orders
          </Button>
          {student.phone && (
            <ActionIcon
              component="a"
              variant="default"
              size={40}
              href={telephone(student)}
              aria-label={`Call ${formatPhone(student)}`}
            >
              <IconPhone size={17} stroke={1.7} />
            </ActionIcon>
          )}
        </Group>
      )}
      <ReminderDialog open={reminded} onClose={() => setReminded(null)} />
    </div>
  );
};

/** URL of the orders screen filtered by this student (part 2 §2). */
export const ordersAddress = (email: string): string =>
  `/orders?email=${encodeURIComponent(email)}`;

/** A `tel:` link. */
export const telephone = (person: { phone_country_code: string; phone: string }): string =>
  `tel:${formatPhone(person).replaceAll(' ', '')}`;

export const TicketSkeletons = () =>
  [62, 48, 70, 55, 64].map((width) => (
    <Stack key={width} className={styles.card} gap="sm" p="md">
      <SkeletonBar width={width - 20} height={20} />
      <SkeletonBar width={width} height={14} />
      <SkeletonBar width={width + 20} />
    </Stack>
  ));
