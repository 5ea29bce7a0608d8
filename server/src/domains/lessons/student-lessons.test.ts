import { and, eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { listStudentLessons } from 'staffroom-contract/domains/lessons/student-lessons.contract.ts';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import { aClass, aClassWithLessons, aLesson } from '../../../test/factories/class.factory.ts';
import { aStudent, aUser } from '../../../test/factories/user.factory.ts';
import { plansOf } from '../../../test/query-plan.ts';
import { unique } from '../../../test/unique.ts';
import { newId } from '../../platform/ids.ts';
import { lessonStaff, rosterSources } from './lessons.schema.ts';
import * as studentLessonQueries from './student-lessons.queries.ts';

const app = useOwnTestApp();

type Kind = 'PAYMENT' | 'TRIAL' | 'PAYMENT_VIDEO';

/** Gives a place by hand. */
const place = async (
  studentId: string,
  lessonId: string,
  kind: Kind = 'PAYMENT',
  values: Partial<typeof rosterSources.$inferInsert> = {},
) =>
  app.database.db.insert(rosterSources).values({
    id: newId(app.clock.now()),
    lessonId,
    studentId,
    kind,
    addedBy: (await app.as('Admin')).id,
    created: app.clock.now(),
    ...values,
  });

const read = async (
  studentId: string,
  query: { period?: 'coming' | 'past'; max?: number; offset?: number } = {},
) => (await app.as('Admin')).call(listStudentLessons, { params: { id: studentId }, query });

const minutes = (count: number) => new Date(app.clock.now().getTime() + count * 60_000);

describe("a student's lessons", () => {
  test('are soonest first if coming, and latest first if past', async () => {
    const student = await aStudent(app);
    const tuitionClass = await aClass(app);
    for (const inDays of [14, -7, 7, -21, -14])
      await place(
        student.id,
        (await aLesson(app, tuitionClass.id, { inDays, name: `${inDays} days` })).id,
      );
    await aLesson(app, tuitionClass.id, { inDays: 8, name: 'of others' });

    const coming = await read(student.id);
    expect(coming.data.map((lesson) => lesson.name)).toEqual(['7 days', '14 days']);
    expect(coming.count).toBe(2);
    const past = await read(student.id, { period: 'past' });
    expect(past.data.map((lesson) => lesson.name)).toEqual(['-7 days', '-14 days', '-21 days']);
    expect(past.count).toBe(3);
    expect(past.data[0]?.class).toEqual({ _id: tuitionClass.id, name: tuitionClass.name });
  });

  test('are coming until they have ended', async () => {
    const student = await aStudent(app);
    const tuitionClass = await aClass(app);
    const running = await aLesson(app, tuitionClass.id, {
      name: 'running',
      scheduledAt: minutes(-119),
      endedAt: minutes(1),
    });
    const ended = await aLesson(app, tuitionClass.id, {
      name: 'just ended',
      scheduledAt: minutes(-120),
      endedAt: minutes(0),
    });
    for (const lesson of [running, ended]) await place(student.id, lesson.id);
    expect((await read(student.id)).data.map((lesson) => lesson.name)).toEqual(['running']);
    expect((await read(student.id, { period: 'past' })).data.map(({ name }) => name)).toEqual([
      'just ended',
    ]);
  });

  test.each<[Kind[], Kind]>([
    [['PAYMENT_VIDEO'], 'PAYMENT_VIDEO'],
    [['PAYMENT_VIDEO', 'TRIAL'], 'TRIAL'],
    [['TRIAL', 'PAYMENT', 'PAYMENT_VIDEO'], 'PAYMENT'],
    [['PAYMENT', 'PAYMENT'], 'PAYMENT'],
  ])('with places %j are listed once, as %s', async (kinds, strongest) => {
    const student = await aStudent(app);
    const { lessons } = await aClassWithLessons(app, 1);
    for (const kind of kinds) await place(student.id, lessons[0]!.id, kind);
    const { data, count } = await read(student.id);
    expect({ kinds: data.map((lesson) => lesson.kind), count }).toEqual({
      kinds: [strongest],
      count: 1,
    });
  });

  test('fall back to the next kind when a source is released, and end with the last source', async () => {
    const student = await aStudent(app);
    const { lessons } = await aClassWithLessons(app, 1);
    const kinds = async () => (await read(student.id)).data.map((lesson) => lesson.kind);
    const release = (kind: Kind) =>
      app.database.db
        .update(rosterSources)
        .set({ releasedAt: app.clock.now() })
        .where(and(eq(rosterSources.studentId, student.id), eq(rosterSources.kind, kind)));
    await place(student.id, lessons[0]!.id, 'TRIAL');
    await place(student.id, lessons[0]!.id, 'PAYMENT');
    expect(await kinds()).toEqual(['PAYMENT']);
    await release('PAYMENT');
    expect(await kinds()).toEqual(['TRIAL']);
    await release('TRIAL');
    expect(await kinds()).toEqual([]);
  });

  test('are listed in pages that contain each once', async () => {
    const student = await aStudent(app);
    const tuitionClass = await aClass(app);
    const at = minutes(60);
    const made = [];
    for (let index = 0; index < 5; index += 1) {
      const lesson = await aLesson(app, tuitionClass.id, { scheduledAt: at });
      await place(student.id, lesson.id);
      made.push(lesson.id);
    }
    const seen = [];
    for (const offset of [0, 2, 4, 6]) {
      const page = await read(student.id, { max: 2, offset });
      expect(page.count).toBe(5);
      seen.push(...page.data.map((lesson) => lesson._id));
    }
    expect(seen.toSorted()).toEqual(made.toSorted());
  });
});

describe('the scope of the lessons', () => {
  test('an unknown student is a 404', async () => {
    const admin = await app.as('Admin');
    const tutor = await aUser(app, { type: 'Tutor' });
    for (const id of ['01900000-0000-7000-8000-000000000000', tutor.id])
      expect(await admin.refused(listStudentLessons, { params: { id } })).toMatchObject({
        status: 404,
        code: 'not_found',
      });
  });

  test('a Partner reads only those of students of its lead source', async () => {
    const source = unique('Source');
    const ours = await aStudent(app, { leadSource: source });
    const theirs = await aStudent(app, { leadSource: 'FB' });
    const { lessons } = await aClassWithLessons(app, 1);
    for (const student of [ours, theirs]) await place(student.id, lessons[0]!.id);
    const partner = await app.as('Partner', { leadSourceScope: source });
    const found = await partner.call(listStudentLessons, { params: { id: ours.id } });
    expect(found.count).toBe(1);
    expect(await partner.refused(listStudentLessons, { params: { id: theirs.id } })).toMatchObject({
      status: 404,
    });
  });

  test('a Tutor who may open /user reads its own lessons of its own students', async () => {
    const tutor = await app.as('Tutor', { extraRoutes: ['/user'] });
    const [student, stranger] = [await aStudent(app), await aStudent(app)];
    const { lessons } = await aClassWithLessons(app, 2);
    for (const lesson of lessons) await place(student.id, lesson.id);
    await app.database.db
      .insert(lessonStaff)
      .values({ lessonId: lessons[1]!.id, userId: tutor.id, kind: 'tutor' });
    const { data, count } = await tutor.call(listStudentLessons, { params: { id: student.id } });
    expect({ ids: data.map((lesson) => lesson._id), count }).toEqual({
      ids: [lessons[1]!.id],
      count: 1,
    });
    expect(await tutor.refused(listStudentLessons, { params: { id: stranger.id } })).toMatchObject({
      status: 404,
    });
  });
});

/** 2,000 students with 50 places each, on 2,000 lessons. */
const fill = async () => {
  const { id } = await aClass(app);
  await app.database.db.execute(sql`
    insert into lessons (id, class_id, name, scheduled_at, ended_at, hosting_platform, created, updated)
    select gen_random_uuid(), ${id}, 'Lesson ' || no, now() + no * interval '1 hour',
      now() + (no + 1) * interval '1 hour', 'Zoom', now(), now()
    from generate_series(-1000, 1000) as no`);
  await app.database.db.execute(sql`
    insert into users (id, type, email, created, updated)
    select gen_random_uuid(), 'Student', 'roster' || no || '@example.com', now(), now()
    from generate_series(1, 2000) as no`);
  await app.database.db.execute(sql`
    insert into roster_sources (id, lesson_id, student_id, kind, added_by, created)
    select gen_random_uuid(), lesson.id, student.id, 'PAYMENT', ${(await app.as('Admin')).id}, now()
    from (select id, row_number() over (order by id) as no from users where email like 'roster%') as student
    join (select id, row_number() over (order by id) as no from lessons where class_id = ${id}) as lesson
      on (lesson.no + student.no * 7) % 40 = 0`);
  await app.database.pool.query('vacuum analyze roster_sources, lessons, users, classes');
};

test("a student's lessons are read by the student's places, without a scan of all lessons or places", async () => {
  await fill();
  const plans = await plansOf(app.database, async (db) => {
    for (const period of ['coming', 'past'] as const)
      await studentLessonQueries.listAndCount(
        db,
        '01900000-0000-7000-8000-000000000000',
        { period, max: 20, offset: 0 },
        { now: app.clock.now(), scope: undefined },
      );
  });
  expect(plans).toHaveLength(4);
  for (const plan of plans) {
    expect(plan).toContain('roster_sources_by_student');
    expect(plan).not.toMatch(/Seq Scan on (roster_sources|lessons)/);
  }
});
