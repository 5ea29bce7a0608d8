import { z } from 'zod';
import type { Permission, ScreenRoute } from '../domains/identity/permissions.ts';
import { changesQuery, recordChangeSchema } from './changes.ts';
import type { Domain } from './domains.ts';
import type { ErrorCode } from './errors.ts';
import { one, many, operation, type Operation } from './operation.ts';
import { moment } from './shown.ts';
import { idSchema } from './text.ts';

/** Path parameters of one record. */
export const idParams = z.object({ id: idSchema });

/** A record as shown: these fields between its id and its saves. */
export const recordOf = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z.object({ _id: idSchema, ...fields, created: moment, updated: moment, version: z.int() });

type WithoutDefault<Field extends z.core.SomeType> =
  Field extends z.ZodDefault<infer Inner> ? Inner : Field;
type Changeable<Fields extends z.ZodRawShape> = {
  [Name in keyof Fields]: z.ZodOptional<WithoutDefault<Fields[Name]>>;
};

/** Body of an update: a new record's fields, optional and without defaults, and the version that the caller saw. */
export const changesOf = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z.strictObject({
    ...(Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, z.optional(withoutDefault(field))]),
    ) as Changeable<Fields>),
    version: z.int().optional(),
  });

const withoutDefault = (field: z.core.$ZodType) =>
  field instanceof z.ZodDefault ? field.def.innerType : field;

/** The list of the records: `listQuery`, and what a row shows. */
type ListDefinition = { summary: string; query: z.ZodType; of: z.ZodType; csv?: true };

type RecordDefinition<
  Shown extends z.ZodType,
  Create extends z.ZodType,
  Update extends z.ZodType,
  Deletes,
  List,
> = {
  /** Noun for summaries: "a class". */
  noun: string;
  domain: Domain;
  path: `/admin/${string}`;
  /** The screens that read and save it. */
  access: readonly ScreenRoute[];
  /** Permission to save, besides access to a screen. */
  saves: Permission;
  /** Permission to read its timeline, besides access to a screen; by default none. */
  readsChanges?: Permission;
  record: Shown;
  create: Create;
  update: Update;
  /** Errors of a save; an update also throws `stale`. */
  errors?: readonly ErrorCode[];
  /** Adds the operation that deletes it, at most once per Idempotency-Key. */
  deletes?: Deletes;
  /** Adds the operation that lists the records, named by the noun and an s. */
  list?: List;
};

type None = z.ZodUndefined;
type IdParams = typeof idParams;
type Answer<Shown extends z.ZodType> = ReturnType<typeof one<Shown>>;

type RecordOperations<
  Noun extends string,
  Shown extends z.ZodType,
  Create extends z.ZodType,
  Update extends z.ZodType,
  Deletes,
  List,
> = Record<`get${Noun}`, Operation<IdParams, None, None, Answer<Shown>>> &
  Record<
    `list${Noun}Changes`,
    Operation<
      IdParams,
      typeof changesQuery,
      None,
      ReturnType<typeof many<typeof recordChangeSchema>>
    >
  > &
  Record<`create${Noun}`, Operation<None, None, Create, Answer<Shown>>> &
  Record<`update${Noun}`, Operation<IdParams, None, Update, Answer<Shown>>> &
  (Deletes extends true
    ? Record<`delete${Noun}`, Operation<IdParams, None, None, Answer<Shown>>>
    : unknown) &
  (List extends ListDefinition
    ? Record<
        `list${Noun}s`,
        Operation<None, List['query'], None, ReturnType<typeof many<List['of']>>>
      >
    : unknown);

/**
 * Defines the operations of a record by name: `const { getRoom, createRoom, … } = recordOperations('Room', {…})`. All
 * but create throw not_found, also out of scope; create runs once per Idempotency-Key; an update changes the given
 * fields. To override one operation, spread it: `operation({ ...room.getRoom, access: […] })`.
 */
export const recordOperations = <
  const Noun extends string,
  Shown extends z.ZodType,
  Create extends z.ZodType,
  Update extends z.ZodType,
  Deletes extends true | undefined = undefined,
  List extends ListDefinition | undefined = undefined,
>(
  name: Noun,
  definition: RecordDefinition<Shown, Create, Update, Deletes, List>,
) => {
  const { noun, domain, path, access, saves, readsChanges, errors = [], deletes } = definition;
  const list: ListDefinition | undefined = definition.list;
  const response = one(definition.record);
  const all = [
    operation({
      name: `get${name}`,
      domain,
      summary: noun.replace(/^an? /, 'One '),
      method: 'GET',
      path: `${path}/{id}`,
      access,
      params: idParams,
      response,
    }),
    operation({
      name: `list${name}Changes`,
      domain,
      summary: `The timeline of ${noun}`,
      method: 'GET',
      path: `${path.replace('/admin/', '/admin/audit/')}/{id}`,
      access,
      ...(readsChanges && { permission: readsChanges }),
      params: idParams,
      query: changesQuery,
      response: many(recordChangeSchema),
    }),
    operation({
      name: `create${name}`,
      domain,
      summary: `Create ${noun}`,
      method: 'POST',
      path,
      access,
      permission: saves,
      body: definition.create,
      response,
      status: 201,
      ...(errors.length > 0 && { errors }),
      idempotent: true,
    }),
    operation({
      name: `update${name}`,
      domain,
      summary: `Change ${noun}`,
      method: 'PATCH',
      path: `${path}/{id}`,
      access,
      permission: saves,
      params: idParams,
      body: definition.update,
      response,
      errors: ['stale', ...errors],
    }),
    ...(deletes
      ? [
          operation({
            name: `delete${name}`,
            domain,
            summary: `Delete ${noun}`,
            method: 'DELETE',
            path: `${path}/{id}`,
            access,
            permission: saves,
            params: idParams,
            response,
            idempotent: true,
          }),
        ]
      : []),
    ...(list
      ? [
          operation({
            name: `list${name}s`,
            domain,
            summary: list.summary,
            method: 'GET',
            path,
            access,
            query: list.query,
            response: many(list.of),
            ...(list.csv && { csv: list.csv }),
          }),
        ]
      : []),
  ];
  return Object.fromEntries(all.map((each) => [each.name, each])) as unknown as RecordOperations<
    Noun,
    Shown,
    Create,
    Update,
    Deletes,
    List
  >;
};
