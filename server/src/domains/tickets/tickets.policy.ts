import { and, eq, or, sql, type SQL } from 'drizzle-orm';
import { mayOpen } from 'staffroom-contract/domains/identity/permissions.ts';
import {
  ticketListIds,
  ticketScreens,
  ticketTypes,
  type TicketType,
} from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import type { Actor } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { studentScope } from '../users/users.policy.ts';
import { tickets } from './tickets.schema.ts';

/**
 * The tickets of a kind that an actor sees. Everyone who may open the screen sees all of them, also an Agent with a
 * granted route (part 2 §6); only a Partner is limited, to the students of its lead source.
 */
export const ticketScope =
  (type: TicketType) =>
  (actor: Actor): SQL | undefined =>
    and(
      eq(tickets.type, type),
      actor.role === 'Partner'
        ? sql`exists (select from users where users.id = ${tickets.studentId} and ${studentScope(actor)})`
        : undefined,
    );

/** Limits notifications of changes to the ticket lists whose screen the actor may open. */
export const hearsTicketLists = async (
  { actor }: { actor: Actor },
  ids: string[],
): Promise<string[]> => {
  const open = ticketTypes.filter((type) => mayOpen(actor, ticketScreens[type]));
  return ids.filter((id) => open.some((type) => ticketListIds[type] === id));
};

/** The tickets whose viewers an actor is notified of: those that it may open itself. */
export const hearsTickets = async (
  { actor, db }: { actor: Actor; db: Db },
  ids: string[],
): Promise<string[]> => {
  const types = ticketTypes.filter((type) => mayOpen(actor, ticketScreens[type]));
  if (types.length === 0) return [];
  const rows = await db
    .select({ id: tickets.id })
    .from(tickets)
    .where(
      and(anyOfList(tickets.id, ids, 'uuid'), or(...types.map((type) => ticketScope(type)(actor)))),
    );
  return rows.map(({ id }) => id);
};
