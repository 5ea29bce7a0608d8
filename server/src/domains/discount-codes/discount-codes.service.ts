import type { updateDiscountCode as updateOperation } from '@staffroom/contract/domains/discount-codes/discount-codes.contract.ts';
import type { DiscountTerms } from '@staffroom/contract/domains/discount-codes/discount-codes.rules.ts';
import { businessDayOf } from '@staffroom/contract/shared/dates.ts';
import type { BodyOf } from '@staffroom/contract/shared/operation.ts';
import { recordAudit } from '../../platform/audit.ts';
import { inTransaction, type Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { notFound, refusal } from '../../platform/errors.ts';
import { listRecordChanges } from '../../platform/record-changes.ts';
import * as classQueries from '../classes/classes.queries.ts';
import { listAndCount, type DiscountCodeQuery } from './discount-code-list.queries.ts';
import {
  presentDiscountCode,
  presentDiscountCodeDetail,
  recordedDiscountCode,
  termsOf,
} from './discount-codes.presenter.ts';
import * as discountCodeQueries from './discount-codes.queries.ts';

/** Codes that match, with the exact count. Everybody who may open the screen sees all of them. */
export const listDiscountCodes = async (context: Context, query: DiscountCodeQuery) => {
  const today = businessToday(context);
  const { rows, count } = await listAndCount(context.db, query, today);
  return { data: rows.map((row) => presentDiscountCode(row, context.actor, today)), count };
};

/** One code with its classes and its usage by business day. Throws not_found. */
export const getDiscountCode = async ({ db, actor, settings, clock }: Context, id: string) => {
  const card = await findCard(db, id);
  const classes = await classQueries.listNames(db, card.code.classIds);
  const usage = await discountCodeQueries.listUsage(db, id, settings.businessTimeZone);
  const today = businessToday({ settings, clock });
  return { data: presentDiscountCodeDetail(card, classes, usage, { actor, today }) };
};

/** Who made, enabled or disabled a code and when, newest first. Throws not_found. */
export const listDiscountCodeChanges = async (
  context: Context,
  id: string,
  page: { max: number; offset: number },
) => {
  await findCard(context.db, id);
  return listRecordChanges(context.db, { entity: 'discountcode', entityId: id, ...page });
};

/**
 * Enables or disables a code (part 1 §4); orders that have used it keep what they got. What it is already
 * changes nothing. Throws not_found, and stale with the code as it stands.
 */
export const updateDiscountCode = (
  context: Context,
  id: string,
  body: BodyOf<typeof updateOperation>,
) =>
  inTransaction(context, async (tx) => {
    if (!(await discountCodeQueries.lockById(tx, id))) throw notFound('id');
    const before = await findCard(tx, id);
    if (body.version !== undefined && body.version !== before.code.version)
      throw refusal('stale', { current: present(before, context) });
    if (body.is_active === before.code.isActive) return { data: present(before, context) };
    await discountCodeQueries.update(tx, id, {
      isActive: body.is_active,
      updated: context.clock.now(),
    });
    const after = await findCard(tx, id);
    const classes = await classQueries.listNames(tx, after.code.classIds);
    await recordAudit(tx, context, {
      action: body.is_active ? 'discountcode.enabled' : 'discountcode.disabled',
      entity: 'discountcode',
      entityId: id,
      before: recordedDiscountCode(before, classes),
      after: recordedDiscountCode(after, classes),
    });
    return { data: present(after, context) };
  });

/** A code with its agent. Throws not_found. */
export const findCard = async (db: Db, id: string) => {
  const card = await discountCodeQueries.findCard(db, id);
  if (!card) throw notFound('id');
  return card;
};

const present = (card: discountCodeQueries.DiscountCodeCardRow, context: Context) =>
  presentDiscountCode(card, context.actor, businessToday(context));

/** Today, a business day. */
export const businessToday = ({ clock, settings }: Pick<Context, 'clock' | 'settings'>) =>
  businessDayOf(clock.now().toISOString(), settings.businessTimeZone);

/** A code with the terms the rules decide by. */
export type UsableCode = DiscountTerms & {
  id: string;
  code: string;
  agent: { id: string; name: string } | null;
};

/** The code that was typed, or undefined when there is none. */
export const findCode = async (db: Db, name: string): Promise<UsableCode | undefined> => {
  const card = await discountCodeQueries.findByCode(db, name);
  if (!card) return undefined;
  const { code, agentName } = card;
  return {
    ...termsOf(code),
    id: code.id,
    code: code.code,
    agent: code.agentId === null ? null : { id: code.agentId, name: agentName ?? '' },
  };
};

/** Spends one use in the order's transaction; never passes the limit, however many come at once. */
export const spendUse = async (tx: Db, code: UsableCode) => {
  if (!(await discountCodeQueries.spendUse(tx, code.id)))
    throw refusal('discount_code_used_up', { field: 'discount_code' });
};

/** Cancelling an order gives the use back. */
export const giveBackUse = async (tx: Db, codeId: string | null) => {
  if (codeId !== null) await discountCodeQueries.giveBackUse(tx, codeId);
};
