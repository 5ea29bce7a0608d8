import { mayCall } from 'staffroom-contract/domains/identity/permissions.ts';
import { operationsOfTickets } from 'staffroom-contract/domains/tickets/tickets.contract.ts';
import type { TicketType } from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import { listUsers } from 'staffroom-contract/domains/users/users.contract.ts';
import { foundBy } from '../../kit/list/found-by.ts';
import { everyQuery, listQuery, operationQuery } from '../../lib/queries.ts';
import type { Domain } from '../../lib/query-keys.ts';
import { rightsOf, useSessionUser } from '../../lib/session.ts';
import { useMayOpen } from '../../lib/use-can.ts';
import { teacherById, teachersByTerm } from '../users/users.api.ts';

/** Domains to refetch after a ticket changes. */
export const refreshedByTickets: readonly Domain[] = ['tickets'];

/** A full ticket. */
export const ticketQuery = (type: TicketType, id: string) =>
  operationQuery(operationsOfTickets[type].get, { params: { id } });

/** All tickets of a kind for a student. */
export const ticketsOfStudent = (type: TicketType, studentId: string) =>
  everyQuery(operationsOfTickets[type].list, { filter: { student: studentId }, sortBy: 'created' });

/** Other users who have a ticket open. */
export const viewersQuery = (type: TicketType, id: string) =>
  operationQuery(operationsOfTickets[type].viewers, { params: { id } });

/** The board for a list's input; `cards` is the number of cards per column, or the server's default. */
export const boardQuery = (
  type: TicketType,
  { query }: { query?: object | undefined },
  cards?: number,
) => {
  const { filter } = (query ?? {}) as { filter?: object };
  const asked = { ...(filter && { filter }), ...(cards !== undefined && { cards }) };
  return listQuery(operationsOfTickets[type].board, asked);
};

/** Follow-up counts by when they are due: own, unassigned, and others'. */
export const followUpsQuery = (type: TicketType) =>
  operationQuery(operationsOfTickets[type].followUps, {});

/** Whether the user may list users, and so choose agents. */
export const useFindsAgents = (): boolean => mayCall(rightsOf(useSessionUser()), listUsers);
export const useFindsTutors = (): boolean => useMayOpen()('/user');

/** Tutors by name or e-mail, for a filter. */
export const useFoundTutors = foundBy({
  byTerm: (term) => teachersByTerm('Tutor', term),
  byId: teacherById,
  choiceOf: ({ _id, name, email }) => ({ value: _id, label: name || email, about: email }),
});
