import type { AnyOperation, BodyOf } from 'staffroom-contract/shared/operation.ts';
import { AppError, refusal } from './errors.ts';
import { problemsOf } from './field-problems.ts';

/** Parses the body of an operation in the worker thread. Throws malformed_json and the errors of its schema. */
export const parseBody = <O extends AnyOperation>(operation: O, bytes: Uint8Array): BodyOf<O> => {
  const read = operation.body?.safeParse(parsed(bytes));
  if (read?.success === false) throw new AppError(problemsOf(read.error, 'body'));
  return read?.data as BodyOf<O>;
};

const parsed = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw refusal('malformed_json');
  }
};
