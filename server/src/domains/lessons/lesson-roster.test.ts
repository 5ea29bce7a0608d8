import type { Api } from '../../../test/stage.ts';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  getLesson,
  listLessonChanges,
  updateLesson,
} from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { getLessonRoster } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import { useTestApp } from '../../../test/build-test-app.ts';
import { unique } from '../../../test/unique.ts';
import { aClassWithLessons } from '../../../test/factories/class.factory.ts';
import { anOrder, anOrderBody } from '../../../test/factories/order.factory.ts';
import { aStudent } from '../../../test/factories/user.factory.ts';
import { newId } from '../../platform/ids.ts';
import { lessonStaff, rosterSources } from './lessons.schema.ts';

const app = useTestApp();

type Type = 'PAYMENT' | 'TRIAL' | 'PAYMENT_VIDEO';

const aRosterLesson = async () => {
  const { tuitionClass, lessons } = await aClassWithLessons(app, 1);
  const order = (email: string, type: Type = 'PAYMENT', agentId?: string) =>
    anOrder(app, {
      ...anOrderBody(tuitionClass.id, lessons, { email, type }),
      ...(agentId ? { agent_id: agentId } : {}),
    });
  return { lessonId: lessons[0]?.id ?? '', order };
};

const rosterFor = (api: Api, id: string) => api.call(getLessonRoster, { params: { id } });

describe('the roster of a lesson', () => {
  test('shows each student once, by name, in the strongest kind, with every source', async () => {
    const { lessonId, order } = await aRosterLesson();
    const zoe = await aStudent(app, { name: 'Zoe' });
    const adam = await aStudent(app, { name: 'Adam' });
    const trial = await order(zoe.email, 'TRIAL');
    const payment = await order(zoe.email);
    const video = await order(adam.email, 'PAYMENT_VIDEO');
    const { data, count, unnamed } = await rosterFor(await app.as('Admin'), lessonId);
    expect({ count, unnamed }).toEqual({ count: 2, unnamed: 0 });
    expect(data).toMatchObject([
      {
        student: { _id: adam.id, name: 'Adam', email: adam.email },
        kind: 'PAYMENT_VIDEO',
        sources: [{ order: video._id }],
      },
      { student: { _id: zoe.id }, kind: 'PAYMENT' },
    ]);
    expect(data[1]?.sources).toHaveLength(2);
    expect(data[1]?.sources).toEqual(
      expect.arrayContaining([
        { kind: 'TRIAL', order: trial._id, added_by: null, created: trial.created },
        { kind: 'PAYMENT', order: payment._id, added_by: null, created: payment.created },
      ]),
    );
  });

  test('names the user who added a student by hand, and leaves out released sources', async () => {
    const { lessonId } = await aRosterLesson();
    const admin = await app.as('Admin', { name: 'Siti Nurhaliza' });
    const [present, gone] = [await aStudent(app), await aStudent(app)];
    const now = app.clock.now();
    for (const [student, releasedAt] of [
      [present, null],
      [gone, now],
    ] as const)
      await app.database.db.insert(rosterSources).values({
        id: newId(now),
        lessonId,
        studentId: student.id,
        kind: 'PAYMENT',
        addedBy: admin.id,
        created: now,
        releasedAt,
      });
    const { data, count } = await rosterFor(admin, lessonId);
    expect(count).toBe(1);
    expect(data[0]).toMatchObject({
      student: { _id: present.id },
      sources: [{ order: null, added_by: 'Siti Nurhaliza', created: now.toISOString() }],
    });
  });

  test('is empty, not missing, without students', async () => {
    const { lessonId } = await aRosterLesson();
    expect(await rosterFor(await app.as('Admin'), lessonId)).toEqual({
      data: [],
      count: 0,
      unnamed: 0,
    });
  });

  test('of an unknown lesson is a 404', async () => {
    const id = newId(app.clock.now());
    expect(
      await (await app.as('Admin')).refused(getLessonRoster, { params: { id } }),
    ).toMatchObject({
      status: 404,
      code: 'not_found',
    });
  });
});

