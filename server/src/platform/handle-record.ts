import type { ChangesOperation } from 'staffroom-contract/shared/changes.ts';
import type {
  AnyOperation,
  BodyOf,
  ParamsOf,
  QueryOf,
  ResponseOf,
} from 'staffroom-contract/shared/operation.ts';
import type { idParams } from 'staffroom-contract/shared/record.ts';
import type { Context } from './context.ts';
import type { CsvAnswer } from './csv.ts';
import { handle, type Input, type Route } from './handle.ts';
import type { TextDownload } from './text-download.ts';
import {
  changeRecord,
  createRecord,
  deleteRecord,
  getRecord,
  listChanges,
  type ColumnsOf,
  type RecordKind,
  type RecordTable,
} from './record.ts';

/** The query of a list; a report, whose filter is its body, gets the body as `filter`. */
export type ListQueryOf<O extends AnyOperation> =
  BodyOf<O> extends object ? QueryOf<O> & { filter: BodyOf<O> } : QueryOf<O>;

/** Binds a list to its operation, with its downloads. */
export const handleList = <O extends AnyOperation>(
  operation: O,
  list: {
    page: (context: Context, query: ListQueryOf<O>) => Promise<ResponseOf<O>>;
    csv?: ((context: Context, query: ListQueryOf<O>) => CsvAnswer | Promise<CsvAnswer>) | undefined;
  },
  downloads: Record<string, (context: Context, query: ListQueryOf<O>) => TextDownload> = {},
): Route => {
  const { csv } = list;
  return {
    operation,
    run: (context, input) => list.page(context, queryOf(operation, input)),
    csv: csv && ((context, input) => csv(context, queryOf(operation, input))),
    downloads: Object.fromEntries(
      Object.entries(downloads).map(([mediaType, make]) => [
        mediaType,
        (context: Context, input: Input<AnyOperation>) => make(context, queryOf(operation, input)),
      ]),
    ),
  };
};

const queryOf = <O extends AnyOperation>(
  operation: O,
  { query, body }: Input<AnyOperation>,
): ListQueryOf<O> =>
  (operation.body ? { ...(query as object), filter: body } : query) as ListQueryOf<O>;

/** The parts of a list of one record: its page, and its download where the operation has one. */
type ListOfRecord<O extends AnyOperation> = {
  page: (context: Context, query: ListQueryOf<O>) => Promise<ResponseOf<O>>;
  csv?: ((context: Context, query: ListQueryOf<O>) => CsvAnswer) | undefined;
};

/**
 * Binds a list that belongs to a record or depends on the query, with its download. `listOf` returns the list, and refuses
 * if the actor may not see the record.
 */
export const handleListOf = <O extends AnyOperation>(
  operation: O,
  listOf: (
    context: Context,
    params: ParamsOf<O>,
    query: ListQueryOf<O>,
  ) => ListOfRecord<O> | Promise<ListOfRecord<O>>,
): Route => {
  const find = async (context: Context, input: Input<AnyOperation>) => {
    const query = queryOf(operation, input);
    return { query, list: await listOf(context, input.params as ParamsOf<O>, query) };
  };
  return {
    operation,
    run: async (context, input) => {
      const { list, query } = await find(context, input);
      return list.page(context, query);
    },
    csv: operation.csv
      ? async (context, input) => {
          const { list, query } = await find(context, input);
          if (!list.csv) throw new Error(`${operation.name} has no columns for its download.`);
          return list.csv(context, query);
        }
      : undefined,
  };
};

type OfOne<Shown> = AnyOperation & {
  params?: typeof idParams;
  response: { _output: { data: Shown } };
};
type Write<Shown> = AnyOperation & { response: { _output: { data: Shown } } };

/** The operations of a record that need no code of their own. */
type OperationsOf<Shown> = {
  get?: OfOne<Shown>;
  changes: ChangesOperation;
  remove?: OfOne<Shown>;
};

/** The fields that create and update write; each may be missing in a call. */
type Written<Create extends AnyOperation, Update extends AnyOperation> = Omit<
  BodyOf<Update>,
  'version'
> &
  Partial<Omit<BodyOf<Create>, keyof BodyOf<Update>>>;

type Saves<
  Table extends RecordTable,
  Shown,
  Create extends AnyOperation,
  Update extends AnyOperation,
> = {
  create: Create & Write<Shown>;
  update: Update & Write<Shown> & { params?: typeof idParams };
  columns: ColumnsOf<Table, Written<Create, Update>, Shown>;
};

/** Binds the operations of one record: the record itself, its timeline, and those that save or delete it. */
export const handleRecord = <
  Table extends RecordTable,
  Details,
  Recorded extends object,
  Shown,
  Create extends AnyOperation,
  Update extends AnyOperation,
>(
  kind: RecordKind<Table, Details, Recorded, Shown>,
  {
    get,
    changes,
    remove,
    ...saves
  }: OperationsOf<Shown> & (Saves<Table, Shown, Create, Update> | { columns?: undefined }),
): Route[] => [
  ...(get ? [handle(get, (context, { params }) => getRecord(context, kind, params.id))] : []),
  handle(changes, (context, { params, query }) => listChanges(context, kind, params.id, query)),
  ...(remove
    ? [handle(remove, (context, { params }) => deleteRecord(context, kind, params.id))]
    : []),
  ...(saves.columns ? handleSaves(kind, saves) : []),
];

const handleSaves = <
  Table extends RecordTable,
  Details,
  Recorded extends object,
  Shown,
  Create extends AnyOperation,
  Update extends AnyOperation,
>(
  kind: RecordKind<Table, Details, Recorded, Shown>,
  { create, update, columns }: Saves<Table, Shown, Create, Update>,
): Route[] => [
  handle(create as Write<Shown>, (context, { body }) =>
    createRecord(context, kind, async (tx, insert) =>
      insert((await columns(body as Written<Create, Update>, { tx, context })) as never),
    ),
  ),
  handle(update as OfOne<Shown>, (context, { params, body }) => {
    const { version, ...fields } = body as Written<Create, Update> & { version?: number };
    const change = { id: params.id, version, action: 'updated' };
    return changeRecord(context, kind, change, (tx, before) =>
      columns(fields as unknown as Written<Create, Update>, { tx, context, before }),
    );
  }),
];
