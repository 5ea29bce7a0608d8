import { Readable } from 'node:stream';
import { count, eq } from 'drizzle-orm';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { allOperations } from '@staffroom/contract/operations.ts';
import type { AnyOperation } from '@staffroom/contract/shared/operation.ts';
import { userSessions } from '../../src/domains/identity/identity.schema.ts';
import { users } from '../../src/domains/identity/users.schema.ts';
import { auditLog } from '../../src/platform/platform.schema.ts';
import { useTestApp } from '../build-test-app.ts';
import { formOf } from '../multipart.ts';
import { pathOf, signInAs } from '../sign-in-as.ts';
import { exampleOf } from './examples.ts';

const app = useTestApp();

const named = allOperations
  .filter(
    ({ access, method }) =>
      // Other systems have no sessions: their tokens are tested with their calls.
      access !== 'public' && !(typeof access === 'object' && 'scope' in access) && method !== 'GET',
  )
  .map((operation) => ({ name: operation.name, operation }));

/** What reads by POST opens no transaction, as every report does. */
const reads = new Set(['quoteOrder', 'checkLessons', 'findLessonStudents', 'findSimilarQuestions']);
const isRead = ({ name, path }: AnyOperation) =>
  reads.has(name) || path.startsWith('/admin/report/');

const auditRows = async () =>
  (await app.database.db.select({ rows: count() }).from(auditLog))[0]?.rows;

const endings = {
  revoked: (id: string) =>
    app.database.db.delete(userSessions).where(eq(userSessions.userId, id)).execute(),
  disabled: (id: string) =>
    app.database.db.update(users).set({ enabled: false }).where(eq(users.id, id)).execute(),
};

describe.each(named.filter(({ operation }) => operation.body ?? operation.multipart))(
  '$name',
  ({ operation }) => {
    test.each(Object.entries(endings))(
      'whose last byte comes after its session was %s is refused and changes nothing',
      async (_word, end) => {
        const { params, body, file } = await exampleOf(operation, app);
        const { multipart } = operation;
        const files = file ? [{ field: multipart?.field ?? '', ...file }] : [];
        const form = multipart && formOf(body ?? {}, ...files);
        const bytes = form?.payload ?? Buffer.from(JSON.stringify(body ?? {}));
        const { id, token } = await signInAs(app, 'Admin', {});
        const before = await auditRows();
        let asked = 0;
        const answer = await app.http.inject({
          method: operation.method,
          url: pathOf(operation, params),
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            'transfer-encoding': 'chunked',
            ...form?.headers,
          },
          payload: Readable.from(
            (async function* () {
              asked += 1;
              yield bytes.subarray(0, 1);
              await end(id);
              yield bytes.subarray(1);
            })(),
          ),
        });
        expect(asked).toBe(1);
        expect({ status: answer.statusCode, body: answer.json<unknown>() }).toMatchObject({
          status: 401,
          body: { message: { errors: [{ code: 'session_expired', isExpired: true }] } },
        });
        expect(await auditRows()).toBe(before);
      },
    );
  },
);

describe.each(named.filter(({ operation }) => !isRead(operation)))('$name', ({ operation }) => {
  test('whose session ends before its transaction begins is refused and changes nothing', async () => {
    const example = await exampleOf(operation, app);
    const api = await signInAs(app, 'Admin', {});
    const before = await auditRows();
    const { db } = app.database;
    const begin = db.transaction.bind(db);
    const begins = vi.spyOn(db, 'transaction').mockImplementationOnce(async (...act) => {
      await endings.revoked(api.id);
      return begin(...act);
    });
    onTestFinished(() => begins.mockRestore());
    expect(await api.refused(operation, example as never)).toMatchObject({
      status: 401,
      code: 'session_expired',
    });
    expect(begins).toHaveBeenCalled();
    expect(await auditRows()).toBe(before);
  });
});
