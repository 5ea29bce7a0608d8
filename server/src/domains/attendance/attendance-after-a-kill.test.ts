import { once } from 'node:events';
import { expect, test } from 'vitest';
import {
  assignAttendee,
  getLessonAttendance,
  importAttendance,
} from 'staffroom-contract/domains/attendance/attendance.contract.ts';
import type { AnyOperation } from 'staffroom-contract/shared/operation.ts';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import { aLessonWith, pupils } from '../../../test/factories/announcement.factory.ts';
import { aStay, zoomFile } from '../../../test/factories/attendance.factory.ts';
import { holdRows } from '../../../test/hold-rows.ts';
import { startApi } from '../../../test/own-process.ts';

const app = useOwnTestApp();

/** The attendance rows of a lesson, and the number of their audit rows. */
const kept = async (lessonId: string) => {
  const { rows } = await app.database.pool.query<Record<'records' | 'matches' | 'audited', number>>(
    `select (select count(*)::int from attendance_records where lesson_id = $1) as records,
      (select count(*)::int from attendance_assignments where lesson_id = $1) as matches,
      (select count(*)::int from audit_log where entity_id = $1 and action like 'lesson.attendance%') as audited`,
    [lessonId],
  );
  return rows[0];
};

/** Sends a request to an API process that is killed after it wrote all but the audit row, before commit. */
const killWithin = async (operation: AnyOperation, path: string, body: object) => {
  const { token } = await app.as('Admin');
  const send = (address: string) =>
    fetch(`${address}/api${path}`, {
      method: operation.method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const api = await startApi(app);
  const audit = await holdRows(app, 'lock table audit_log in share mode');
  const answer = send(api.address).catch(() => 'no answer');
  await audit.untilWaiting(1);
  api.process.kill('SIGKILL');
  await once(api.process, 'exit');
  expect(await answer).toBe('no answer');
  await audit.commit();
  // PostgreSQL rolls back the transaction once it notices the lost connection.
  await expect
    .poll(async () => {
      const { rows } = await app.database.pool.query(
        `select from pg_stat_activity
         where datname = current_database() and state like 'idle in transaction%'`,
      );
      return rows.length;
    })
    .toBe(0);
  return {
    /** Sends the request again, which the process of the test answers. */
    again: async () => (await send(await app.listen())).status,
  };
};

test('kill -9 during an import of a participant file rolls it back, and a retry imports each row once', async () => {
  app.clock.setTo(new Date());
  const { lesson, students } = await aLessonWith(app, pupils(40));
  const rows = zoomFile(
    lesson,
    students.map(({ email, name }) => ({ email, name })),
  );
  const killed = await killWithin(
    importAttendance,
    `/admin/lesson/${lesson.id}/attendance-import`,
    {
      file_name: 'participants.csv',
      rows,
    },
  );
  expect(await kept(lesson.id)).toEqual({ records: 0, matches: 0, audited: 0 });
  expect(await killed.again()).toBe(200);
  expect(await kept(lesson.id)).toEqual({ records: 40, matches: 0, audited: 1 });
}, 60_000);

test('kill -9 during a match by hand rolls it back, and a retry matches the attendee', async () => {
  app.clock.setTo(new Date());
  const { lesson, students } = await aLessonWith(app, pupils(1));
  const stranger = await aStay(app, lesson, { name: 'iPad (2)' });
  const killed = await killWithin(
    assignAttendee,
    `/admin/lesson/${lesson.id}/attendance/attendee/${stranger}`,
    { student: students[0]!.id, before: null },
  );
  expect(await kept(lesson.id)).toEqual({ records: 1, matches: 0, audited: 0 });
  expect(await killed.again()).toBe(200);
  expect(await kept(lesson.id)).toEqual({ records: 1, matches: 1, audited: 1 });
  const admin = await app.as('Admin');
  const { data } = await admin.call(getLessonAttendance, { params: { id: lesson.id } });
  expect(data.attendees).toMatchObject([{ as: 'student', person: { _id: students[0]!.id } }]);
}, 60_000);
