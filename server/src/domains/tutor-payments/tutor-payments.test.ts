import { describe, expect, test } from 'vitest';
import {
  readTutorPay,
  setTutorRate,
} from 'staffroom-contract/domains/tutor-payments/tutor-payments.contract.ts';
import { useTestApp } from '../../../test/build-test-app.ts';
import { aClass } from '../../../test/factories/class.factory.ts';
import { aPaidTutor, aTaughtLesson, enrol } from '../../../test/factories/tutor-payment.factory.ts';
import { aStudent, aTutor } from '../../../test/factories/user.factory.ts';
import { lessonStaff } from '../lessons/lessons.schema.ts';

const app = useTestApp();

const payOf = async (tutor: { id: string }, month = '2026-03') =>
  (await (await app.as('Admin')).call(readTutorPay, { query: { tutor: tutor.id, month } })).data;

const at = (start: string, hours: number) => ({
  scheduledAt: new Date(start),
  endedAt: new Date(+new Date(start) + hours * 3_600_000),
});

describe("a tutor's pay of a month", () => {
  test('is calculated per lesson as in the worked examples', async () => {
    const tutor = await aPaidTutor(app);
    const regular = await aTaughtLesson(app, tutor, at('2026-03-07T06:00:00Z', 1.5));
    await enrol(app, regular, 9);
    await enrol(app, regular, 2, { kind: 'TRIAL' });
    await enrol(app, regular, 2, { kind: 'PAYMENT_VIDEO' });
    await enrol(app, regular, 1, { isInternal: true });
    const workshop = await aTaughtLesson(app, tutor, {
      ...at('2026-03-08T06:00:00Z', 2),
      type: 'Workshop',
    });
    await enrol(app, workshop, 23);
    const { lessons, total } = await payOf(tutor);
    expect(lessons.find(({ _id }) => _id === regular.id)).toMatchObject({
      hours: 1.5,
      students: 9,
      rate: 40,
      base: 60,
      extra: 30,
      pay: 90,
      edited: null,
    });
    expect(lessons.find(({ _id }) => _id === workshop.id)).toMatchObject({
      students: 23,
      rate: 70,
      base: 140,
      extra: 52,
      pay: 192,
    });
    expect(total).toBe(282);
  });

  test('counts a lesson in the month of its start in the business time zone', async () => {
    const tutor = await aPaidTutor(app);
    const { id: classId } = await aClass(app);
    const lastOfFebruary = await aTaughtLesson(app, tutor, {
      classId,
      ...at('2026-02-28T15:59:59Z', 2),
    });
    const first = await aTaughtLesson(app, tutor, { classId, ...at('2026-02-28T16:00:00Z', 2) });
    const last = await aTaughtLesson(app, tutor, { classId, ...at('2026-03-31T15:59:59Z', 2) });
    await aTaughtLesson(app, tutor, { classId, ...at('2026-03-31T16:00:00Z', 2) });
    expect((await payOf(tutor)).lessons.map(({ _id }) => _id)).toEqual([first.id, last.id]);
    expect((await payOf(tutor, '2026-02')).lessons.map(({ _id }) => _id)).toEqual([
      lastOfFebruary.id,
    ]);
  });

  test('lists an inactive lesson with 0 and the reason', async () => {
    const tutor = await aPaidTutor(app);
    await aTaughtLesson(app, tutor, { ...at('2026-03-07T06:00:00Z', 2), isActive: false });
    const { lessons, total } = await payOf(tutor);
    expect(lessons[0]).toMatchObject({ pay: 0, unpaid: 'inactive' });
    expect(total).toBe(0);
  });

  test('is the full pay for each of two tutors, and 0 for a TA until a rate is set', async () => {
    const [tutor, other] = [await aPaidTutor(app), await aPaidTutor(app)];
    const ta = await aTutor(app, { type: 'TA' });
    const lesson = await aTaughtLesson(app, tutor, at('2026-03-07T06:00:00Z', 2));
    await app.database.db.insert(lessonStaff).values([
      { lessonId: lesson.id, userId: other.id, kind: 'tutor', position: 1 },
      { lessonId: lesson.id, userId: ta.id, kind: 'ta', position: 0 },
    ]);
    expect((await payOf(tutor)).total).toBe(80);
    expect((await payOf(other)).total).toBe(80);
    expect((await payOf(ta)).lessons[0]).toMatchObject({ as: 'ta', rate: 0, pay: 0 });
  });

  test('includes every lesson, however many', async () => {
    const tutor = await aPaidTutor(app);
    const { id: classId } = await aClass(app);
    for (let made = 0; made < 130; made += 1)
      await aTaughtLesson(app, tutor, {
        classId,
        ...at(`2026-03-${String(1 + (made % 28)).padStart(2, '0')}T02:00:00Z`, 1),
      });
    const { lessons, total } = await payOf(tutor);
    expect(lessons).toHaveLength(130);
    expect(total).toBe(5200);
  });

  test('is of a tutor or a TA, and shown only to Admin', async () => {
    const admin = await app.as('Admin');
    const student = await aStudent(app);
    const query = { tutor: student.id, month: '2026-03' };
    expect(await admin.refused(readTutorPay, { query })).toMatchObject({ status: 404 });
    for (const month of ['2026-13', '2026-3', 'March'])
      expect(await admin.refused(readTutorPay, { query: { ...query, month } })).toMatchObject({
        status: 400,
        field: 'month',
      });
  });
});

