import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import type { Ticket } from 'staffroom-contract/domains/tickets/ticket.schema.ts';
import { ticketScreens, ticketTypes } from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import { RowsTab, type Column } from '../../kit/list/list.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { useMayOpen } from '../../lib/use-can.ts';
import { DayOf } from '../../ui/moment.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { NextAction } from './next-action.tsx';
import { ticketTone } from './ticket-words.ts';
import { ticketsOfStudent } from './tickets.api.ts';

type Props = { studentId: string; page: number; onPage: (page: number) => void };

/** A student's tickets of the kinds that the user may open, newest first. */
export const StudentTickets = ({ studentId, page, onPage }: Props) => {
  const mayOpen = useMayOpen();
  const query = useQueries({
    queries: ticketTypes
      .filter((type) => mayOpen(ticketScreens[type]))
      .map((type) => ticketsOfStudent(type, studentId)),
    combine: asOne,
  });
  return (
    <RowsTab
      list={{ nouns: ['ticket', 'tickets'], pageSize: 20, empty: { none: 'No ticket found.' } }}
      query={query}
      rows={query.data}
      address={{ page }}
      onAddress={(address) => onPage(address.page ?? 1)}
      caption="Tickets"
      columns={columns}
    />
  );
};

/** Merges both kinds into one list that is ready once both are loaded. */
const asOne = (kinds: UseQueryResult<Ticket[]>[]) => {
  const isPending = kinds.some((kind) => kind.isPending);
  const rows = kinds.flatMap(({ data = [] }) => data);
  return {
    data: isPending ? undefined : rows.toSorted((a, b) => b.created.localeCompare(a.created)),
    isPending,
    isError: kinds.some((kind) => kind.isError),
    isFetching: kinds.some((kind) => kind.isFetching),
    error: kinds.find((kind) => kind.error)?.error ?? null,
    refetch: () => Promise.all(kinds.map((kind) => kind.refetch())),
  };
};

const columns: Column<Ticket>[] = [
  {
    key: 'status',
    header: 'Status',
    width: 190,
    render: ({ status }) => <StatusChip tone={ticketTone(status)}>{status}</StatusChip>,
  },
  {
    key: 'ticket',
    header: 'Ticket',
    width: 150,
    figures: true,
    render: (ticket) => (
      <RecordLink to="ticket" type={ticket._type} id={ticket._id} name={<About {...ticket} />} />
    ),
  },
  {
    key: 'class',
    header: 'Class',
    width: 176,
    lead: true,
    text: (ticket) => ticket.class.name,
    render: (ticket) => <RecordLink to="class" id={ticket.class._id} name={ticket.class.name} />,
  },
  {
    key: 'handler',
    header: 'Handled by',
    width: 120,
    text: ({ handled_by: agent }) => agent?.name ?? 'Unassigned',
  },
  {
    key: 'next',
    header: 'Next action',
    width: 104,
    figures: true,
    render: (ticket) => <NextAction ticket={ticket} />,
  },
];

/** "Trial 14 Mar 2026", or "Ends 14 Mar 2026". */
const About = ({ trial_date: trial, subscription_end_date: end }: Ticket) =>
  trial ? (
    <>
      Trial <DayOf at={trial} />
    </>
  ) : (
    <>Ends {end && <DayOf at={end} />}</>
  );
