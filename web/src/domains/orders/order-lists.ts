import { z } from 'zod';
import { classTypes, subjects } from 'staffroom-contract/domains/classes/classes.contract.ts';
import { discountCodeName } from 'staffroom-contract/domains/discount-codes/discount-codes.contract.ts';
import { listOrders } from 'staffroom-contract/domains/orders/orders.contract.ts';
import {
  defaultStatuses,
  orderStatuses,
  orderTypes,
  purchaseTypes,
} from 'staffroom-contract/domains/orders/orders.rules.ts';
import { addDays, addMonths, monthOf, weekOf } from 'staffroom-contract/shared/dates.ts';
import { currencies } from 'staffroom-contract/shared/money.ts';
import type { QueryOf } from 'staffroom-contract/shared/operation.ts';
import { defineList, type ListAddress } from '../../kit/list/define-list.ts';
import {
  choice,
  choices,
  days,
  foundChoice,
  recordChoice,
  typed,
} from '../../kit/list/filters.tsx';
import { optionalInAddress, textInAddress } from '../../lib/address-values.ts';
import { useCan } from '../../lib/use-can.ts';
import { useFindsClasses, useFoundClasses } from '../classes/found-classes.ts';
import { useAgentChoices } from '../users/users.api.ts';

const orders = {
  operation: listOrders,
  nouns: ['order', 'orders'],
  pageSize: 20,
  sort: { default: ['created', 'desc'] },
  empty: { none: 'There are no orders to display' },
} as const;

const useSeesAllOrders = () => useCan('order.canViewAllOrders');

/** Normalises a code as stored. */
const codeInAddress = textInAddress.pipe(discountCodeName);

type PaymentMode = 'online' | 'bank-transfer' | 'paynow' | 'credit-card' | 'other';

const paymentWords: Record<PaymentMode, string> = {
  online: 'Online',
  'bank-transfer': 'Bank transfer',
  paynow: 'Online, paynow',
  'credit-card': 'Online, credit-card',
  other: 'Online, other',
};

const online = { handled_by: { exists: false } };
/** `handled_by` distinguishes the payment modes (part 2 §3); free online orders have no platform. */
const paymentWhere: Record<PaymentMode, QueryOf<typeof listOrders>['filter']> = {
  online,
  'bank-transfer': { handled_by: { exists: true } },
  paynow: { ...online, platform: 'paynow' },
  'credit-card': { ...online, platform: 'credit-card' },
  other: { ...online, platform: { exists: false } },
};

/** The orders screen: one month back to today; INIT, PROCESSED and CANCELLED; no other filter (part 2 §9). */
export const orderList = defineList({
  ...orders,
  days: days({
    label: 'Created',
    field: 'created',
    by: [
      { field: 'created', label: 'Created' },
      { field: 'cancelled_on', label: 'Cancelled' },
    ],
    showsDays: true,
    // Orders that need attention are shown regardless of their age.
    default: (today, address: ListAddress & { attention?: unknown }) =>
      address.attention ? undefined : { start: addMonths(today, -1), end: today },
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
    type: choice([...orderTypes, 'purchases'], {
      label: 'Type',
      words: (type) => (type === 'purchases' ? 'All but trials' : type),
      where: (type) => ({ type: type === 'purchases' ? { in: [...purchaseTypes] } : type }),
    }),
    /** An empty choice means every status. */
    status: choices(orderStatuses, {
      label: 'Status',
      usual: defaultStatuses,
      where: (statuses) => (statuses.length > 0 ? { status: { in: statuses } } : {}),
    }),
    payment: choice(['online', 'bank-transfer', 'paynow', 'credit-card', 'other'], {
      label: 'Payment mode',
      words: (mode) => paymentWords[mode],
      where: (mode) => paymentWhere[mode],
    }),
    // Orders with or without any agent, or of one agent: each choice clears the other.
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
    attention: choice(['only'], {
      label: 'Attention',
      words: () => 'Needs attention',
      where: () => ({ needs_attention: true as const }),
      // Most of them are PAID, which is not shown by default.
      sets: { status: [] },
      rare: true,
    }),
    code: typed(codeInAddress, {
      label: 'Discount code',
      maxLength: 80,
      where: (code) => ({ discount_code: code }),
    }),
    class: foundChoice(useFoundClasses, {
      label: 'Class',
      noun: 'classes',
      rare: true,
      useShown: useFindsClasses,
    }),
    subject: choice(subjects, { label: 'Subject', rare: true }),
    class_type: choice(classTypes, {
      label: 'Class type',
      where: (type) => ({ 'class.class_type': type }),
      rare: true,
    }),
    class_end: choice(['Not ended', 'Ended'], {
      label: 'End of class',
      where: (end) => ({ 'class.has_ended': end === 'Ended' }),
      rare: true,
    }),
    class_active: choice(['Yes', 'No'], {
      label: 'Class active',
      where: (active) => ({ 'class.is_active': active === 'Yes' }),
      rare: true,
    }),
    class_listed: choice(['Yes', 'No'], {
      label: 'Class listed',
      where: (listed) => ({ 'class.is_listed': listed === 'Yes' }),
      rare: true,
    }),
    class_name: typed(textInAddress.pipe(z.string().max(200)), {
      label: 'Class name',
      maxLength: 200,
      where: (name) => ({ 'class.name': { regex: name } }),
      rare: true,
    }),
    currency: choice(currencies, { label: 'Currency', rare: true }),
    without: typed(textInAddress.pipe(z.string().max(80)), {
      label: 'Without brand',
      maxLength: 80,
      where: (brand) => ({ brand: { not: brand } }),
      rare: true,
    }),
  },
});

/** Orders restricted by a scope only, without filters: those of found students, of one student. */
export const plainOrderList = defineList(orders);

/** The orders that used a discount code. */
export const codeOrderList = defineList({
  ...orders,
  empty: { ...orders.empty, detail: 'No order has used this code yet.' },
});

/** The search parameters of the orders screen; all optional, invalid values count as missing. */
export const orderSearchSchema = orderList.address.extend({
  /** User search for one user, set by links from other screens; equivalent to a typed `search`. */
  email: optionalInAddress(textInAddress),
  dialog: optionalInAddress(z.enum(['create', 'csv', 'imports'])),
  /** The import in the CSV dialog; without it the dialog starts with a file. */
  import: optionalInAddress(z.uuid()),
  /** The order whose history is open. */
  order: optionalInAddress(z.uuid()),
});
export type OrderSearch = z.infer<typeof orderSearchSchema>;
