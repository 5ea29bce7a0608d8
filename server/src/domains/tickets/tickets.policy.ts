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
 * The tickets of a kind that an actor sees: everyone with access to the screen sees all (part 2 §6); a Partner sees
 * those of its lead source's students.
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

/** The lists whose changes an actor is notified of: those whose screen it may open. */
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
