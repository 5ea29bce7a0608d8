import { sql, type Column, type SQL } from 'drizzle-orm';

type Expression = SQL | Column;

/** `column = any($1)`: the same statement for any number of values. */
export const anyOfList = (column: Expression, values: readonly string[], type: 'uuid' | 'text') =>
  sql`${column} = any(${sql.param([...values])}::${sql.raw(type)}[])`;

/** Escapes a text for a LIKE pattern. */
const literal = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** Condition for a literal substring; `text` must be lower case like the expression (decisions: Time, money, text). */
export const containsText = (expression: Expression, text: string) =>
  sql`${expression} like ${`%${literal(text)}%`}`;

export const startsWith = (expression: Expression, text: string) =>
  sql`${expression} like ${`${literal(text)}%`}`;
