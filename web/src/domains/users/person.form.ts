import {
  can,
  isStaffRole,
  mayOpen,
  grantableScreens,
  staffRoles,
  type ScreenRoute,
  type UserType,
} from 'staffroom-contract/domains/identity/permissions.ts';
import type { ValuesOf } from '../../kit/form/define-form.ts';
import {
  choice,
  choices,
  email,
  flag,
  password,
  people,
  phone,
  text,
} from '../../kit/form/field.ts';
import { screenNames } from '../identity/screen-names.ts';

/** Fields of every person's form (part 1 §2, User edit/create: Shared). */
export const personFields = {
  name: text({ label: 'Name', required: true }),
  email: email({ label: 'E-mail', required: true }),
  password: password({ label: 'Password' }),
  phone: phone({
    label: 'Phone',
    codeLabel: 'Country code',
    at: ['phone_country_code', 'phone'],
  }),
};

/** Options for all screens. */
export const screenChoices = grantableScreens.map((route) => ({
  value: route,
  label: `${screenNames[route]} (${route})`,
}));

/** Account settings beyond the role, for an Admin (decisions: Roles). */
export const accountFields = {
  enabled: flag({ label: 'Enabled', default: true, implied: true }),
  acts_as: choice(staffRoles, { label: 'Treat this account as', at: 'account.acts_as' }),
  extra_routes: choices(screenChoices, { label: 'Also opens', at: 'account.extra_routes' }),
  lead_source_scope: text({
    label: 'Lead source',
    at: 'account.lead_source_scope',
    maxLength: 80,
    emptied: null,
  }),
  order_agents: people({ label: 'Also sees the orders of', at: 'account.order_agents' }),
  sees_order_id: flag({ label: 'Sees order ids', at: 'account.sees_order_id', implied: true }),
};

export type AccountValues = ValuesOf<typeof accountFields>;

/** The effective role of an account and its extra screens. */
export const rightsOfAccount = (
  type: UserType,
  { acts_as, extra_routes }: Pick<AccountValues, 'acts_as' | 'extra_routes'>,
) => {
  const role = acts_as ?? type;
  return isStaffRole(role) ? { role, extra_routes } : undefined;
};

/** Settings that have an effect on an account of this type, or already have a value. */
export const settingsShown = (type: UserType, values: AccountValues) => {
  const rights = rightsOfAccount(type, values);
  const opensOrders = rights !== undefined && mayOpen(rights, '/orders');
  const seesOwnOrders = opensOrders && !can(rights, 'order.canViewAllOrders');
  return {
    seesOrderId: opensOrders || values.sees_order_id,
    orderAgents: seesOwnOrders || values.order_agents.length > 0,
    leadSourceScope: rights?.role === 'Partner' || values.lead_source_scope !== '',
  };
};

/** Screens that can be granted: those beyond the role, and those already granted. */
export const grantableRoutes = (type: UserType, values: AccountValues): ScreenRoute[] => {
  const rights = rightsOfAccount(type, { ...values, extra_routes: [] });
  return grantableScreens.filter(
    (route) => values.extra_routes.includes(route) || (rights && !mayOpen(rights, route)),
  );
};
