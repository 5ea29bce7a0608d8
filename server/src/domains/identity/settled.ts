import { inTransaction, type Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';

/** Runs an act in one transaction; a refusal that it returns is thrown after its rows are committed. */
export const settled = async <T>(
  context: Pick<Context, 'db' | 'requireSession'>,
  act: (tx: Db) => Promise<T | AppError>,
): Promise<T> => {
  const outcome = await inTransaction(context, act);
  if (outcome instanceof AppError) throw outcome;
  return outcome;
};
