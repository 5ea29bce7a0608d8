import { operationsOfTickets } from '@staffroom/contract/domains/tickets/tickets.contract.ts';
import { ticketTypes } from '@staffroom/contract/domains/tickets/tickets.rules.ts';
import { handle, type Route } from '../../platform/handle.ts';
import { handleList } from '../../platform/handle-record.ts';
import { ticketLists } from './ticket-list.ts';
import * as tickets from './tickets.service.ts';

export const ticketRoutes: Route[] = ticketTypes.flatMap((type) => {
  const operations = operationsOfTickets[type];
  return [
    handleList(operations.list, ticketLists[type]),
    handle(operations.followUps, (context) => tickets.countFollowUps(context, type)),
    handle(operations.get, (context, { params }) => tickets.getTicket(context, type, params.id)),
    handle(operations.update, (context, { params, body }) =>
      tickets.updateTicket(context, type, params.id, body),
    ),
    handle(operations.batch, (context, { body }) => tickets.updateTickets(context, type, body)),
    handle(operations.updateStudent, (context, { params, body }) =>
      tickets.updateTicketStudent(context, type, params.id, body),
    ),
  ];
});
