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
  const queryOf = ({ query, body }: Input<AnyOperation>) =>
    (operation.body ? { ...(query as object), filter: body } : query) as ListQueryOf<O>;
  return {
    operation,
    run: (context, input) => list.page(context, queryOf(input)),
    csv: csv && ((context, input) => csv(context, queryOf(input))),
    downloads: Object.fromEntries(
      Object.entries(downloads).map(([mediaType, make]) => [
        mediaType,
        (context: Context, input: Input<AnyOperation>) => make(context, queryOf(input)),
      ]),
    ),
  };
};

/** The parts of a list of one record: its page, and its download where the operation has one. */
type ListOfRecord<O extends AnyOperation> = {
  page: (context: Context, query: QueryOf<O>) => Promise<ResponseOf<O>>;
  csv?: ((context: Context, query: QueryOf<O>) => CsvAnswer) | undefined;
};

/**
 * Binds a list that belongs to a record, with its download. `listOf` answers the list, and refuses where the actor may not
 * see the record.
 */
export const handleListOf = <O extends AnyOperation>(
  operation: O,
  listOf: (context: Context, params: ParamsOf<O>) => Promise<ListOfRecord<O>>,
): Route => {
  const find = (context: Context, { params }: Input<AnyOperation>) =>
    listOf(context, params as ParamsOf<O>);
  return {
    operation,
    run: async (context, input) =>
      (await find(context, input)).page(context, input.query as QueryOf<O>),
    csv: operation.csv
      ? async (context, input) => {
          const { csv } = await find(context, input);
          if (!csv) throw new Error(`${operation.name} has no columns for its download.`);
          return csv(context, input.query as QueryOf<O>);
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
