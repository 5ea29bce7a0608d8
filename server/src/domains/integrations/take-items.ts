import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { TokenScope } from 'staffroom-contract/domains/identity/permissions.ts';
import type { ItemAnswers } from 'staffroom-contract/domains/integrations/integrations.contract.ts';
import { inTransaction, type Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { AppError, refusal } from '../../platform/errors.ts';
import { problemsOf } from '../../platform/field-problems.ts';
import { hashBody } from '../../platform/idempotency.ts';
import { integrationItems } from './integration-items.schema.ts';

/** A kind of items and how they are processed. */
export type ItemKind<Item extends { external_id: string }> = {
  scope: TokenScope;
  /** Parses an item, with warnings about ignored content. */
  read: (sent: unknown) => { read: z.ZodSafeParseResult<Item>; warnings: Warning[] };
  /** The step of the item, by default one, with the content that must stay the same unless `mayDiffer`. */
  step?: (item: Item) => { name: string; content: unknown; mayDiffer?: boolean };
  /** For a step with `mayDiffer`: is this the same content again? If not, `external_id_reused`. */
  isRepeat?: (tx: Db, item: Item, id: string) => Promise<boolean>;
  /** Processes the item in the given transaction and returns the id of its record. */
  take: (tx: Db, context: Context, item: Item, earlier: Earlier) => Promise<string | Taken>;
};

type Warning = NonNullable<ItemAnswer['warnings']>[number];
type Taken = { id: string; warnings: Warning[] };

/** The record of an earlier step, and whether the content differs from that step. */
type Earlier = { known: string | undefined; contentDiffers: boolean };

/** Parses items that must match the schema exactly. */
export const readBy =
  <Item>(schema: z.ZodType<Item>) =>
  (sent: unknown) => ({ read: schema.safeParse(sent), warnings: [] });

type ItemAnswer = ItemAnswers['data'][number];

/**
 * Processes the items in order, each in its own transaction and at most once per external id, and returns one result
 * for each. A refused item does not affect the others; a token that is revoked meanwhile ends the call.
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
  const { read, warnings } = kind.read(sent);
  if (!read.success)
    return { external_id: namedBy(sent), ok: false, errors: problemsOf(read.error, 'item') };
  const { external_id } = read.data;
  const refused: { by?: AppError } = {};
  try {
    return await inTransaction(context, async (tx) => {
      try {
        const taken = await takeOnce(tx, context, kind, read.data);
        const allWarnings = [...warnings, ...(taken.warnings ?? [])];
        return {
          external_id,
          ok: true,
          ...taken,
          ...(allWarnings.length > 0 && { warnings: allWarnings }),
        };
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

/** The unique key makes a concurrent duplicate wait until the first has committed or rolled back. */
const takeOnce = async <Item extends { external_id: string }>(
  tx: Db,
  context: Context,
  { scope, step, isRepeat, take }: ItemKind<Item>,
  item: Item,
): Promise<{ _id: string; repeated?: boolean; warnings?: Warning[] }> => {
  const { name, content, mayDiffer = false } = step?.(item) ?? { name: 'sent', content: item };
  const system = context.actor.name;
  const contentHash = hashBody(content);
  const [claimed] = await tx
    .insert(integrationItems)
    .values({
      scope,
      system,
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
    eq(integrationItems.system, system),
    eq(integrationItems.externalId, item.external_id),
  );
  if (claimed) {
    const taken = takenOf(
      await take(tx, context, item, { known: undefined, contentDiffers: false }),
    );
    await tx.update(integrationItems).set({ recordId: taken.id }).where(isItem);
    return { _id: taken.id, warnings: taken.warnings };
  }
  const [known] = await tx.select().from(integrationItems).where(isItem).for('update');
  const contentDiffers = !known?.contentHash.equals(contentHash);
  if (!known || (contentDiffers && !mayDiffer))
    throw refusal('external_id_reused', { field: 'external_id' });
  if (known.steps.includes(name)) {
    if (isRepeat && !(await isRepeat(tx, item, known.recordId)))
      throw refusal('external_id_reused', { field: 'external_id' });
    return { _id: known.recordId, repeated: true };
  }
  const taken = takenOf(await take(tx, context, item, { known: known.recordId, contentDiffers }));
  await tx
    .update(integrationItems)
    .set({ steps: [...known.steps, name] })
    .where(isItem);
  return { _id: known.recordId, warnings: taken.warnings };
};

const takenOf = (taken: string | Taken): Taken =>
  typeof taken === 'string' ? { id: taken, warnings: [] } : taken;

/** Returns the external id of an unreadable item, if it has one. */
const namedBy = (sent: unknown) =>
  typeof sent === 'object' &&
  sent !== null &&
  'external_id' in sent &&
  typeof sent.external_id === 'string'
    ? sent.external_id.slice(0, 100)
    : null;
