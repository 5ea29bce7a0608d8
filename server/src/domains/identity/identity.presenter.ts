import {
  can,
  flags,
  mayOpen,
  screenRoutes,
} from 'staffroom-contract/domains/identity/permissions.ts';
import type { SessionUser } from 'staffroom-contract/domains/identity/identity.contract.ts';
import type { Actor } from '../../platform/context.ts';
import type { Settings } from '../../platform/settings.ts';

/** Presents the signed-in user for the shell, with all permissions resolved. */
export const presentSessionUser = (
  actor: Actor,
  settings: Pick<Settings, 'secondFactor'>,
): SessionUser => ({
  _id: actor.id,
  _type: actor.role,
  email: actor.email,
  name: actor.name,
  extra_routes: [...actor.extra_routes],
  sees_order_id: actor.seesOrderId,
  routes: screenRoutes.filter((route) => mayOpen(actor, route)),
  flags: flags.filter((flag) => can(actor, flag)),
  needs_second_factor: lacksSecondFactor(settings, actor),
});

/** True if a setting requires the second factor of this role. */
export const requiresSecondFactor = (
  { secondFactor }: Pick<Settings, 'secondFactor'>,
  { role, scopes }: Pick<Actor, 'role' | 'scopes'>,
) => secondFactor.isRequiredForAdmins && role === 'Admin' && !scopes;

/** True if a setting requires the second factor of this account, and it is off. */
export const lacksSecondFactor = (settings: Pick<Settings, 'secondFactor'>, actor: Actor) =>
  requiresSecondFactor(settings, actor) && !actor.hasSecondFactor;
