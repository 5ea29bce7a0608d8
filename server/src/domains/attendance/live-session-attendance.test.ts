import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  importLiveSessionAttendance,
  listLiveSessionAttendance,
  listLiveSessionSignUps,
  listLiveSessionOthers,
} from 'staffroom-contract/domains/attendance/live-session-attendance.contract.ts';
import type { ResponseOf } from 'staffroom-contract/shared/operation.ts';
import { useTestApp } from '../../../test/build-test-app.ts';
import { zoomFile } from '../../../test/factories/attendance.factory.ts';
import { aLiveSession, anAttendee } from '../../../test/factories/live-session.factory.ts';
import { aStudent } from '../../../test/factories/user.factory.ts';
import type { Api } from '../../../test/stage.ts';
import { auditLog } from '../../platform/platform.schema.ts';
import { liveSessions } from '../live-sessions/live-sessions.schema.ts';

const app = useTestApp();

const range = () => {
  const now = app.clock.now().getTime();
  const day = 24 * 60 * 60_000;
  return {
    date_range: {
      between: [new Date(now - 5 * day).toISOString(), new Date(now).toISOString()] as [
        string,
        string,
      ],
    },
  };
};

/** A session of two days ago to which a student and a parent signed up, and another session. */
const aHeldSession = async () => {
  const session = await aLiveSession(app, { inDays: -2, eventDuration: 60 });
  const came = await aStudent(app, { name: 'Aidan Foo' });
  const byParent = await aStudent(app, {
    name: 'Lau Wei Jie',
    parentEmail: `parent-of-${came.id}@example.org`,
  });
  const absent = await aStudent(app, { name: 'Toh Zhi Hao' });
  for (const { id } of [came, byParent, absent])
    await anAttendee(app, session.id, { studentId: id });
  return { session, came, byParent, absent };
};

type Shown = ResponseOf<typeof listLiveSessionAttendance>['data'][number];

type Held = Awaited<ReturnType<typeof aHeldSession>>;

const importFile = (api: Api, { session, came, byParent }: Held) =>
  api.call(importLiveSessionAttendance, {
    params: { id: session.id },
    body: {
      file_name: 'participants.csv',
      rows: zoomFile(session, [
        { email: came.email.toUpperCase(), from: 0, to: 30 },
        { email: came.email, from: 35, to: 50 },
        { email: byParent.parentEmail ?? '', from: 1, to: 20 },
        { email: 'stranger@example.org', from: 1, to: 20 },
        { name: 'iPad (2)', from: 3, to: 20 },
      ]),
    },
  });

const reported = async (api: Api, { session }: Pick<Held, 'session'>) =>
  (
    await api.call(listLiveSessionAttendance, {
      body: { ...range(), name: { regex: session.name } },
    })
  ).data;

