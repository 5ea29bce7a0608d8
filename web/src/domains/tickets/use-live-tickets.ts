import { useQueryClient } from '@tanstack/react-query';
import type { Ticket } from 'staffroom-contract/domains/tickets/ticket.schema.ts';
import {
  operationsOfTickets,
  type ShownColumn,
} from 'staffroom-contract/domains/tickets/tickets.contract.ts';
import {
  ticketListIds,
  type TicketType,
} from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import { liveTopic } from 'staffroom-contract/shared/live.ts';
import { callOperation } from '../../lib/api-client.ts';
import { useLiveTopic } from '../../lib/use-live-updates.ts';
import { boardQuery, followUpsQuery, ticketQuery } from './tickets.api.ts';

type Page = { data: Ticket[]; count: number };
type Board = { data: ShownColumn[]; count: number };
type Shown = {
  rows: readonly Ticket[];
  openId: string | undefined;
  /** The board's input; undefined for a list. */
  board?: Parameters<typeof boardQuery>[1] | undefined;
};

/**
 * Shows other users' ticket changes immediately. Rows and cards keep their places, so that nothing moves while the user
 * reads; the next refetch sorts and filters them.
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
    queryClient.setQueriesData<Page>({ queryKey: [list.domain, list.name] }, (page) =>
      page ? { ...page, data: page.data.map(current) } : page,
    );
    if (board && counted)
      queryClient.setQueryData<Board>(boardQuery(type, board).queryKey, (shown) =>
        shown ? boardNow(shown, counted, current) : shown,
      );
  });
};

/** The shown cards in place with current data, and current counts. */
const boardNow = (shown: Board, counted: Board, current: (ticket: Ticket) => Ticket): Board => ({
  count: counted.count,
  data: shown.data.map((column, index) => ({
    ...column,
    ...counted.data[index],
    tickets: column.tickets.map(current),
  })),
});
