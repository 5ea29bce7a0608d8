import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { TokenScope } from '@staffroom/contract/domains/identity/permissions.ts';
import type { ItemAnswers } from '@staffroom/contract/domains/integrations/integrations.contract.ts';
import { inTransaction, type Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { AppError, refusal } from '../../platform/errors.ts';
import { problemsOf } from '../../platform/field-problems.ts';
import { hashBody } from '../../platform/idempotency.ts';
import { integrationItems } from './integration-items.schema.ts';

/** What a kind of items is and how one is taken. */
export type ItemKind<Item extends { external_id: string }> = {
  scope: TokenScope;
  schema: z.ZodType<Item>;
  /** What is sent of the item this time, and what of its content may be another then; one step unless told. */
  step?: (item: Item) => { name: string; content: unknown };
  /** Takes the item in the given transaction and answers its record's id; `known` is that of an earlier step. */
  take: (tx: Db, context: Context, item: Item, known: string | undefined) => Promise<string>;
};

type ItemAnswer = ItemAnswers['data'][number];

/**
 * Takes each item by itself: read, decided and written in a transaction of its own, at most once for its external id,
 * and answered in the order sent. What is refused keeps no other from being taken; a token that is revoked meanwhile
 * ends the call.
 */
export const takeItems = async <Item extends { external_id: string }>(
  context: Context,
  kind: ItemKind<Item>,
  items: readonly unknown[],
): Promise<ItemAnswers> => {
  const data: ItemAnswer[] = [];
  for (const item of items) data.push(await takeItem(context, kind, item));
  return { data };
};

const takeItem = async <Item extends { external_id: string }>(
  context: Context,
  kind: ItemKind<Item>,
  sent: unknown,
): Promise<ItemAnswer> => {
  const read = kind.schema.safeParse(sent);
  if (!read.success)
    return { external_id: namedBy(sent), ok: false, errors: problemsOf(read.error, 'item') };
  const { external_id } = read.data;
  const refused: { by?: AppError } = {};
  try {
    return await inTransaction(context, async (tx) => {
      try {
        return { external_id, ok: true, ...(await takeOnce(tx, context, kind, read.data)) };
      } catch (error) {
        if (error instanceof AppError) refused.by = error;
        throw error;
      }
    });
  } catch (error) {
    if (!refused.by || error !== refused.by) throw error;
    return { external_id, ok: false, errors: refused.by.items };
  }
};

/** The unique key makes a concurrent twin wait until the first has ended. */
const takeOnce = async <Item extends { external_id: string }>(
  tx: Db,
  context: Context,
  { scope, step, take }: ItemKind<Item>,
  item: Item,
) => {
  const { name, content } = step?.(item) ?? { name: 'sent', content: item };
  const contentHash = hashBody(content);
  const [claimed] = await tx
    .insert(integrationItems)
    .values({
      scope,
      externalId: item.external_id,
      contentHash,
      steps: [name],
      recordId: context.actor.id,
      serviceTokenId: context.actor.id,
      received: context.clock.now(),
    })
    .onConflictDoNothing()
    .returning({ externalId: integrationItems.externalId });
  const isItem = and(
    eq(integrationItems.scope, scope),
    eq(integrationItems.externalId, item.external_id),
  );
  if (claimed) {
    const recordId = await take(tx, context, item, undefined);
    await tx.update(integrationItems).set({ recordId }).where(isItem);
    return { _id: recordId };
  }
  const [known] = await tx.select().from(integrationItems).where(isItem).for('update');
  if (!known?.contentHash.equals(contentHash))
    throw refusal('external_id_reused', { field: 'external_id' });
  if (known.steps.includes(name)) return { _id: known.recordId, repeated: true };
  await take(tx, context, item, known.recordId);
  await tx
    .update(integrationItems)
    .set({ steps: [...known.steps, name] })
    .where(isItem);
  return { _id: known.recordId };
};

/** The external id of an item that cannot be read, if it has one. */
const namedBy = (sent: unknown) =>
  typeof sent === 'object' &&
  sent !== null &&
  'external_id' in sent &&
  typeof sent.external_id === 'string'
    ? sent.external_id.slice(0, 100)
    : null;
