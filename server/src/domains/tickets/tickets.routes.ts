import { operationsOfTickets } from 'staffroom-contract/domains/tickets/tickets.contract.ts';
import {
  listTicketConversion,
  readTicketStats,
} from 'staffroom-contract/domains/tickets/ticket-stat.contract.ts';
import { ticketTypes, type TicketType } from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import { handle, type Route } from '../../platform/handle.ts';
import { handleList } from '../../platform/handle-record.ts';
import { readBoard } from './ticket-board.service.ts';
import { ticketLists } from './ticket-list.ts';
import * as stat from './ticket-stat.service.ts';
import * as tickets from './tickets.service.ts';

const routesOf = (type: TicketType): Route[] => {
  const operations = operationsOfTickets[type];
  return [
    handleList(operations.list, ticketLists[type]),
    handle(operations.board, (context, { query }) => readBoard(context, type, query)),
    handle(operations.followUps, (context) => tickets.countFollowUps(context, type)),
    handle(operations.get, (context, { params }) => tickets.getTicket(context, type, params.id)),
    handle(operations.viewers, (context, { params }) =>
      tickets.listViewers(context, type, params.id),
    ),
    handle(operations.update, (context, { params, body }) =>
      tickets.updateTicket(context, type, params.id, body),
    ),
    handle(operations.batch, (context, { body }) => tickets.updateTickets(context, type, body)),
    handle(operations.updateStudent, (context, { params, body }) =>
      tickets.updateTicketStudent(context, type, params.id, body),
    ),
  ];
};

export const ticketRoutes: Route[] = [
  ...ticketTypes.flatMap(routesOf),
  handle(
    readTicketStats,
    (context, { query }) => stat.readTicketStats(context, query),
    (context, { query }) => stat.exportTicketStats(context, query),
  ),
  handle(
    listTicketConversion,
    (context, { params, query }) => stat.listTicketConversion(context, params.type, query),
    (context, { params, query }) => stat.exportTicketConversion(context, params.type, query),
  ),
];
