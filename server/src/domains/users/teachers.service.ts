import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '../../platform/database.ts';
import { refusal } from '../../platform/errors.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { users } from '../identity/users.schema.ts';

/** Refuses with `invalid_value` at the field unless all of `tutor` are tutors and all of `ta` are TAs. */
export const requireTeachers = async (
  db: Db,
  { tutor, ta }: { tutor?: string[] | undefined; ta?: string[] | undefined },
) => {
  if (tutor) await requireAll(db, tutor, { type: 'Tutor', field: 'tutor' });
  if (ta) await requireAll(db, ta, { type: 'TA', field: 'ta' });
};

const requireAll = async (
  db: Db,
  ids: string[],
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

/** Locks these people in the order of their ids, so that two lessons saved at once for one of them wait for each other. */
export const lockTeachers = (tx: Db, ids: string[]) =>
  tx
    .select({ id: users.id })
    .from(users)
    .where(anyOfList(users.id, ids, 'uuid'))
    .orderBy(asc(users.id))
    .for('no key update');
