import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { useTestApp } from '../../test/build-test-app.ts';
import { aClass } from '../../test/factories/class.factory.ts';
import { classes } from '../domains/classes/classes.schema.ts';
import type { Db } from './database.ts';
import { separateValues, hotRows, plannedOnce } from './prepared.ts';

const app = useTestApp();

test('a named statement runs in the transaction that asks, and in its savepoints', async () => {
  const counted = (db: Db) => plannedOnce(db, sql`select count(*)::int as count from only_here`);
  await app.database.db.transaction(async (tx) => {
    await tx.execute(sql`create temporary table only_here on commit drop as select 1 as id`);
    expect(await counted(tx)).toEqual([{ count: 1 }]);
    await tx.transaction(async (savepoint) => {
      expect(await counted(savepoint)).toEqual([{ count: 1 }]);
    });
  });
});

describe('hot rows', () => {
  const select = (db: Db) =>
    db
      .select({ class: classes, upper: sql<string>`upper(${classes.name})` })
      .from(classes)
      .where(eq(classes.id, sql.placeholder('id')));

  test('are read as the query builder reads them, also with other values', async () => {
    const { db } = app.database;
    for (const { id } of [await aClass(app), await aClass(app)]) {
      const rows = await hotRows(db, 'class of a test', { id }, () => select(db));
      expect(rows).toHaveLength(1);
      expect(rows).toEqual(await select(db).execute({ id }));
    }
  });
});

describe('a condition beside its values', () => {
  const named = (name: string) =>
    separateValues(sql`${classes.name} = ${name} and ${classes.isActive}`);

  test('has one shape for all values', () => {
    expect(named('Maths').shape).toBe(named('English').shape);
    expect(named('Maths').values).toEqual({ value0: 'Maths' });
  });

  test('finds the same as with its values in it', async () => {
    const { name, id } = await aClass(app);
    const { values, condition } = named(name);
    const { db } = app.database;
    const rows = db.select({ id: classes.id }).from(classes).where(condition()).prepare('');
    expect(await rows.execute(values)).toEqual([{ id }]);
  });

  test('is refused if its text contains a placeholder', () => {
    expect(() => separateValues(sql`${classes.name} <> '$1'`).condition()).toThrow(
      /like a placeholder/,
    );
  });
});
