import type { z } from 'zod';
import type { RecordKind, RecordTable } from './record.ts';
import { presentColumns, type OwnFields } from './wire.ts';

type RowOf<Table extends RecordTable> = Table['$inferSelect'] & { id: string; version: number };
type ShownBy<Schema extends z.ZodObject> = z.output<Schema>;

type PlainKind<Table extends RecordTable, Schema extends z.ZodObject> = Pick<
  RecordKind<Table, RowOf<Table>, ShownBy<Schema>, ShownBy<Schema>>,
  'entity' | 'table' | 'unique' | 'isUncounted'
> & {
  /** The record in the contract. */
  schema: Schema;
  /** Condition for the records that the actor may see; all by default. */
  scope?: RecordKind<Table, unknown, object, unknown>['scope'];
};

/** The fields without a column of the same name; the compiler demands them. */
type Own<Shown, Row> =
  Record<never, never> extends OwnFields<Shown, Row>
    ? { own?: (row: Row) => OwnFields<Shown, Row> }
    : { own: (row: Row) => OwnFields<Shown, Row> };

/** Defines a record that is one row: shown and recorded alike, named as in the contract, except for `own` fields. */
export const plainRecord = <Table extends RecordTable, Schema extends z.ZodObject>(
  kind: PlainKind<Table, Schema> & Own<ShownBy<Schema>, Table['$inferSelect']>,
): RecordKind<Table, RowOf<Table>, ShownBy<Schema>, ShownBy<Schema>> => {
  const { schema, own, ...known }: PlainKind<Table, Schema> & { own?: (row: never) => object } =
    kind;
  const present = (row: RowOf<Table>) =>
    presentColumns(schema, row, (own?.(row as never) ?? {}) as never);
  return {
    scope: () => undefined,
    ...known,
    read: async (_db, row) => row,
    record: present,
    present,
  };
};
