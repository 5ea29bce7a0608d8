import { z } from 'zod';
import { addMonths, plainDateSchema } from '@staffroom/contract/shared/dates.ts';
import type { QueryOf } from '@staffroom/contract/shared/operation.ts';
import { discountCodeName } from '@staffroom/contract/domains/discount-codes/discount-codes.contract.ts';
import type { listOrders } from '@staffroom/contract/domains/orders/orders.contract.ts';
import {
  defaultStatuses,
  orderStatuses,
  orderTypes,
} from '@staffroom/contract/domains/orders/orders.rules.ts';
import { optionalInAddress, textInAddress } from '../../lib/address-values.ts';

/** Orders on a page (part 2 §9). */
export const pageSize = 20;

export const paymentModes = ['all', 'online', 'bank-transfer'] as const;
export const agentModes = ['ignore', 'none', 'all'] as const;
export const orderDialogs = ['create', 'csv'] as const;

/** A code as it is kept, however it was written into the address. */
const codeInAddress = textInAddress.pipe(discountCodeName);

/** What the address of the orders screen holds; all of it may be missing, nonsense counts as missing. */
export const orderSearchSchema = z.object({
  from: optionalInAddress(plainDateSchema),
  to: optionalInAddress(plainDateSchema),
  type: optionalInAddress(z.enum(orderTypes)),
  /** An empty list means every status. */
  status: optionalInAddress(z.array(z.enum(orderStatuses))),
  payment: optionalInAddress(z.enum(paymentModes)),
  agent: optionalInAddress(z.uuid()),
  agents: optionalInAddress(z.enum(agentModes)),
  /** The discount code that the orders used. */
  code: optionalInAddress(codeInAddress),
  /** The user search, as typed; it replaces the filters. */
  search: optionalInAddress(textInAddress),
  /** The same for one user, from a link of another screen. */
  email: optionalInAddress(textInAddress),
  page: optionalInAddress(z.int().min(1)),
  dialog: optionalInAddress(z.enum(orderDialogs)),
  /** The order whose history is open. */
  order: optionalInAddress(z.uuid()),
});
export type OrderSearch = z.infer<typeof orderSearchSchema>;

/** The filters in force: what the address says, else the defaults (part 2 §9). */
export type OrderFilters = {
  from: string;
  to: string;
  type: (typeof orderTypes)[number] | 'all';
  status: (typeof orderStatuses)[number][];
  payment: (typeof paymentModes)[number];
  agent: string;
  agents: (typeof agentModes)[number];
  /** A whole discount code, empty for orders with any or none. */
  code: string;
};

/** One month back to today; INIT, PROCESSED and CANCELLED; everything else open. */
export const defaultFilters = (today: string): OrderFilters => ({
  from: addMonths(today, -1),
  to: today,
  type: 'all',
  status: [...defaultStatuses],
  payment: 'all',
  agent: 'all',
  agents: 'ignore',
  code: '',
});

export const filtersOf = (search: OrderSearch, today: string): OrderFilters => {
  const defaults = defaultFilters(today);
  const from = search.from ?? defaults.from;
  const to = search.to ?? defaults.to;
  return {
    ...defaults,
    from: from <= to ? from : to,
    to: from <= to ? to : from,
    ...(search.type && { type: search.type }),
    ...(search.status && { status: search.status }),
    ...(search.payment && { payment: search.payment }),
    ...(search.agent && { agent: search.agent }),
    ...(search.agents && { agents: search.agents }),
    ...(search.code && { code: search.code }),
  };
};

const sameStatuses = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((status) => other.includes(status));

/** The part of the address that says these filters; what is default is left out. */
export const searchOf = (filters: OrderFilters, today: string): OrderSearch => {
  const defaults = defaultFilters(today);
  const sameRange = filters.from === defaults.from && filters.to === defaults.to;
  const { type, status, payment, agent, agents, code } = filters;
  return {
    ...(!sameRange && { from: filters.from, to: filters.to }),
    ...(type !== 'all' && { type }),
    ...(!sameStatuses(status, defaults.status) && { status }),
    ...(payment !== 'all' && { payment }),
    ...(agent !== 'all' && { agent }),
    ...(agents !== 'ignore' && { agents }),
    ...(code !== '' && { code }),
  };
};

/** How many filters differ from their default; dates count once. */
export const changedFilters = (filters: OrderFilters, today: string) => {
  const { from, to, ...rest } = searchOf(filters, today);
  return Object.keys(rest).length + ((from ?? to) ? 1 : 0);
};

type ListQuery = QueryOf<typeof listOrders>;

/** The call's filter for the filters in force. An agent of one's own choice beats the agent filter. */
export const orderFilterOf = (filters: OrderFilters): ListQuery['filter'] => ({
  created: { between: [filters.from, filters.to] },
  ...(filters.type !== 'all' && { type: filters.type }),
  ...(filters.status.length > 0 && { status: { in: filters.status } }),
  ...(filters.payment !== 'all' && {
    handled_by: { exists: filters.payment === 'bank-transfer' },
  }),
  ...agentCondition(filters),
  ...(filters.code !== '' && { discount_code: filters.code }),
});

const agentCondition = ({ agent, agents }: OrderFilters): ListQuery['filter'] => {
  if (agent !== 'all') return { agent };
  if (agents === 'ignore') return {};
  return { agent: { exists: agents === 'all' } };
};

/** The page of the list that the address asks for. */
export const orderQueryOf = (
  filter: ListQuery['filter'],
  page: number | undefined,
): Partial<ListQuery> => ({
  filter,
  max: pageSize,
  offset: ((page ?? 1) - 1) * pageSize,
  sortBy: 'created',
  order: 'desc',
});
