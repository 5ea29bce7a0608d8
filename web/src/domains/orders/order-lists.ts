import { z } from 'zod';
import { discountCodeName } from '@staffroom/contract/domains/discount-codes/discount-codes.contract.ts';
import { listOrders } from '@staffroom/contract/domains/orders/orders.contract.ts';
import {
  defaultStatuses,
  orderStatuses,
  orderTypes,
} from '@staffroom/contract/domains/orders/orders.rules.ts';
import { addDays, addMonths, monthOf, weekOf } from '@staffroom/contract/shared/dates.ts';
import { defineList } from '../../kit/list/define-list.ts';
import { choice, choices, days, recordChoice, typed } from '../../kit/list/filters.tsx';
import { optionalInAddress, textInAddress } from '../../lib/address-values.ts';
import { useCan } from '../../lib/use-can.ts';
import { useAgentChoices } from '../users/users.api.ts';

const orders = {
  operation: listOrders,
  nouns: ['order', 'orders'],
  pageSize: 20,
  sort: { default: ['created', 'desc'] },
  empty: { none: 'There are no orders to display' },
} as const;

const useSeesAllOrders = () => useCan('order.canViewAllOrders');

/** A code as it is kept, however it was written. */
const codeInAddress = textInAddress.pipe(discountCodeName);

/** The orders screen: one month back to today; INIT, PROCESSED and CANCELLED; everything else open (part 2 §9). */
export const orderList = defineList({
  ...orders,
  days: days({
    label: 'Created',
    field: 'created',
    default: (today) => ({ start: addMonths(today, -1), end: today }),
    picks: (today) => [
      { label: 'Today', start: today, end: today },
      { label: 'Yesterday', start: addDays(today, -1), end: addDays(today, -1) },
      { label: 'This week', start: weekOf(today).start, end: today },
      { label: 'Last month to today', start: addMonths(today, -1), end: today },
      { label: 'This month', start: monthOf(today).start, end: today },
      { label: 'Last month', ...monthOf(addMonths(monthOf(today).start, -1)) },
      { label: 'This year', start: `${today.slice(0, 4)}-01-01`, end: today },
      { label: 'Last 12 months', start: addMonths(today, -12), end: today },
    ],
  }),
  filters: {
    type: choice(orderTypes, { label: 'Type' }),
    /** An empty choice means every status. */
    status: choices(orderStatuses, {
      label: 'Status',
      usual: defaultStatuses,
      where: (statuses) => (statuses.length > 0 ? { status: { in: statuses } } : {}),
    }),
    payment: choice(['online', 'bank-transfer'], {
      label: 'Payment mode',
      words: (mode) => (mode === 'online' ? 'Online' : 'Bank transfer'),
      where: (mode) => ({ handled_by: { exists: mode === 'bank-transfer' } }),
    }),
    // Orders with or without any agent, or those of one: each choice lets the other go.
    agents: choice(['none', 'all'], {
      label: 'Agent filter',
      none: 'Ignore',
      words: (mode) => (mode === 'none' ? 'No agent' : 'All agents'),
      where: (mode) => ({ agent: { exists: mode === 'all' } }),
      excludes: 'agent',
      useShown: useSeesAllOrders,
    }),
    agent: recordChoice(useAgentChoices, {
      label: 'Agent',
      excludes: 'agents',
      useShown: useSeesAllOrders,
    }),
    code: typed(codeInAddress, {
      label: 'Discount code',
      maxLength: 80,
      where: (code) => ({ discount_code: code }),
    }),
  },
});

/** Orders of what they have in common, whatever the filters would say: students that were found, a student. */
export const plainOrderList = defineList(orders);

/** The orders that used a discount code. */
export const codeOrderList = defineList({
  ...orders,
  empty: { ...orders.empty, detail: 'No order has used this code yet.' },
});

/** What the address of the orders screen holds; all of it may be missing, nonsense counts as missing. */
export const orderSearchSchema = orderList.address.extend({
  /** The user search for one user, from a link of another screen; `search` is the same as typed. */
  email: optionalInAddress(textInAddress),
  dialog: optionalInAddress(z.enum(['create', 'csv', 'imports'])),
  /** The import that the CSV dialog shows; without one it begins with a file. */
  import: optionalInAddress(z.uuid()),
  /** The order whose history is open. */
  order: optionalInAddress(z.uuid()),
});
export type OrderSearch = z.infer<typeof orderSearchSchema>;
