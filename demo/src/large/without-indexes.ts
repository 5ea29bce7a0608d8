import type pg from 'pg';

type Definition = { drop: string; create: string };

const foreignKeys = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
  from pg_constraint where contype = 'f' and conrelid = any ($1::regclass[])
  order by conrelid, conname`;

const indexes = `
  select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as create
  from pg_index i where indrelid = any ($1::regclass[])
    and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
  order by indexrelid`;

/** Works while these tables have no foreign keys and only primary and unique indexes: building once is much faster. */
export const withoutIndexes = async (
  client: pg.ClientBase,
  tables: readonly string[],
  work: () => Promise<void>,
  step: (name: string, run: () => Promise<unknown>) => Promise<void>,
) => {
  const find = async (query: string) => (await client.query<Definition>(query, [tables])).rows;
  const keyDefinitions = await find(foreignKeys);
  const indexDefinitions = await find(indexes);
  for (const { drop } of [...keyDefinitions, ...indexDefinitions]) await client.query(drop);
  await work();
  await step('indexes', async () => {
    for (const { create } of indexDefinitions) await client.query(create);
  });
  await step('foreign keys', async () => {
    for (const { create } of keyDefinitions) await client.query(create);
  });
};
