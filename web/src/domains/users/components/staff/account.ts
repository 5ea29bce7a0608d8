import {
  can,
  isStaffRole,
  mayOpen,
  screenRoutes,
  type ScreenRoute,
  type StaffRole,
  type UserType,
} from '@staffroom/contract/domains/identity/permissions.ts';
import type { User } from '@staffroom/contract/domains/users/user.schema.ts';
import type { StaleField } from '../../../../ui/stale-notice.tsx';

/** What an Admin sets on an account beyond its role, as it stands in a form (decisions: Roles). */
export type AccountValues = {
  enabled: boolean;
  acts_as: StaffRole | null;
  extra_routes: ScreenRoute[];
  sees_order_id: boolean;
  order_agents: { _id: string; name: string }[];
  lead_source_scope: string;
};

/** Where the server's refusals of these fields are shown; put them among the form's places. */
export const accountPlaces = [
  'enabled',
  'account.acts_as',
  'account.extra_routes',
  'account.sees_order_id',
  'account.order_agents',
  'account.lead_source_scope',
] as const;
export type AccountPlace = (typeof accountPlaces)[number];

export const noAccount: AccountValues = {
  enabled: true,
  acts_as: null,
  extra_routes: [],
  sees_order_id: false,
  order_agents: [],
  lead_source_scope: '',
};

export const accountValuesOf = (user: Pick<User, 'enabled' | 'account'>): AccountValues => ({
  ...noAccount,
  enabled: user.enabled,
  ...(user.account && {
    ...user.account,
    lead_source_scope: user.account.lead_source_scope ?? '',
  }),
});

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const idsOf = (agents: AccountValues['order_agents']) => agents.map((agent) => agent._id);

/** The part of a request that turns `base` into `values`: `enabled` and `account`, each only where it changes. */
export const accountChanges = (base: AccountValues, values: AccountValues) => {
  const scope = values.lead_source_scope.trim();
  const account = {
    ...(values.acts_as !== base.acts_as && { acts_as: values.acts_as }),
    ...(!isSame(values.extra_routes, base.extra_routes) && { extra_routes: values.extra_routes }),
    ...(values.sees_order_id !== base.sees_order_id && { sees_order_id: values.sees_order_id }),
    ...(!isSame(idsOf(values.order_agents), idsOf(base.order_agents)) && {
      order_agents: idsOf(values.order_agents),
    }),
    ...(scope !== base.lead_source_scope.trim() && { lead_source_scope: scope || null }),
  };
  return {
    ...(values.enabled !== base.enabled && { enabled: values.enabled }),
    ...(Object.keys(account).length > 0 && { account }),
  };
};

/** The role that counts for an account of this type, and the screens it is given beyond it. */
export const rightsOfAccount = (
  type: UserType,
  { acts_as, extra_routes }: Pick<AccountValues, 'acts_as' | 'extra_routes'>,
) => {
  const role = acts_as ?? type;
  return isStaffRole(role) ? { role, extra_routes } : undefined;
};

/** Which settings have an effect on an account of this type, or a value that somebody should see. */
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

/** The screens that may still be given: those beyond the role, and those given already. */
export const grantableRoutes = (type: UserType, values: AccountValues): ScreenRoute[] => {
  const rights = rightsOfAccount(type, { ...values, extra_routes: [] });
  return screenRoutes.filter(
    (route) => values.extra_routes.includes(route) || (rights && !mayOpen(rights, route)),
  );
};

/** The rows of a `StaleNotice` for these fields. */
export const accountStaleFields: readonly StaleField<AccountValues>[] = [
  {
    label: 'Enabled',
    fields: ['enabled'],
    show: ({ enabled }) => (enabled ? 'Enabled' : 'Disabled'),
  },
  {
    label: 'Treat this account as',
    fields: ['acts_as'],
    show: (values) => values.acts_as ?? '',
  },
  {
    label: 'Also opens',
    fields: ['extra_routes'],
    show: (values) => values.extra_routes.join(', '),
  },
  {
    label: 'Sees order ids',
    fields: ['sees_order_id'],
    show: (values) => (values.sees_order_id ? 'Yes' : 'No'),
  },
  {
    label: 'Also sees the orders of',
    fields: ['order_agents'],
    show: (values) => values.order_agents.map(({ name }) => name || '–').join(', '),
  },
  { label: 'Lead source', fields: ['lead_source_scope'] },
];
