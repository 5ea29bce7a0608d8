import { newId } from '../../src/platform/ids.ts';
import { users } from '../../src/domains/identity/users.schema.ts';
import type { Stage } from '../stage.ts';
import { unique } from '../unique.ts';

type Values = Partial<typeof users.$inferInsert>;

/** Anybody, an Agent unless told. */
export const aUser = async (app: Stage, values: Values = {}) => {
  const now = app.clock.now();
  const [row] = await app.database.db
    .insert(users)
    .values({
      id: newId(now),
      type: 'Agent',
      email: `${unique('person')}@example.com`,
      name: 'Somebody',
      created: now,
      updated: now,
      ...values,
    })
    .returning();
  if (!row) throw new Error('No user was made.');
  return row;
};

export const aStudent = (app: Stage, values: Values = {}) =>
  aUser(app, { type: 'Student', name: 'Tan Jun Wei', ...values });

export const anAgent = (app: Stage, values: Values = {}) =>
  aUser(app, { type: 'Agent', name: 'Nur Diyana', ...values });

export const aTutor = (app: Stage, values: Values = {}) =>
  aUser(app, { type: 'Tutor', name: 'Farah Aziz', ...values });
