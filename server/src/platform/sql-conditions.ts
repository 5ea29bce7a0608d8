import { sql, type Column, type SQL } from 'drizzle-orm';

type Expression = SQL | Column;

/** `column = any($1)`: one statement whatever the number of values. */
export const anyOfList = (column: Expression, values: readonly string[], type: 'uuid' | 'text') =>
  sql`${column} = any(${sql.param([...values])}::${sql.raw(type)}[])`;

/** What somebody typed, as a literal inside a LIKE pattern. */
const literal = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** A literal substring; `text` must be lower case like the expression (decisions: Time, money, text). */
export const containsText = (expression: Expression, text: string) =>
  sql`${expression} like ${`%${literal(text)}%`}`;

export const startsWith = (expression: Expression, text: string) =>
  sql`${expression} like ${`${literal(text)}%`}`;
