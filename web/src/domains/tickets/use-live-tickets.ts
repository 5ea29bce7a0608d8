import { useQueryClient } from '@tanstack/react-query';
import type { Ticket } from '@staffroom/contract/domains/tickets/ticket.schema.ts';
import {
  operationsOfTickets,
  type ShownColumn,
} from '@staffroom/contract/domains/tickets/tickets.contract.ts';
import {
  ticketListIds,
  type TicketType,
} from '@staffroom/contract/domains/tickets/tickets.rules.ts';
import { liveTopic } from '@staffroom/contract/shared/live.ts';
import { callOperation } from '../../lib/api-client.ts';
import { domainOf } from '../../lib/query-keys.ts';
import { useLiveTopic } from '../../lib/use-live-updates.ts';
import { boardQuery, followUpsQuery, ticketQuery } from './tickets.api.ts';

type Page = { data: Ticket[]; count: number };
type Board = { data: ShownColumn[]; count: number };
type Shown = {
  rows: readonly Ticket[];
  openId: string | undefined;
  /** What the board asks for; undefined of a list. */
  board?: Parameters<typeof boardQuery>[1] | undefined;
};

/**
 * Shows what others change of the tickets on screen as soon as they do. Each row and card stays in its place, whatever it
 * would be sorted or filtered by now: nothing moves under whoever reads; the next look puts it where it belongs.
 */
export const useLiveTickets = (type: TicketType, { rows, openId, board }: Shown) => {
  const queryClient = useQueryClient();
  const { list } = operationsOfTickets[type];
  useLiveTopic(liveTopic('ticket-list', ticketListIds[type]), async () => {
    const ids = rows.map(({ _id }) => _id);
    void queryClient.invalidateQueries(followUpsQuery(type));
    if (openId !== undefined) void queryClient.invalidateQueries(ticketQuery(type, openId));
    const counts = board && { ...boardQuery(type, board, 0), staleTime: 0 };
    const counted = counts && (await queryClient.fetchQuery(counts));
    if (ids.length === 0 && !counted) return;
    const query = { filter: { _id: { in: ids } }, max: Math.max(ids.length, 1) };
    const { data } = await callOperation(list, { query });
    const known = new Map(data.map((ticket) => [ticket._id, ticket]));
    const current = (ticket: Ticket) => {
      const now = known.get(ticket._id);
      return now && now.version > ticket.version ? now : ticket;
    };
    queryClient.setQueriesData<Page>({ queryKey: [domainOf(list), list.name] }, (page) =>
      page ? { ...page, data: page.data.map(current) } : page,
    );
    if (board && counted)
      queryClient.setQueryData<Board>(boardQuery(type, board).queryKey, (shown) =>
        shown ? boardNow(shown, counted, current) : shown,
      );
  });
};

/** The cards where they stand, and the figures of now. */
const boardNow = (shown: Board, counted: Board, current: (ticket: Ticket) => Ticket): Board => ({
  count: counted.count,
  data: shown.data.map((column, index) => ({
    ...column,
    ...counted.data[index],
    tickets: column.tickets.map(current),
  })),
});
