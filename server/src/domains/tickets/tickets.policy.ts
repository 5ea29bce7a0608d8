import { and, eq, or, sql, type SQL } from 'drizzle-orm';
import { mayOpen } from '@staffroom/contract/domains/identity/permissions.ts';
import {
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

/** Of which of these tickets an actor hears that they took a step: those that it may open. */
export const hearsTickets = async (
  { actor, db }: { actor: Actor; db: Db },
  ids: string[],
): Promise<string[]> => {
  const kinds = ticketTypes.filter((type) => mayOpen(actor, ticketScreens[type]));
  if (kinds.length === 0) return [];
  const rows = await db
    .select({ id: tickets.id })
    .from(tickets)
    .where(
      and(anyOfList(tickets.id, ids, 'uuid'), or(...kinds.map((type) => ticketScope(type)(actor)))),
    );
  return rows.map(({ id }) => id);
};
