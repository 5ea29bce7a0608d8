import { and, asc, eq, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../../platform/database.ts';
import { refusal } from '../../platform/errors.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { users } from '../identity/users.schema.ts';

type Teacher = { _id: string; name: string };

/** The tutors and TAs of a class or a lesson, in order. */
export type Teachers = { tutor: Teacher[]; ta: Teacher[] };

/** The ids to set; an absent list stays unchanged. */
type Wanted = { tutor?: readonly string[] | undefined; ta?: readonly string[] | undefined };

type Kind = keyof Teachers;
const kinds = ['tutor', 'ta'] as const satisfies Kind[];

/** Reads and writes the tutors and TAs of a class or a lesson; `taught` is the column of its id in `table`. */
export const teachersOf = <Taught extends string>(
  table: PgTable & Record<Taught | 'userId' | 'kind' | 'position', PgColumn>,
  taught: Taught,
) => {
  const list = async (db: Db, ids: readonly string[]): Promise<Map<string, Teachers>> => {
    const rows = await db
      .select({
        taught: sql<string>`${table[taught]}`,
        kind: sql<Kind>`${table.kind}`,
        person: { _id: users.id, name: users.name },
      })
      .from(table as PgTable)
      .innerJoin(users, eq(users.id, table.userId))
      .where(anyOfList(table[taught], ids, 'uuid'))
      .orderBy(asc(table.position), asc(users.id));
    return new Map(
      ids.map((id) => {
        const own = rows.filter((row) => row.taught === id);
        const of = (kind: Kind) => own.filter((row) => row.kind === kind).map((row) => row.person);
        return [id, { tutor: of('tutor'), ta: of('ta') }];
      }),
    );
  };
  // The query builder cannot infer the columns of a generic table.
  const anyTable: PgTable = table;
  return {
    /** Returns the teachers of each of these ids. */
    list,
    /** Returns the teachers of this id. */
    find: async (db: Db, id: string) => (await list(db, [id])).get(id) ?? { tutor: [], ta: [] },
    /** Replaces the list of tutors, of TAs or of both, in this order and without duplicates. */
    replace: async (tx: Db, id: string, wanted: Wanted) => {
      for (const kind of kinds.filter((one) => wanted[one])) {
        await tx.delete(table).where(and(eq(table[taught], id), eq(table.kind, kind)));
        const people = [...new Set(wanted[kind])];
        if (people.length > 0)
          await tx
            .insert(anyTable)
            .values(people.map((userId, position) => ({ [taught]: id, userId, kind, position })));
      }
    },
  };
};

/** Refuses with `invalid_value` at the field unless all of `tutor` are tutors and all of `ta` are TAs. */
export const requireTeachers = async (db: Db, { tutor, ta }: Wanted) => {
  if (tutor) await requireAll(db, tutor, { type: 'Tutor', field: 'tutor' });
  if (ta) await requireAll(db, ta, { type: 'TA', field: 'ta' });
};

/** Refuses with `invalid_value` at the field unless this is a tutor. */
export const requireTutor = (db: Db, id: string, field: string) =>
  requireAll(db, [id], { type: 'Tutor', field });

const requireAll = async (
  db: Db,
  ids: readonly string[],
  { type, field }: { type: 'Tutor' | 'TA'; field: string },
) => {
  const wanted = [...new Set(ids)];
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(anyOfList(users.id, wanted, 'uuid'), eq(users.type, type)));
  if (found.length < wanted.length)
    throw refusal('invalid_value', {
      field,
      message: type === 'Tutor' ? 'This is not a tutor.' : 'This is not a TA.',
    });
};

/** Locks these tutors and TAs by id, so that concurrent saves of lessons for one of them are serialized. */
export const lockTeachers = (tx: Db, ids: readonly string[]) =>
  tx
    .select({ id: users.id })
    .from(users)
    .where(anyOfList(users.id, ids, 'uuid'))
    .orderBy(asc(users.id))
    .for('no key update');
