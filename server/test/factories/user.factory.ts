import { newId } from '../../src/platform/ids.ts';
import { signInAttempts } from '../../src/domains/identity/identity.schema.ts';
import { users } from '../../src/domains/identity/users.schema.ts';
import type { Stage } from '../stage.ts';
import { unique } from '../unique.ts';
import { insertRow } from './insert-row.ts';

type Values = Partial<typeof users.$inferInsert>;

export const aUser = (app: Stage, values: Values = {}) =>
  insertRow(app, users, {
    type: 'Agent',
    email: `${unique('person')}@example.com`,
    name: 'Test User',
    ...values,
  });

export const aStudent = (app: Stage, values: Values = {}) =>
  aUser(app, { type: 'Student', name: 'Tan Jun Wei', ...values });

export const anAgent = (app: Stage, values: Values = {}) =>
  aUser(app, { type: 'Agent', name: 'Nur Diyana', ...values });

export const aTutor = (app: Stage, values: Values = {}) =>
  aUser(app, { type: 'Tutor', name: 'Farah Aziz', ...values });

/** Failed sign-ins of an account from one address, one per second; the last is now. */
export const failedSignIns = (
  app: Stage,
  account: { email: string },
  { count, address = '203.0.113.9' }: { count: number; address?: string },
) =>
  app.database.db.insert(signInAttempts).values(
    Array.from({ length: count }, (_, ago) => {
      const at = new Date(app.clock.now().getTime() - ago * 1000);
      const emailKey = account.email.toLowerCase();
      return { id: newId(at), emailKey, address, succeeded: false, at };
    }),
  );
