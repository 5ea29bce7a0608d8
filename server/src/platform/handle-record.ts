import type { ChangesOperation } from '@staffroom/contract/shared/changes.ts';
import type { AnyOperation, QueryOf, ResponseOf } from '@staffroom/contract/shared/operation.ts';
import type { idParams } from '@staffroom/contract/shared/record.ts';
import type { Context } from './context.ts';
import type { CsvAnswer } from './csv.ts';
import { handle, type Route } from './handle.ts';
import { getRecord, listChanges, type RecordKind, type RecordTable } from './record.ts';

/** Binds a list to its operation, with its download where it has one. */
export const handleList = <O extends AnyOperation>(
  operation: O,
  list: {
    page: (context: Context, query: QueryOf<O>) => Promise<ResponseOf<O>>;
    csv?: ((context: Context, query: QueryOf<O>) => CsvAnswer) | undefined;
  },
): Route => {
  const { csv } = list;
  return {
    operation,
    run: (context, { query }) => list.page(context, query as QueryOf<O>),
    csv: csv && ((context, { query }) => csv(context, query as QueryOf<O>)),
  };
};

type Gets<Shown> = AnyOperation & {
  params?: typeof idParams;
  response: { _output: { data: Shown } };
};

/** Binds what is read of one record: the record itself and its timeline. */
export const handleRecord = <Table extends RecordTable, Details, Recorded extends object, Shown>(
  kind: RecordKind<Table, Details, Recorded, Shown>,
  { get, changes }: { get?: Gets<Shown>; changes: ChangesOperation },
): Route[] => [
  ...(get ? [handle(get, (context, { params }) => getRecord(context, kind, params.id))] : []),
  handle(changes, (context, { params, query }) => listChanges(context, kind, params.id, query)),
];