describe('a rate that was set', () => {
  const set = async (rate: number | null, reason = 'Took over at two hours’ notice') => {
    const tutor = await aPaidTutor(app);
    const lesson = await aTaughtLesson(app, tutor, at('2026-03-13T10:00:00Z', 2));
    await enrol(app, lesson, 9);
    const admin = await app.as('Admin');
    const params = { tutorId: tutor.id, lessonId: lesson.id };
    const answer = await admin.call(setTutorRate, { params, body: { rate, reason } });
    return { tutor, lesson, admin, params, data: answer.data };
  };

  test('replaces the base, with who set it and why, until it is removed', async () => {
    const { tutor, admin, params, data } = await set(55);
    expect(data).toMatchObject({
      usual_rate: 40,
      rate: 55,
      base: 110,
      extra: 40,
      pay: 150,
      edited: { reason: 'Took over at two hours’ notice' },
      version: 2,
    });
    expect((await payOf(tutor)).total).toBe(150);
    await admin.call(setTutorRate, { params, body: { rate: null, reason: 'Undone', version: 2 } });
    expect((await payOf(tutor)).lessons[0]).toMatchObject({ rate: 40, edited: null, version: 3 });
  });

  test('keeps its reason or its rate if only the other changes', async () => {
    const { admin, params } = await set(55, 'Agreed by phone');
    const change = async (body: { rate?: number; reason?: string }) =>
      (await admin.call(setTutorRate, { params, body })).data;
    expect(await change({ rate: 60 })).toMatchObject({
      rate: 60,
      edited: { reason: 'Agreed by phone' },
    });
    expect(await change({ reason: 'Agreed in writing' })).toMatchObject({
      rate: 60,
      edited: { reason: 'Agreed in writing' },
    });
  });

  test('applies only to this tutor', async () => {
    const { lesson } = await set(55);
    const other = await aPaidTutor(app);
    await app.database.db
      .insert(lessonStaff)
      .values({ lessonId: lesson.id, userId: other.id, kind: 'tutor', position: 1 });
    expect((await payOf(other)).lessons[0]).toMatchObject({ rate: 40, edited: null });
  });

  test('is refused after another user changed it, with the current rate', async () => {
    const { admin, params } = await set(55);
    const refused = await admin.refused(setTutorRate, {
      params,
      body: { rate: 60, reason: 'Another', version: 1 },
    });
    expect(refused).toMatchObject({ status: 409, code: 'stale' });
    expect(JSON.stringify(refused.body)).toContain('"rate":55');
  });

  test('is from $0 to $1,000 in cents, with a reason, for the lesson’s own tutor', async () => {
    const { admin, params } = await set(0);
    for (const rate of [-1, 1000.01, 1e9, 12.345])
      expect(
        await admin.refused(setTutorRate, { params, body: { rate, reason: 'Any' } }),
      ).toMatchObject({ status: 400, field: 'rate' });
    expect(
      await admin.refused(setTutorRate, { params, body: { rate: 5, reason: ' ' } }),
    ).toMatchObject({ status: 400, field: 'reason' });
    const tutor = await aPaidTutor(app);
    const { id: lessonId } = await aTaughtLesson(app, tutor);
    expect(
      await admin.refused(setTutorRate, {
        params: { tutorId: tutor.id, lessonId },
        body: { rate: 5 },
      }),
    ).toMatchObject({ status: 400, field: 'reason' });
    const stranger = await aPaidTutor(app);
    expect(
      await admin.refused(setTutorRate, {
        params: { ...params, tutorId: stranger.id },
        body: { rate: 5, reason: 'Any' },
      }),
    ).toMatchObject({ status: 404, field: 'lessonId' });
  });

  test('set ten times concurrently from the same version is saved once', async () => {
    const { admin, params, tutor } = await set(55);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, rate) =>
        admin.send(setTutorRate, { params, body: { rate, reason: `At ${rate}`, version: 2 } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
    expect((await payOf(tutor)).lessons[0]?.version).toBe(3);
  });
});
