import pg from 'pg';

/** A row to insert: values by column name. All rows of one call have the same columns. */
export type Row = Readonly<Record<string, unknown>>;

const rowsPerStatement = 5000;

/** Inserts rows many at a time; columns that are not given keep their defaults. */
export const insertRows = async (
  client: Pick<pg.ClientBase, 'query'>,
  table: string,
  rows: readonly Row[],
) => {
  const columns = Object.keys(rows[0] ?? {})
    .map((name) => pg.escapeIdentifier(name))
    .join(', ');
  const name = pg.escapeIdentifier(table);
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    await client.query(
      `insert into ${name} (${columns}) select ${columns} from jsonb_populate_recordset(null::${name}, $1::jsonb)`,
      [JSON.stringify(rows.slice(start, start + rowsPerStatement))],
    );
  }
};
