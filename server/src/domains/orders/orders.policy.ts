import { sql, type SQL } from 'drizzle-orm';
import { can } from 'staffroom-contract/domains/identity/permissions.ts';
import type { Actor } from '../../platform/context.ts';
import { ownAgents } from '../users/users.policy.ts';
import { orders } from './orders.schema.ts';

/**
 * The orders that an actor sees (part 2 §6, decisions: Roles): all; for a Partner those of its lead source's students;
 * without canViewAllOrders those whose agent is the actor or in its group.
 */
export const orderScope = (actor: Actor): SQL | undefined => {
  if (actor.role === 'Partner')
    return sql`exists (select from users scoped where scoped.id = ${orders.studentId} and scoped.lead_source = ${actor.leadSourceScope})`;
  if (can(actor, 'order.canViewAllOrders')) return undefined;
  return sql`${orders.agentId} = any(${sql.param(ownAgents(actor))}::uuid[])`;
};
