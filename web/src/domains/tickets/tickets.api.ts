import { mayCall } from '@staffroom/contract/domains/identity/permissions.ts';
import { operationsOfTickets } from '@staffroom/contract/domains/tickets/tickets.contract.ts';
import type { TicketType } from '@staffroom/contract/domains/tickets/tickets.rules.ts';
import { listUsers } from '@staffroom/contract/domains/users/users.contract.ts';
import { foundBy } from '../../kit/list/found-by.ts';
import { everyQuery, listQuery, operationQuery } from '../../lib/queries.ts';
import type { Domain } from '../../lib/query-keys.ts';
import { rightsOf, useSessionUser } from '../../lib/session.ts';
import { useMayOpen } from '../../lib/use-can.ts';
import { teacherById, teachersByTerm } from '../users/users.api.ts';

/** What a change of a ticket is seen in. */
export const refreshedByTickets: readonly Domain[] = ['tickets'];

/** A ticket whole. */
export const ticketQuery = (type: TicketType, id: string) =>
  operationQuery(operationsOfTickets[type].get, { params: { id } });

/** Every ticket of a kind that a student has. */
export const ticketsOfStudent = (type: TicketType, studentId: string) =>
  everyQuery(operationsOfTickets[type].list, { filter: { student: studentId }, sortBy: 'created' });

/** Who else has a ticket open now. */
export const viewersQuery = (type: TicketType, id: string) =>
  operationQuery(operationsOfTickets[type].viewers, { params: { id } });

/** The board of what a list asks for; its columns have so many cards, or the usual number. */
export const boardQuery = (
  type: TicketType,
  { query }: { query?: object | undefined },
  cards?: number,
) => {
  const { filter } = (query ?? {}) as { filter?: object };
  const asked = { ...(filter && { filter }), ...(cards !== undefined && { cards }) };
  return listQuery(operationsOfTickets[type].board, asked);
};

/** How many tickets are to be followed up when: one's own, and those of nobody yet. */
export const followUpsQuery = (type: TicketType) =>
  operationQuery(operationsOfTickets[type].followUps, {});

/** Agents are chosen from the users whom one finds. */
export const useFindsAgents = (): boolean => mayCall(rightsOf(useSessionUser()), listUsers);
export const useFindsTutors = (): boolean => useMayOpen()('/user');

/** Tutors by name, for a filter. */
export const useFoundTutors = foundBy({
  byTerm: (term) => teachersByTerm('Tutor', term),
  byId: teacherById,
  choiceOf: ({ _id, name, email }) => ({ value: _id, label: name || email, about: email }),
});
