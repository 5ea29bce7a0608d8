import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { inTransaction, type Context } from './context.ts';
import type { Db } from './database.ts';
import { refusal } from './errors.ts';
import { idempotencyKeys } from './platform.schema.ts';
import { insertRows } from './prepared.ts';

/** Hash of a parsed body, to recognise a repeated request. */
export const hashBody = (body: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(body) ?? '')
    .digest();

/**
 * Runs an act in one transaction, once per actor, operation and `Idempotency-Key`: a repeat gets the first response,
 * after waiting for it; another body is refused (api.md: Shape). Without a key it is a plain transaction.
 */
export const inTransactionOnce = async <T>(
  context: Context,
  act: (tx: Db) => Promise<T>,
): Promise<T> => {
  const request = context.idempotency;
  if (!request) return inTransaction(context, act);
  return inTransaction(context, async (tx) => {
    const claimed = await claim(tx, context, request);
    if (!claimed) return (await firstAnswer(tx, context, request)) as T;
    const answer = await act(tx);
    await tx
      .update(idempotencyKeys)
      .set({ status: request.status, answer })
      .where(keyOf(context, request));
    return answer;
  });
};

type Request = NonNullable<Context['idempotency']>;

/** The unique index makes a concurrent repeat wait here until the first transaction has ended. */
const claim = async (tx: Db, context: Context, request: Request) => {
  const rows = await insertRows(
    tx,
    idempotencyKeys,
    [
      {
        actorId: context.actor.id,
        operation: request.operation,
        key: request.key,
        bodyHash: request.bodyHash,
        created: context.clock.now(),
      },
    ],
    { unlessTaken: [idempotencyKeys.actorId, idempotencyKeys.operation, idempotencyKeys.key] },
  );
  return rows.length === 1;
};

const firstAnswer = async (tx: Db, context: Context, request: Request) => {
  const [first] = await tx.select().from(idempotencyKeys).where(keyOf(context, request));
  if (!first?.bodyHash.equals(request.bodyHash)) throw refusal('idempotency_key_reused');
  return first.answer;
};

const keyOf = (context: Context, request: Request) =>
  and(
    eq(idempotencyKeys.actorId, context.actor.id),
    eq(idempotencyKeys.operation, request.operation),
    eq(idempotencyKeys.key, request.key),
  );
