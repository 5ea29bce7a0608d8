import { asc, eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { useTestApp } from '../../test/build-test-app.ts';
import { aClass } from '../../test/factories/class.factory.ts';
import { unique } from '../../test/unique.ts';
import { classes } from '../domains/classes/classes.schema.ts';
import type { Db } from './database.ts';
import { newId } from './ids.ts';
import { auditLog, idempotencyKeys } from './platform.schema.ts';
import { hotRows, insertRows, plannedOnce, separateValues } from './prepared.ts';

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

describe('inserted rows', () => {
  test('have the given values and the defaults of the database', async () => {
    const { db } = app.database;
    const source = await aClass(app);
    const [row] = await db.select().from(classes).where(eq(classes.id, source.id));
    const id = newId(new Date());
    const given = { ...row!, id, version: undefined };
    expect(await insertRows(db, classes, [given])).toEqual([{ ...row, id, version: 1 }]);
  });

  test('of different columns in one statement keep their values apart', async () => {
    const at = app.clock.now();
    const row = {
      at,
      actorId: null,
      actorName: 'Siti',
      address: '127.0.0.1',
      requestId: unique('request'),
      action: 'test.done',
      entity: 'list',
      entityId: newId(at),
    };
    const rows = [
      { ...row, id: newId(at), userAgent: 'Chrome' },
      { ...row, id: newId(at), after: { text: "it's ? $1" } },
    ];
    await insertRows(app.database.db, auditLog, rows, { silent: true });
    const stored = await app.database.db
      .select({ userAgent: auditLog.userAgent, after: auditLog.after, at: auditLog.at })
      .from(auditLog)
      .where(eq(auditLog.requestId, row.requestId))
      .orderBy(asc(auditLog.id));
    expect(stored).toEqual([
      { userAgent: 'Chrome', after: null, at },
      { userAgent: '', after: { text: "it's ? $1" }, at },
    ]);
  });

  test('are left out if they exist', async () => {
    const key = {
      actorId: newId(app.clock.now()),
      operation: 'test',
      key: unique('key'),
      bodyHash: Buffer.from('body'),
      created: app.clock.now(),
    };
    const unlessTaken = [idempotencyKeys.actorId, idempotencyKeys.operation, idempotencyKeys.key];
    const insert = () => insertRows(app.database.db, idempotencyKeys, [key], { unlessTaken });
    expect(await insert()).toHaveLength(1);
    expect(await insert()).toEqual([]);
  });
});