describe('the attendance of a live session', () => {
  test('is N/A until it is known, then matched to sign-ups by the student’s or the parent’s e-mail', async () => {
    const held = await aHeldSession();
    const admin = await app.as('Admin');
    expect(await reported(admin, held)).toMatchObject([
      { _id: held.session.id, signed_up: 3, attended: null, others: 0 },
    ]);
    expect((await importFile(admin, held)).data).toEqual({
      added: 5,
      known: 0,
      outside: 0,
      unmatched: 2,
    });
    expect(await reported(admin, held)).toMatchObject([{ signed_up: 3, attended: 2, others: 2 }]);
    expect((await importFile(admin, held)).data).toEqual({
      added: 0,
      known: 5,
      outside: 0,
      unmatched: 2,
    });
    expect(await reported(admin, held)).toMatchObject([{ signed_up: 3, attended: 2, others: 2 }]);
    const written = await app.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityId, held.session.id));
    expect(written.map(({ action, after }) => [action, after])).toEqual([
      ['live_session.attendanceImported', { file: 'participants.csv', rows: 5 }],
    ]);
  });

  test('sorts by each of its figures, with unknown below zero', async () => {
    const admin = await app.as('Admin');
    await importFile(admin, await aHeldSession());
    await aHeldSession();
    await aLiveSession(app, { inDays: -2 });
    const shown = {
      signed_up: (row: Shown) => row.signed_up,
      attended: (row: Shown) => row.attended ?? -1,
      absent: (row: Shown) => (row.attended === null ? -1 : row.signed_up - row.attended),
      rate: (row: Shown) =>
        row.attended === null || row.signed_up === 0 ? -1 : row.attended / row.signed_up,
      others: (row: Shown) => row.others,
    };
    for (const sortBy of ['signed_up', 'attended', 'absent', 'rate', 'others'] as const) {
      const { data } = await admin.call(listLiveSessionAttendance, {
        body: range(),
        query: { sortBy, order: 'desc', max: 200 },
      });
      const figures = data.map(shown[sortBy]);
      expect(new Set(figures).size).toBeGreaterThan(1);
      expect({ sortBy, figures }).toEqual({ sortBy, figures: figures.toSorted((a, b) => b - a) });
    }
  });

  test('lists the sign-ups with their attendance', async () => {
    const held = await aHeldSession();
    const admin = await app.as('Admin');
    const params = { id: held.session.id };
    const names = async (filter: object = {}) =>
      (await admin.call(listLiveSessionSignUps, { params, query: { filter } })).data.map(
        ({ student, status }) => [student.name, status],
      );
    expect(await names({ name: { regex: 'aidan' } })).toEqual([['Aidan Foo', 'N/A']]);
    await importFile(admin, held);
    expect(await names()).toEqual([
      ['Aidan Foo', 'attended'],
      ['Lau Wei Jie', 'attended'],
      ['Toh Zhi Hao', 'absent'],
    ]);
    expect(await names({ status: 'absent' })).toEqual([['Toh Zhi Hao', 'absent']]);
  });

  test('lists attendees without a sign-up, as many as are counted', async () => {
    const held = await aHeldSession();
    const admin = await app.as('Admin');
    await importFile(admin, held);
    const params = { id: held.session.id };
    const { data, count } = await admin.call(listLiveSessionOthers, { params });
    expect(data.map(({ name, email }) => [name, email])).toEqual([
      ['Guest', 'stranger@example.org'],
      ['iPad (2)', ''],
    ]);
    expect((await reported(admin, held))[0]?.others).toBe(count);
    const start = held.session.scheduledAt.getTime();
    expect(data[0]).toMatchObject({
      joined_on: new Date(start + 60_000).toISOString(),
      left_on: new Date(start + 20 * 60_000).toISOString(),
    });
    const file = await admin.send(listLiveSessionOthers, {
      params,
      headers: { accept: 'text/csv' },
    });
    expect(String(file.body)).toContain('stranger@example.org');
    // Times are in business time, which the heading names.
    expect(String(file.body)).toContain('joined_on (Asia/Singapore),left_on (Asia/Singapore)');
    // The address may be a parent's.
    const dataAdmin = await app.as('DataAdmin');
    expect(
      (await dataAdmin.call(listLiveSessionOthers, { params })).data.map(({ email }) => email),
    ).toEqual(['', '']);
    const host = await app.as('Tutor', { name: 'Daniel Chua' });
    expect((await host.refused(listLiveSessionOthers, { params })).status).toBe(404);
    await app.database.db
      .update(liveSessions)
      .set({ hostId: host.id })
      .where(eq(liveSessions.id, held.session.id));
    expect(
      (await host.call(listLiveSessionOthers, { params })).data.map(({ email }) => email),
    ).toEqual(['', '']);
  });

  test('has no future sessions; a start after the end is refused', async () => {
    const session = await aLiveSession(app, { inDays: 2 });
    const admin = await app.as('Admin');
    expect(await reported(admin, { session })).toEqual([]);
    const refused = await admin.refused(listLiveSessionAttendance, {
      body: { date_range: { between: ['2026-11-20', '2026-11-19'] } },
    });
    expect(refused).toMatchObject({ status: 400, field: 'date_range' });
  });

  test('is on the business day of the start if a session passes midnight or a month’s end', async () => {
    const session = await aLiveSession(app, {
      // 23:30 of 31 October in Singapore.
      scheduledAt: new Date('2026-10-31T15:30:00Z'),
      eventDuration: 90,
    });
    const admin = await app.as('Admin');
    const on = async (start: string, end: string) =>
      (
        await admin.call(listLiveSessionAttendance, {
          body: { date_range: { between: [start, end] }, name: { regex: session.name } },
        })
      ).count;
    expect(await on('2026-10-01', '2026-10-31')).toBe(1);
    expect(await on('2026-11-01', '2026-11-20')).toBe(0);
    // A month in the future has no sessions.
    expect(await on('2027-01-01', '2027-01-31')).toBe(0);
  });

  test('is refused from a file of another time, and from users who may not update sessions', async () => {
    const held = await aHeldSession();
    const other = await aLiveSession(app, { inDays: -1 });
    const body = { file_name: 'other.csv', rows: zoomFile(other, [{ email: held.came.email }]) };
    const params = { id: held.session.id };
    expect(
      await (await app.as('Admin')).refused(importLiveSessionAttendance, { params, body }),
    ).toMatchObject({ status: 422, code: 'attendance_file' });
    expect(
      await (await app.as('SalesAdmin')).refused(importLiveSessionAttendance, { params, body }),
    ).toMatchObject({ status: 403 });
  });
});

test('a Tutor reads the sessions it hosts; DataAdmin reads all, with names', async () => {
  const tutor = await app.as('Tutor', { name: 'Daniel Chua' });
  const held = await aHeldSession();
  const own = await aLiveSession(app, { inDays: -2, hostId: tutor.id });
  expect(await reported(tutor, held)).toEqual([]);
  expect(await reported(tutor, { session: own })).toHaveLength(1);
  const params = { id: held.session.id };
  expect((await tutor.refused(listLiveSessionSignUps, { params })).status).toBe(404);
  const dataAdmin = await app.as('DataAdmin');
  const { data, count } = await dataAdmin.call(listLiveSessionSignUps, { params });
  expect(data.map(({ student }) => student.name)).toContain('Toh Zhi Hao');
  expect(count).toBe(3);
});
