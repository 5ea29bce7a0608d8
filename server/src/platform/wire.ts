import { is, getTableColumns } from 'drizzle-orm';
import { PgTimestamp, type PgTable } from 'drizzle-orm/pg-core';
import { toCents, toWireAmount } from '@staffroom/contract/shared/money.ts';
import { amount } from '@staffroom/contract/shared/shown.ts';
import { z } from 'zod';
import { isCents } from './platform.schema.ts';

/** The column of a name on the wire: `max_cap` → `maxCap`, `_id` → `id`. */
type ColumnName<Name> = Name extends `_${infer Rest}`
  ? ColumnName<Rest>
  : Name extends `${infer First}_${infer Rest}`
    ? `${First}${Capitalize<ColumnName<Rest>>}`
    : Name;

const columnNameOf = (name: string) =>
  name.replace(/^_/, '').replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** A column's value on the wire. */
type Shown<Value> = Value extends Date ? string : Value;

/** The fields of an answer that a row holds under the same name, in the same kind of value. */
type Held<Answer, Row> = {
  [Name in keyof Answer]: ColumnName<Name> extends keyof Row
    ? Shown<Row[ColumnName<Name>]> extends Answer[Name]
      ? Name
      : never
    : never;
}[keyof Answer];

type Own<Answer, Row> = Omit<Answer, Held<Answer, Row>> & Partial<Answer>;

/**
 * A row as the contract's schema shows it: the fields that have a column of their name are read from it, instants as
 * ISO text, cents as decimals; all others are given, and the compiler says which.
 */
export const presentColumns = <Schema extends z.ZodObject, Row extends object>(
  schema: Schema,
  row: Row,
  own: Own<z.output<Schema>, Row>,
): z.output<Schema> =>
  Object.fromEntries(
    fieldsOf(schema).flatMap(({ name, column, show }) => {
      const value = name in own ? own[name as keyof typeof own] : show(row[column as keyof Row]);
      return value === undefined ? [] : [[name, value]];
    }),
  ) as z.output<Schema>;

type ShownField = { name: string; column: string; show: (value: unknown) => unknown };
const fieldsByModel = new WeakMap<z.ZodObject, ShownField[]>();

const fieldsOf = (schema: z.ZodObject): ShownField[] => {
  const known = fieldsByModel.get(schema);
  if (known) return known;
  const fields = Object.entries(schema.shape as z.core.$ZodShape).map(([name, field]) => ({
    name,
    column: columnNameOf(name),
    show: showing(name, innermost(field)),
  }));
  fieldsByModel.set(schema, fields);
  return fields;
};

/** What a field is behind "may be null" and "may be left out". */
export const innermost = (field: z.core.$ZodType): z.core.$ZodType =>
  field instanceof z.ZodNullable || field instanceof z.ZodOptional
    ? innermost(field.def.innerType)
    : field;

const showing = (name: string, field: z.core.$ZodType) => {
  if (field === amount)
    return (value: unknown) => (typeof value === 'number' ? toWireAmount(value) : value);
  if (field instanceof z.ZodNumber && field.format !== 'safeint')
    return () => {
      throw new Error(`${name} says neither that it is an amount nor that it is a whole number.`);
    };
  return (value: unknown) => (value instanceof Date ? value.toISOString() : value);
};

/** A field's value as its column keeps it. */
type Kept<Value, Column> = Value extends string ? (Date extends Column ? Date : Value) : Value;

type Columns<Table extends PgTable> = Table['$inferInsert'];

type Fits<Table extends PgTable, Fields> = {
  [Name in keyof Fields]: ColumnName<Name> extends keyof Columns<Table>
    ? Kept<Fields[Name], Columns<Table>[ColumnName<Name>]> extends
        Columns<Table>[ColumnName<Name>] | undefined
      ? Fields[Name]
      : never
    : never;
};

type ColumnsOf<Table extends PgTable, Fields> = {
  [Name in keyof Fields as ColumnName<Name> & string]: ColumnName<Name> extends keyof Columns<Table>
    ? Kept<Fields[Name], Columns<Table>[ColumnName<Name>]>
    : never;
};

/**
 * The columns that written fields set, each of its own name: instants as dates, decimals as cents. A field that no
 * column is named for does not compile: the caller takes it out, or gives it the column's name. What a wider object
 * holds beyond its type is left out.
 */
export const columnsOf = <Table extends PgTable, Fields extends object>(
  table: Table,
  fields: Fields & Fits<Table, Fields>,
): ColumnsOf<Table, Fields> => {
  const columns = getTableColumns(table as PgTable);
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) => {
      const name = columnNameOf(field);
      const column = columns[name];
      return column ? [[name, kept(column, value)]] : [];
    }),
  ) as ColumnsOf<Table, Fields>;
};

const kept = (column: unknown, value: unknown) => {
  if (typeof value === 'string' && is(column, PgTimestamp)) return new Date(value);
  if (typeof value === 'number' && isCents(column)) return toCents(value);
  return value;
};
