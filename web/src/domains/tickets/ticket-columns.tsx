import { Checkbox, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Ticket } from 'staffroom-contract/domains/tickets/ticket.schema.ts';
import {
  ticketScreens,
  type TicketType,
} from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import type { Column } from '../../kit/list/list.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { useFormats } from '../../lib/use-formats.ts';
import { StatusChip } from '../../ui/status-chip.tsx';
import { NextAction } from './next-action.tsx';
import { attendedWords, nameOf, ticketTone } from './ticket-words.ts';
import type { Selection } from './use-selection.ts';

type ColumnOptions = {
  type: TicketType;
  selection: Selection;
  hasPanel: boolean;
  /** There is space for the last remark. */
  isWide: boolean;
  onUpdate: (id: string) => void;
  formats: ReturnType<typeof useFormats>;
};

/** The columns of the list of a kind of ticket. */
export const ticketColumns = ({
  type,
  selection,
  hasPanel,
  isWide,
  onUpdate,
  formats,
}: ColumnOptions): Column<Ticket>[] => [
  {
    key: 'select',
    header: 'Select',
    width: 40,
    head: (
      <Checkbox
        size="16px"
        aria-label="Select every ticket on this page"
        checked={selection.areAll}
        indeterminate={selection.areSome}
        onChange={selection.toggleAll}
      />
    ),
    render: (ticket) => (
      <Checkbox
        size="16px"
        aria-label={`Select ${nameOf(ticket)}, ${ticket.class.name}`}
        checked={selection.has(ticket._id)}
        onChange={() => selection.toggle(ticket._id)}
      />
    ),
  },
  {
    key: 'student',
    header: 'Student',
    width: 150,
    lead: true,
    sortBy: 'student',
    text: nameOf,
    render: (ticket) => (
      <Link
        from={ticketScreens[type]}
        to="."
        search={(search) => ({ ...search, ticket: ticket._id })}
        replace={hasPanel}
        data-opens
        // A click by keyboard (detail 0) focuses the update, a mouse click only opens the ticket.
        onClick={(event) => event.detail === 0 && onUpdate(ticket._id)}
      >
        {nameOf(ticket)}
      </Link>
    ),
  },
  {
    key: 'class',
    header: 'Class',
    width: hasPanel ? 146 : 200,
    text: (ticket) => ticket.class.name,
    render: (ticket) => <RecordLink to="class" id={ticket.class._id} name={ticket.class.name} />,
  },
  type === 'TrialConversion'
    ? {
        key: 'trial',
        header: 'Trial date',
        width: 132,
        sortBy: 'trial_date',
        figures: true,
        text: (ticket) => trialWords(ticket, formats),
        render: (ticket) => <TrialDate ticket={ticket} />,
      }
    : {
        key: 'end',
        header: 'Subscription end',
        width: 136,
        sortBy: 'subscription_end_date',
        figures: true,
        render: (ticket) => <WeekdayOf at={ticket.subscription_end_date} />,
      },
  {
    key: 'next',
    header: 'Next action',
    width: 104,
    sortBy: 'next_action_date',
    figures: true,
    render: (ticket) => <NextAction ticket={ticket} />,
  },
  {
    key: 'status',
    header: 'Status',
    width: 204,
    render: ({ status }) => <StatusChip tone={ticketTone(status)}>{status}</StatusChip>,
  },
  ...(hasPanel
    ? []
    : [
        {
          key: 'handler',
          header: 'Handled by',
          width: 116,
          text: ({ handled_by: agent }: Ticket) => agent?.name ?? 'Unassigned',
        },
        ...(isWide
          ? [
              {
                key: 'remark',
                header: 'Last remark',
                width: 140,
                text: ({ remark }: Ticket) => remark || '–',
              },
            ]
          : []),
      ]),
];

/** "Sat 14 Mar 2026, 14:00, Attended". */
const trialWords = (
  { trial_date: at, attended }: Ticket,
  { dateTime }: ReturnType<typeof useFormats>,
) => [at && dateTime(at), attended && attendedWords[attended]].filter(Boolean).join(', ');

const WeekdayOf = ({ at }: { at: string | null }): ReactNode => {
  const { weekday } = useFormats();
  return at === null ? '–' : <time dateTime={at}>{weekday(at)}</time>;
};

/** The trial's date, and its attendance afterwards. */
const TrialDate = ({ ticket }: { ticket: Ticket }) => (
  <>
    <WeekdayOf at={ticket.trial_date} />{' '}
    {ticket.attended === 'attended' && (
      <IconCheck
        color="var(--positive)"
        style={{ verticalAlign: -3 }}
        size={15}
        stroke={2}
        role="img"
        aria-label={attendedWords.attended}
      />
    )}
    {ticket.attended === 'absent' && (
      <Text span variant="meta" c="warning">
        Absent
      </Text>
    )}
    {ticket.attended === 'missing' && (
      <Text span variant="meta" c="dimmed">
        no data
      </Text>
    )}
  </>
);
