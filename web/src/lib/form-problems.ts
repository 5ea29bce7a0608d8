import type { z } from 'zod';
import { wordsOfError } from 'staffroom-contract/shared/error-words.ts';
import { ApiError, sentenceOf } from './api-error.ts';

/** Messages by the place of a form that shows them; `form` is its top. */
export type FormProblems<Place extends string = string> = Partial<Record<Place | 'form', string>>;

type Item = {
  field?: string | undefined;
  message: string;
  about?: string | undefined;
};

/** Messages by place; several for one place are joined. */
export const problemsAt = <Place extends string>(
  items: readonly Item[],
  placeOf: (field: string | undefined) => Place | 'form',
): FormProblems<Place> => {
  const problems: FormProblems<Place> = {};
  for (const item of items) {
    const message = wordsOfError(item);
    const place = placeOf(item.field);
    const before = problems[place];
    if (!before?.includes(message)) problems[place] = before ? `${before} ${message}` : message;
  }
  return problems;
};

/**
 * Returns a function that maps a request's field to the longest place containing it (`parent.email.0` → `parent.email`),
 * or to 'form'.
 */
export const placeAmong =
  <Place extends string>(places: readonly Place[]) =>
  (field: string | undefined): Place | 'form' => {
    const path = (field ?? '').replace(/^body\./, '');
    return (
      places
        .filter((place) => path === place || path.startsWith(`${place}.`))
        .toSorted((one, other) => other.length - one.length)[0] ?? 'form'
    );
  };

/** Messages of a failed call, by place; empty without an error. */
export const problemsOfFailure = <Place extends string>(
  error: unknown,
  placeOf: (field: string | undefined) => Place | 'form',
): FormProblems<Place> => {
  if (error === null || error === undefined) return {};
  if (!(error instanceof ApiError) || error.errors.length === 0 || error.status >= 500) {
    const problems: FormProblems = { form: sentenceOf(error) };
    return problems;
  }
  return problemsAt(error.errors, placeOf);
};

/** Errors of the contract's schema before sending, by place. */
export const schemaProblems = <Place extends string>(
  schema: z.ZodType,
  body: unknown,
  places: readonly Place[],
): FormProblems<Place> =>
  problemsAt(
    (schema.safeParse(body).error?.issues ?? []).map((issue) => ({
      field: issue.path.join('.'),
      message: issue.message,
    })),
    placeAmong(places),
  );
