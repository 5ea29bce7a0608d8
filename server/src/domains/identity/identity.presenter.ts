import {
  can,
  flags,
  mayOpen,
  screenRoutes,
} from 'staffroom-contract/domains/identity/permissions.ts';
import type { SessionUser } from 'staffroom-contract/domains/identity/identity.contract.ts';
import type { Actor } from '../../platform/context.ts';

/** Presents the signed-in user for the shell, with all permissions resolved. */
export const presentSessionUser = (actor: Actor): SessionUser => ({
  _id: actor.id,
  _type: actor.role,
  email: actor.email,
  name: actor.name,
  extra_routes: [...actor.extra_routes],
  sees_order_id: actor.seesOrderId,
  routes: screenRoutes.filter((route) => mayOpen(actor, route)),
  flags: flags.filter((flag) => can(actor, flag)),
});
