import { z } from 'zod';
import { textSchema } from './text.ts';

/** `{"regex": "text"}`: a literal, case-insensitive substring (decisions: Time, money, text). */
export const contains = z.strictObject({ regex: textSchema(200) });

/** A single value or `{"in": [...]}`. */
export const anyOf = <T extends z.ZodType>(value: T) =>
  z.union([value, z.strictObject({ in: z.array(value).max(200) })]);

/** `{"between": [from, to]}`, both included; null for an open end. */
export const between = <T extends z.ZodType>(value: T) =>
  z.strictObject({ between: z.tuple([value.nullable(), value.nullable()]) });

export const exists = z.strictObject({ exists: z.boolean() });

/** The values of an `anyOf` filter; undefined without a filter. */
export const valuesOf = <T>(filter: T | { in: T[] } | undefined): T[] | undefined => {
  if (filter === undefined) return undefined;
  return typeof filter === 'object' && filter !== null && 'in' in filter ? filter.in : [filter];
};

const parseJson = (text: string, context: z.RefinementCtx) => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    context.addIssue({ code: 'custom', message: 'The filter is not valid JSON.' });
    return z.NEVER;
  }
};

/** Paging of a list: at most 200 rows from `offset` on. */
export const pageQuery = (max: number) => ({
  max: z.coerce.number().int().min(1).max(200).default(max),
  offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
});

/** Query of a list: `max` (at most 200), `offset`, `sortBy`, `order`, `filter` as URL-encoded JSON (api.md: Shape). */
export const listQuery = <
  const Sort extends readonly [string, ...string[]],
  Filter extends z.ZodRawShape,
>(options: {
  sortBy: Sort;
  order: 'asc' | 'desc';
  max: number;
  filter: Filter;
}) =>
  z.strictObject({
    ...pageQuery(options.max),
    sortBy: z.enum(options.sortBy).default(options.sortBy[0] as never),
    order: z
      .string()
      .transform((text) => text.toLowerCase())
      .pipe(z.enum(['asc', 'desc']))
      .default(options.order),
    filter: z
      .string()
      .max(20_000)
      .default('{}')
      .transform(parseJson)
      .pipe(z.strictObject(options.filter).partial()),
  });

/** The query of a report, a list requested by POST with its filter fields in the body. */
export const reportQuery = <const Sort extends readonly [string, ...string[]]>(options: {
  sortBy: Sort;
  order: 'asc' | 'desc';
  max: number;
}) => listQuery({ ...options, filter: {} }).omit({ filter: true });
