import { z } from 'zod';
import type { Access, Permission } from '../domains/identity/permissions.ts';
import './check-words.ts';
import type { Domain } from './domains.ts';
import type { ErrorCode } from './errors.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** One call of the API as data: the server validates, authorises and documents by it, and it types the web client. */
export type Operation<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> = {
  /** Verb and noun; also the OpenAPI operationId and the name of the route. */
  name: string;
  /** The domain of its records: after a save the web app reads this domain again, and OpenAPI groups by it. */
  domain: Domain;
  summary: string;
  method: Method;
  /** Path below `/api`, with `{param}` placeholders. */
  path: string;
  access: Access;
  /** Required in addition to access to the screen; without it, access is enough. */
  permission?: Permission;
  params?: Params;
  query?: Query;
  body?: Body;
  response: Response;
  /** Success status, by default 200. */
  status?: 200 | 201 | 202;
  /** Errors in addition to those of every operation. */
  errors?: readonly ErrorCode[];
  /** Accepts an `Idempotency-Key` header (api.md: Shape). */
  idempotent?: true;
  /** Also answers `Accept: text/csv`. */
  csv?: true;
  /** Media types for which all rows of a list can be downloaded as a text file, besides CSV. */
  downloads?: readonly string[];
  /** Returns the bytes of a file instead of JSON. */
  file?: true;
  /** Largest body in bytes, if it differs from the default. */
  bodyLimit?: number;
  /** Parses the JSON body in a worker thread; more than `mostValues` values are refused with `tooMany` before. */
  inThread?: { mostValues: number; tooMany: { code: ErrorCode; field: string; message: string } };
  /**
   * Accepts a multipart form instead of JSON: one file in `field`, unless `optional`, and the fields of `body`, text as
   * is and other values as JSON. `tooLarge` is the error for more than `maxBytes`.
   */
  multipart?: { field: string; maxBytes: number; tooLarge: string; optional?: true };
};

/** Declares an operation. Without params, query or body it takes no such input. */
export const operation = <
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Response extends z.ZodType = z.ZodType,
>(
  definition: Operation<Params, Query, Body, Response>,
) => definition;

export type AnyOperation = Operation;
export type ParamsOf<O extends AnyOperation> = z.output<NonNullable<O['params']>>;
export type QueryOf<O extends AnyOperation> = z.output<NonNullable<O['query']>>;
export type BodyOf<O extends AnyOperation> = z.output<NonNullable<O['body']>>;
export type ResponseOf<O extends AnyOperation> = z.output<O['response']>;
/** The types that a caller passes: before defaults and trimming. */
export type ParamsInput<O extends AnyOperation> = z.input<NonNullable<O['params']>>;
export type BodyInput<O extends AnyOperation> = z.input<NonNullable<O['body']>>;

/** `{data: {...}}` */
export const one = <T extends z.ZodType>(record: T) => z.object({ data: record });

/** `{data: [...], count}`, the count exact. A page may end early at its byte budget; `next_offset` begins the next. */
export const many = <T extends z.ZodType>(record: T) =>
  z.object({
    data: z.array(record),
    count: z.int().min(0),
    next_offset: z
      .int()
      .min(1)
      .optional()
      .describe('The offset of the next row, only on a page shortened by its size in bytes'),
  });