describe('students out of scope are counted, never named', () => {
  const threeStudents = async () => {
    const lesson = await aRosterLesson();
    const mark = unique('Source');
    const agent = await app.as('Agent', {});
    const ours = await aStudent(app, { name: 'Ours', leadSource: mark });
    const theirs = await aStudent(app, { name: 'Theirs', leadSource: 'FB' });
    const unknown = await aStudent(app, { name: 'Unknown' });
    await lesson.order(ours.email, 'PAYMENT', agent.id);
    await lesson.order(theirs.email, 'TRIAL');
    await lesson.order(unknown.email, 'PAYMENT_VIDEO');
    return { ...lesson, mark, agent, ours, theirs, unknown };
  };

  test('for a Partner, students of other lead sources', async () => {
    const { lessonId, mark, ours, theirs, unknown } = await threeStudents();
    const partner = await app.as('Partner', { leadSourceScope: mark });
    const roster = await rosterFor(partner, lessonId);
    expect(roster.data.map((place) => place.student._id)).toEqual([ours.id]);
    expect(roster).toMatchObject({ count: 3, unnamed: 2 });
    for (const hidden of [theirs, unknown]) {
      expect(JSON.stringify(roster)).not.toContain(hidden.id);
      expect(JSON.stringify(roster)).not.toContain(hidden.email);
    }
  });

  test('for a Partner without a lead source, all students', async () => {
    const { lessonId } = await threeStudents();
    expect(await rosterFor(await app.as('Partner', {}), lessonId)).toEqual({
      data: [],
      count: 3,
      unnamed: 3,
    });
  });

  test('for an Agent, students of other agents', async () => {
    const { lessonId, agent, ours } = await threeStudents();
    const roster = await rosterFor(agent, lessonId);
    expect(roster.data.map((place) => place.student._id)).toEqual([ours.id]);
    expect(roster).toMatchObject({ count: 3, unnamed: 2 });
  });

  test('for CustService and SalesAdmin, no student', async () => {
    const { lessonId } = await threeStudents();
    for (const role of ['CustService', 'SalesAdmin'] as const)
      expect(await rosterFor(await app.as(role), lessonId)).toMatchObject({ count: 3, unnamed: 0 });
  });

  test("a Tutor reads the names on own lessons; another tutor's lesson is not found", async () => {
    const { lessonId } = await threeStudents();
    const tutor = await app.as('Tutor', {});
    expect((await tutor.refused(getLessonRoster, { params: { id: lessonId } })).status).toBe(404);
    await app.database.db.insert(lessonStaff).values({ lessonId, userId: tutor.id, kind: 'tutor' });
    expect(await rosterFor(tutor, lessonId)).toMatchObject({ count: 3, unnamed: 0 });
    await app.database.db.delete(lessonStaff).where(eq(lessonStaff.userId, tutor.id));
    expect((await tutor.refused(getLessonRoster, { params: { id: lessonId } })).status).toBe(404);
  });
});

describe('the lists of a lesson’s students', () => {
  const get = async (id: string) =>
    (await (await app.as('Admin')).call(getLesson, { params: { id } })).data;

  const patch = async (id: string, body: object) =>
    (await app.as('Admin')).send(updateLesson, { params: { id }, body });

  test('are ids by kind, with the counts of all students', async () => {
    const { lessonId, order } = await aRosterLesson();
    const mark = unique('Source');
    const ours = await aStudent(app, { name: 'Adam', leadSource: mark });
    const theirs = await aStudent(app, { name: 'Zoe' });
    const watching = await aStudent(app);
    await order(ours.email);
    await order(theirs.email);
    await order(watching.email, 'PAYMENT_VIDEO');
    expect(await get(lessonId)).toMatchObject({
      student: [ours.id, theirs.id],
      trial_student: [],
      video_student: [watching.id],
      counts: { student: 2, trial_student: 0, video_student: 1 },
    });
    const partner = await app.as('Partner', { leadSourceScope: mark });
    const seen = await partner.call(getLesson, { params: { id: lessonId } });
    expect(seen.data).toMatchObject({
      student: [ours.id],
      video_student: [],
      counts: { student: 2, trial_student: 0, video_student: 1 },
    });
  });

  test('are replaced as whole lists, with the version that was read', async () => {
    const { lessonId } = await aRosterLesson();
    const [first, second, third] = [await aStudent(app), await aStudent(app), await aStudent(app)];
    const begun = await get(lessonId);
    const body = { student: [first.id, second.id], version: begun.version };
    expect((await patch(lessonId, { student: [first.id] })).status).toBe(400);
    expect((await patch(lessonId, body)).status).toBe(200);
    expect(await patch(lessonId, body)).toMatchObject({
      status: 409,
      body: { message: { errors: [{ code: 'stale' }] } },
    });
    const written = await get(lessonId);
    expect(new Set(written.student)).toEqual(new Set([first.id, second.id]));

    const moved = await patch(lessonId, {
      student: [second.id],
      trial_student: [first.id],
      video_student: [third.id],
      version: written.version,
    });
    expect(moved).toMatchObject({
      status: 200,
      body: {
        data: {
          student: [second.id],
          trial_student: [first.id],
          video_student: [third.id],
          counts: { student: 1, trial_student: 1, video_student: 1 },
        },
      },
    });
    const timeline = await (
      await app.as('Admin')
    ).call(listLessonChanges, { params: { id: lessonId } });
    expect(timeline.data.map(({ action }) => action).toSorted()).toEqual([
      'lesson.studentRemoved',
      'lesson.studentsAdded',
      'lesson.studentsAdded',
      'lesson.studentsAdded',
    ]);
  });

  test('cannot remove a place that an order gave', async () => {
    const { lessonId, order } = await aRosterLesson();
    const student = await aStudent(app);
    await order(student.email);
    const { version } = await get(lessonId);
    expect(await patch(lessonId, { student: [], version })).toMatchObject({
      status: 409,
      body: { message: { errors: [{ code: 'place_of_order', field: 'student' }] } },
    });
    expect((await get(lessonId)).student).toEqual([student.id]);
  });

  test('ask before the lesson exceeds its seats', async () => {
    const { lessons } = await aClassWithLessons(app, 1, { maxCap: 1 });
    const id = lessons[0]?.id ?? '';
    const both = [(await aStudent(app)).id, (await aStudent(app)).id];
    const body = { student: both, version: 1 };
    expect(await patch(id, body)).toMatchObject({
      status: 422,
      body: { message: { errors: [{ code: 'class_full', field: 'student' }] } },
    });
    expect((await patch(id, { ...body, allow_overbook: true })).status).toBe(200);
  });
});
