import {
  discountCodeSchema,
  type DiscountCode,
  type DiscountCodeDetail,
} from 'staffroom-contract/domains/discount-codes/discount-codes.contract.ts';
import {
  isActiveOn,
  type DiscountTerms,
} from 'staffroom-contract/domains/discount-codes/discount-codes.rules.ts';
import { can } from 'staffroom-contract/domains/identity/permissions.ts';
import { toWireAmount } from 'staffroom-contract/shared/money.ts';
import type { Actor } from '../../platform/context.ts';
import { presentColumns } from '../../platform/wire.ts';
import type { DiscountCodeCardRow, DiscountCodeRow, listUsage } from './discount-codes.queries.ts';

/** A code in the list, with its status on `today`, a business day. */
export const presentDiscountCode = (
  { code, agentEmail }: DiscountCodeCardRow,
  actor: Actor,
  today: string,
): DiscountCode =>
  presentColumns(discountCodeSchema, code, {
    ...presentTerms(code),
    status: isActiveOn(termsOf(code), today) ? 'Active' : 'Inactive',
    agent: code.agentId,
    agent_email: agentEmail ?? '',
    merchandise_id: code.classIds,
    abilities: { toggle: can(actor, 'discountcode.canToggle') },
  });

const termsSchema = discountCodeSchema.omit({
  total_usage: true,
  status: true,
  agent: true,
  agent_email: true,
  merchandise_id: true,
  abilities: true,
});

const presentTerms = (code: DiscountCodeRow) =>
  presentColumns(termsSchema, code, {
    desc: code.description,
    discount: toDiscount(code.discountType, code.value),
  });

type NamedClass = { id: string; name: string };

/** A code with its class names and its usage by day. */
export const presentDiscountCodeDetail = (
  card: DiscountCodeCardRow,
  classes: NamedClass[],
  usage: Awaited<ReturnType<typeof listUsage>>,
  { actor, today }: { actor: Actor; today: string },
): DiscountCodeDetail => ({
  ...presentDiscountCode(card, actor, today),
  agent_name: card.agentName ?? '',
  classes: classes.map(({ id, name }) => ({ _id: id, name })),
  usage: usage.map(({ day, orders, cancelled }) => ({ day, orders, cancelled })),
});

/** The audit snapshot of a code (ADR 11), with the names of agent and classes. */
export const recordedDiscountCode = (
  { code, agentName, agentEmail }: DiscountCodeCardRow,
  classes: NamedClass[],
) => ({
  ...presentTerms(code),
  agent: code.agentId === null ? null : { _id: code.agentId, name: agentName || agentEmail },
  merchandise_id: classes.map(({ id, name }) => ({ _id: id, name })),
});

/** Converts a row to the terms that the rules use. */
export const termsOf = (row: DiscountCodeRow): DiscountTerms => ({
  discount_type: row.discountType,
  value: row.value,
  currency: row.currency,
  start_date: row.startDate,
  end_date: row.endDate,
  usage_limit: row.usageLimit,
  total_usage: row.totalUsage,
  is_active: row.isActive,
  block_trial: row.blockTrial,
  class_ids: row.classIds,
});

/** Converts the stored `value` (DiscountTerms) to the wire's `discount`: percent, amount or number of lessons. */
const toDiscount = (type: DiscountTerms['discount_type'], value: number) =>
  type === 'Number of Element Free' ? value : toWireAmount(value);
