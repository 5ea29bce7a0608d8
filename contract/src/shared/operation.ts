import { z } from 'zod';
import type { Access, Permission } from '../domains/identity/permissions.ts';
import './check-words.ts';
import type { ErrorCode } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/**
 * One call of the API as data: the server validates, authorises and documents with it, the web app's
 * client is typed by it. Nothing about a call is written anywhere else.
 */
export type Operation<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> = {
  /** Verb and noun; also the OpenAPI operationId and the name under which routes are registered. */
  name: string;
  summary: string;
  method: Method;
  /** Below `/api`, with `{param}` places. */
  path: string;
  access: Access;
  /** Needed beside the screen; absent means that opening the screen is enough. */
  permission?: Permission;
  params?: Params;
  query?: Query;
  body?: Body;
  response: Response;
  /** Success status, 200 unless told. */
  status?: 200 | 201 | 202;
  /** What it can refuse with, beyond what every operation can. */
  errors?: readonly ErrorCode[];
  /** Accepts an `Idempotency-Key` header (api.md: Shape). */
  idempotent?: true;
  /** Also answers `Accept: text/csv`. */
  csv?: true;
  /** Media types to whose `Accept` all rows of a list are answered as a text file, beside CSV. */
  downloads?: readonly string[];
  /** Answers the bytes of a file in place of JSON. */
  file?: true;
  /** Largest body in bytes where the common limit does not fit. */
  bodyLimit?: number;
  /**
   * Takes the JSON body as bytes, which a worker thread parses and validates. At most `mostValues` values, counted
   * before parsing; more are refused with `tooMany`.
   */
  inThread?: { mostValues: number; tooMany: { code: ErrorCode; field: string; message: string } };
  /**
   * Takes a multipart form in place of a JSON body: one file in `field`, which may be left out where it is `optional`,
   * beside the fields of `body` by their names, texts as they are and all else as JSON. `tooLarge` is said of more than
   * `maxBytes`.
   */
  multipart?: { field: string; maxBytes: number; tooLarge: string; optional?: true };
};

/** Declares an operation; what is not given takes no input. */
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
/** What a caller writes: before defaults and trimming. */
export type ParamsInput<O extends AnyOperation> = z.input<NonNullable<O['params']>>;
export type BodyInput<O extends AnyOperation> = z.input<NonNullable<O['body']>>;

/** `{data: {...}}` */
export const one = <T extends z.ZodType>(record: T) => z.object({ data: record });

/**
 * `{data: [...], count}`; the count is exact. A page of large rows is shorter than asked: it ends at its byte budget, and
 * `next_offset` is where the next page begins.
 */
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
