import { asc, eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  checkLessons,
  updateLesson,
} from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { useTestApp } from '../../../test/build-test-app.ts';
import { aClass, aLesson } from '../../../test/factories/class.factory.ts';
import { aStudent, aUser } from '../../../test/factories/user.factory.ts';
import { holdRows } from '../../../test/hold-rows.ts';
import { readsOf, statementsOf } from '../../../test/query-plan.ts';
import { newId } from '../../platform/ids.ts';
import { findStaffBookings, findStudentBookings } from './bookings.queries.ts';
import { lessons, lessonStaff, rosterSources } from './lessons.schema.ts';

const app = useTestApp();

type Lesson = typeof lessons.$inferSelect;

const timesOf = (lesson: Lesson) => ({
  scheduled_on: lesson.scheduledAt.toISOString(),
  ended_on: lesson.endedAt.toISOString(),
});

const aTutorOf = async (...taught: Lesson[]) => {
  const tutor = await aUser(app, { type: 'Tutor', name: 'Mr Lim' });
  for (const { id } of taught)
    await app.database.db
      .insert(lessonStaff)
      .values({ lessonId: id, userId: tutor.id, kind: 'tutor' });
  return tutor;
};

/** Gives a place on a lesson by hand; each call adds a source. */
const place = async (studentId: string, lesson: Lesson, releasedAt: Date | null = null) => {
  const now = app.clock.now();
  await app.database.db.insert(rosterSources).values({
    id: newId(now),
    lessonId: lesson.id,
    studentId,
    kind: 'PAYMENT',
    addedBy: (await app.as('Admin')).id,
    created: now,
    releasedAt,
  });
};

describe('double bookings', () => {
  test('are returned for a whole batch, lesson by lesson', async () => {
    const { id: classId } = await aClass(app);
    const first = await aLesson(app, classId, { inDays: 10 });
    const second = await aLesson(app, classId, { inDays: 17 });
    const free = await aLesson(app, classId, { inDays: 24, isActive: false });
    const own = await aLesson(app, classId, { inDays: 60 });
    const tutor = await aTutorOf(first, second, free);
    const student = await aStudent(app, { name: 'Tan Mei Ling' });
    for (const lesson of [own, second]) await place(student.id, lesson);
    const admin = await app.as('Admin');

    const { data } = await admin.call(checkLessons, {
      body: {
        lessons: [
          { ...timesOf(first), tutor: [tutor.id] },
          { ...timesOf(free), tutor: [tutor.id] },
          { ...timesOf(second), _id: own.id, tutor: [tutor.id] },
          timesOf(second),
        ],
      },
    });

    expect(data.map(({ bookings }) => bookings.map(({ as, lesson }) => [as, lesson._id]))).toEqual([
      [['tutor', first.id]],
      [],
      [
        ['tutor', second.id],
        ['student', second.id],
      ],
      [],
    ]);
  });

  test('contain a student with two sources once, and no student whose place has ended', async () => {
    const { id: classId } = await aClass(app);
    const [own, other] = [
      await aLesson(app, classId, { inDays: 60 }),
      await aLesson(app, classId, { inDays: 30 }),
    ];
    const [twice, left, moved] = [await aStudent(app), await aStudent(app), await aStudent(app)];
    for (const lesson of [own, other, own, other]) await place(twice.id, lesson);
    await place(left.id, own);
    await place(left.id, other, app.clock.now());
    await place(moved.id, own, app.clock.now());
    await place(moved.id, other);
    const admin = await app.as('Admin');

    const { data } = await admin.call(checkLessons, {
      body: { lessons: [{ ...timesOf(other), _id: own.id }] },
    });

    expect(data[0]?.bookings.map(({ person }) => person._id)).toEqual([twice.id]);
  });
});

