import { and, eq, or, sql, type SQL } from 'drizzle-orm';
import { mayOpen } from '@staffroom/contract/domains/identity/permissions.ts';
import {
  ticketListIds,
  ticketScreens,
  ticketTypes,
  type TicketType,
} from '@staffroom/contract/domains/tickets/tickets.rules.ts';
import type { Actor } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { studentScope } from '../users/users.policy.ts';
import { tickets } from './tickets.schema.ts';

/**
 * Whose tickets of a kind an actor sees: all, whoever reaches the screen (part 2 §6); a Partner those of its lead
 * source's students.
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

/** Of which of these lists an actor hears that a ticket in it took a step: those whose screen it may open. */
export const hearsTicketLists = async (
  { actor }: { actor: Actor },
  ids: string[],
): Promise<string[]> => {
  const open = ticketTypes.filter((type) => mayOpen(actor, ticketScreens[type]));
  return ids.filter((id) => open.some((type) => ticketListIds[type] === id));
};

/** Of which of these tickets an actor hears who else has them open: those that it may open itself. */
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
