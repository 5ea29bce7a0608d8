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
import { getRecord, listChanges, type RecordKind, type RecordTable } from './record.ts';

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

type Gets<Shown> = AnyOperation & {
  params?: typeof idParams;
  response: { _output: { data: Shown } };
};

/** Binds the reads of one record: the record itself and its timeline. */
export const handleRecord = <Table extends RecordTable, Details, Recorded extends object, Shown>(
  kind: RecordKind<Table, Details, Recorded, Shown>,
  { get, changes }: { get?: Gets<Shown>; changes: ChangesOperation },
): Route[] => [
  ...(get ? [handle(get, (context, { params }) => getRecord(context, kind, params.id))] : []),
  handle(changes, (context, { params, query }) => listChanges(context, kind, params.id, query)),
];
