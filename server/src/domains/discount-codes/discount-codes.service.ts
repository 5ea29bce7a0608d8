import { eq } from 'drizzle-orm';
import type { updateDiscountCode as updateOperation } from 'staffroom-contract/domains/discount-codes/discount-codes.contract.ts';
import type { DiscountTerms } from 'staffroom-contract/domains/discount-codes/discount-codes.rules.ts';
import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import type { BodyOf } from 'staffroom-contract/shared/operation.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { notFound, refusal } from '../../platform/errors.ts';
import { changeRecord, defineRecord } from '../../platform/record.ts';
import * as classQueries from '../classes/classes.queries.ts';
import {
  presentDiscountCode,
  presentDiscountCodeDetail,
  recordedDiscountCode,
  termsOf,
} from './discount-codes.presenter.ts';
import * as discountCodeQueries from './discount-codes.queries.ts';
import { discountCodes } from './discount-codes.schema.ts';

/** A discount code with its classes, for its reads, updates and audit trail. */
export const discountCodeRecord = defineRecord({
  entity: 'discountcode',
  table: discountCodes,
  scope: () => undefined,
  unique: { discount_codes_code_key: ['discount_code_taken', 'code'] },
  read: async (db, { id, classIds }: discountCodeQueries.DiscountCodeRow) => ({
    card: await findCard(db, id),
    classes: await classQueries.listNames(db, classIds),
  }),
  record: ({ card, classes }) => recordedDiscountCode(card, classes),
  present: ({ card }, context) => presentDiscountCode(card, context.actor, businessToday(context)),
});

/** Returns one code with its classes and its usage by business day. Throws not_found. */
export const getDiscountCode = async (context: Context, id: string) => {
  const { db, actor, settings } = context;
  const card = await findCard(db, id);
  const classes = await classQueries.listNames(db, card.code.classIds);
  const usage = await discountCodeQueries.listUsage(db, id, settings.businessTimeZone);
  const today = businessToday(context);
  return { data: presentDiscountCodeDetail(card, classes, usage, { actor, today }) };
};

/** Enables or disables a code (part 1 §4); orders keep discounts. Throws not_found, stale with the current code. */
export const updateDiscountCode = (
  context: Context,
  id: string,
  { version, is_active }: BodyOf<typeof updateOperation>,
) => {
  const action = is_active ? 'enabled' : 'disabled';
  return changeRecord(context, discountCodeRecord, { id, version, action }, () => ({
    isActive: is_active,
  }));
};
const findCard = async (db: Db, id: string) => {
  const card = await discountCodeQueries.findCard(db, id);
  if (!card) throw notFound('id');
  return card;
};

/** Returns the current business day. */
export const businessToday = ({ clock, settings }: Pick<Context, 'clock' | 'settings'>) =>
  businessDayOf(clock.now().toISOString(), settings.businessTimeZone);

/** A code with the terms that the rules use. */
export type UsableCode = DiscountTerms & {
  id: string;
  code: string;
  agent: { id: string; name: string } | null;
};

/** Returns the code with this name, or undefined. */
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

/** Takes one use in the order's transaction; concurrent orders never exceed the limit. Throws discount_code_used_up. */
export const spendUse = async (tx: Db, code: UsableCode) => {
  if (!(await discountCodeQueries.spendUse(tx, code.id)))
    throw refusal('discount_code_used_up', { field: 'discount_code' });
};

/** Takes one use if any is left, and returns whether it did. */
export const spendUseIfLeft = (tx: Db, codeId: string) => discountCodeQueries.spendUse(tx, codeId);

/** Returns whether the code is enabled. A web shop order may be paid long after it took its use. */
export const isEnabled = async (db: Db, codeId: string): Promise<boolean> =>
  (
    await db
      .select({ isActive: discountCodes.isActive })
      .from(discountCodes)
      .where(eq(discountCodes.id, codeId))
  )[0]?.isActive ?? false;

/** Returns a use when an order is cancelled. */
export const giveBackUse = async (tx: Db, codeId: string | null) => {
  if (codeId !== null) await discountCodeQueries.giveBackUse(tx, codeId);
};
