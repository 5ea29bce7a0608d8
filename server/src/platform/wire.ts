import { is, getTableColumns } from 'drizzle-orm';
import { PgTimestamp, type PgTable } from 'drizzle-orm/pg-core';
import { toCents, toWireAmount } from 'staffroom-contract/shared/money.ts';
import { fieldKindOf, innermost } from 'staffroom-contract/shared/shown.ts';
import { z } from 'zod';
import { isCents } from './platform.schema.ts';

/** The column of a wire name: `max_cap` → `maxCap`, `_id` → `id`, the instant `scheduled_on` → `scheduledAt` (ADR 87). */
type ColumnName<Name> = Name extends `_${infer Rest}`
  ? ColumnName<Rest>
  : Name extends `${infer First}_${infer Rest}`
    ? Rest extends 'on'
      ? `${First}At`
      : `${First}${Capitalize<ColumnName<Rest>>}`
    : Name;

const columnNameOf = (name: string) =>
  name
    .replace(/^_/, '')
    .replace(/_on$/, '_at')
    .replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** A column's value on the wire. */
type Shown<Value> = Value extends Date ? string : Value;

/** The response fields that a row has under the same name, with the same type of value. */
type Held<Answer, Row> = {
  [Name in keyof Answer]: ColumnName<Name> extends keyof Row
    ? Shown<Row[ColumnName<Name>]> extends Answer[Name]
      ? Name
      : never
    : never;
}[keyof Answer];

/** The response fields without such a column, and any others to show differently. */
export type OwnFields<Answer, Row> = Omit<Answer, Held<Answer, Row>> & Partial<Answer>;

/**
 * Presents a row by the contract's schema: fields with a column of the same name are read from the row, instants as ISO
 * text and cents as decimals. All other fields must be passed; the compiler checks that.
 */
export const presentColumns = <Schema extends z.ZodObject, Row extends object>(
  schema: Schema,
  row: Row,
  own: OwnFields<z.output<Schema>, Row>,
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
    show: showing(name, field),
  }));
  fieldsByModel.set(schema, fields);
  return fields;
};

const showing = (name: string, field: z.core.$ZodType) => {
  if (fieldKindOf(field) === 'amount')
    return (value: unknown) => (typeof value === 'number' ? toWireAmount(value) : value);
  const kind = innermost(field);
  if (kind instanceof z.ZodNumber && kind.format !== 'safeint')
    return () => {
      throw new Error(`${name} is declared neither as an amount nor as a whole number.`);
    };
  return (value: unknown) => (value instanceof Date ? value.toISOString() : value);
};

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
 * Converts written fields to columns of the same names: instants to dates, decimals to cents. A field without a column
 * does not compile: omit it, or pass it under the column's name. Properties beyond the declared type are left out.
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
