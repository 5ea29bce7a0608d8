import { Readable } from 'node:stream';
import { count, eq } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { allOperations } from 'staffroom-contract/operations.ts';
import type { AnyOperation } from 'staffroom-contract/shared/operation.ts';
import { userSessions } from '../../src/domains/identity/identity.schema.ts';
import { users } from '../../src/domains/identity/users.schema.ts';
import { auditLog } from '../../src/platform/platform.schema.ts';
import { useTestApp } from '../build-test-app.ts';
import { formOf } from '../multipart.ts';
import { pathOf, signInAs } from '../sign-in-as.ts';
import type { Example } from './example.ts';
import { exampleOf } from './examples.ts';

const app = useTestApp();

const named = allOperations
  .filter(
    ({ access, method }) =>
      // Other systems have no sessions; their tokens have their own tests.
      access !== 'public' && !(typeof access === 'object' && 'scope' in access) && method !== 'GET',
  )
  .map((operation) => ({ name: operation.name, operation }));

/** Reading operations with POST, like every report, open no transaction. */
const reads = new Set([
  'quoteOrder',
  'assessImportRow',
  'checkLessons',
  'findLessonStudents',
  'findSimilarQuestions',
]);
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

/** Sends all but the first byte of the body after the session has ended. */
const endWhileSending = async (
  operation: AnyOperation,
  { params, body, file }: Example,
  end: (id: string) => Promise<unknown>,
) => {
  const { multipart } = operation;
  const files = file ? [{ field: multipart?.field ?? '', ...file }] : [];
  const form = multipart && formOf(body ?? {}, ...files);
  const bytes = form?.payload ?? Buffer.from(JSON.stringify(body ?? {}));
  const { id, token } = await signInAs(app, 'Admin', {});
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
  return { status: answer.statusCode, body: answer.json<unknown>() };
};

/** Ends the session after the call was admitted and before its transaction begins. */
const endBeforeTransaction = async (operation: AnyOperation, example: Example) => {
  const api = await signInAs(app, 'Admin', {});
  const { db } = app.database;
  const begin = db.transaction.bind(db);
  const begins = vi.spyOn(db, 'transaction').mockImplementationOnce(async (...act) => {
    await endings.revoked(api.id);
    return begin(...act);
  });
  onTestFinished(() => begins.mockRestore());
  const { status, body } = await api.refused(operation, example);
  expect(begins).toHaveBeenCalled();
  return { status, body };
};

test.each(named)(
  '$name is refused and changes nothing when its session ends before its last byte or its transaction',
  async ({ operation }) => {
    const example = await exampleOf(operation, app);
    const before = await auditRows();
    const refused = {
      status: 401,
      body: { message: { errors: [{ code: 'session_expired', isExpired: true }] } },
    };
    if (operation.body ?? operation.multipart)
      for (const [how, end] of Object.entries(endings))
        expect({ how, ...(await endWhileSending(operation, example, end)) }).toMatchObject(refused);
    if (!isRead(operation))
      expect(await endBeforeTransaction(operation, example)).toMatchObject(refused);
    expect(await auditRows()).toBe(before);
  },
);