test('a tutor added to a lesson while it is moved cannot be double booked', async () => {
  const { id: classId } = await aClass(app);
  const lesson = await aLesson(app, classId, { inDays: 30 });
  const target = { from: '2027-03-14T06:00:00.000Z', to: '2027-03-14T08:00:00.000Z' };
  const tutor = await aTutorOf();
  const admin = await app.as('Admin');

  // One user adds the tutor to the lesson, another gives the tutor a lesson at the new time.
  const adding = await holdRows(app, 'select from lessons where id = $1 for no key update', [
    lesson.id,
  ]);
  const moved = admin.send(updateLesson, {
    params: { id: lesson.id },
    body: { scheduled_on: target.from, ended_on: target.to },
  });
  await adding.untilWaiting(1);
  await adding.query(
    "insert into lesson_staff (lesson_id, user_id, kind) values ($1, $2, 'tutor')",
    [lesson.id, tutor.id],
  );
  const creating = await holdRows(app, 'select from users where id = $1 for no key update', [
    tutor.id,
  ]);
  await creating.query(
    `with made as (
       insert into lessons (id, class_id, name, scheduled_at, ended_at, hosting_platform, created, updated)
       values (gen_random_uuid(), $1, 'Sets', $2, $3, 'Zoom', now(), now()) returning id)
     insert into lesson_staff (lesson_id, user_id, kind) select id, $4, 'tutor' from made`,
    [classId, target.from, target.to, tutor.id],
  );
  await adding.commit();
  await Promise.race([moved, creating.untilWaiting(1)]);
  await creating.commit();

  expect((await moved).status).toBe(409);
});

/** 1,000 lessons, one per hour, with 20 of 800 students each: every 40th lesson has the same students. */
const fill = async () => {
  const { id: classId } = await aClass(app);
  const { id: adminId } = await app.as('Admin');
  for (const statement of [
    `insert into lessons (id, class_id, name, scheduled_at, ended_at, hosting_platform, created, updated)
     select gen_random_uuid(), '${classId}', 'Lesson ' || no, now() + no * interval '1 hour',
       now() + (no + 1) * interval '1 hour', 'Zoom', now(), now()
     from generate_series(1, 1000) as no`,
    `insert into users (id, type, email, created, updated)
     select gen_random_uuid(), 'Student', 'booked' || no || '@example.com', now(), now()
     from generate_series(1, 800) as no`,
    'analyze lessons, users',
    `insert into roster_sources (id, lesson_id, student_id, kind, added_by, created)
     select gen_random_uuid(), lesson.id, student.id, 'PAYMENT', '${adminId}', now()
     from (select id, row_number() over (order by email) % 40 as turn from users where email like 'booked%') as student
     join (select id, row_number() over (order by scheduled_at) % 40 as turn from lessons where class_id = '${classId}') as lesson
       using (turn)`,
    'vacuum analyze roster_sources, lessons, users, classes',
  ])
    await app.database.pool.query(statement);
  return app.database.db
    .select()
    .from(lessons)
    .where(eq(lessons.classId, classId))
    .orderBy(asc(lessons.scheduledAt));
};

test('for one lesson reads only its own students and those of its time, not all 20,000 places', async () => {
  const made = await fill();
  const [own, other] = [made[0]!, made[40]!];
  const tutor = await aTutorOf(other);
  const candidate = {
    number: 0,
    lesson_id: own.id,
    starts: other.scheduledAt.toISOString(),
    ends: other.endedAt.toISOString(),
    staff: [tutor.id],
    students: [],
  };
  const client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());

  const statements = await statementsOf(client, async (db) => {
    expect(await findStaffBookings(db, [candidate])).toHaveLength(1);
    expect(await findStudentBookings(db, [candidate], sql`true`)).toHaveLength(20);
  });

  for (const mode of ['force_generic_plan', 'force_custom_plan'] as const) {
    const { blocks } = await readsOf(client, statements, mode);
    expect({ mode, blocks: blocks < 1000 ? 'few' : blocks }).toEqual({ mode, blocks: 'few' });
  }
});
