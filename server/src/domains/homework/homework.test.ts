import fc from 'fast-check';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  getHomework,
  getSubmissionStats,
  listHomework,
  listPendingSubmissions,
  listStudentHomework,
  listSubmissions,
} from 'staffroom-contract/domains/homework/homework.contract.ts';
import { submissionStatuses } from 'staffroom-contract/domains/homework/homework.rules.ts';
import { updateLesson } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { useTestApp } from '../../../test/build-test-app.ts';
import { aClassWithLessons } from '../../../test/factories/class.factory.ts';
import {
  aHomework,
  aLessonWithHomework,
  aMaterial,
  aStudentOn,
  aSubmission,
} from '../../../test/factories/homework.factory.ts';
import { aStudent } from '../../../test/factories/user.factory.ts';
import { unique } from '../../../test/unique.ts';
import { someOf } from '../../../test/walk.ts';
import { classes } from '../classes/classes.schema.ts';
import { lessonStaff, rosterSources } from '../lessons/lessons.schema.ts';
import { homework, submissions } from './homework.schema.ts';

const app = useTestApp();
const unknownId = '01900000-0000-7000-8000-000000000000';

const aLesson = async () => (await aClassWithLessons(app, 1)).lessons[0]!;

const statOf = async (id: string) =>
  (await (await app.as('Admin')).call(getHomework, { params: { id } })).data.stat;

const teach = (lessonId: string, userId: string) =>
  app.database.db.insert(lessonStaff).values({ lessonId, userId, kind: 'tutor' });

describe('the assigned students', () => {
  test('are the paying students of the lesson, not trial or video students', async () => {
    const lesson = await aLesson();
    const given = await aHomework(app, lesson);
    for (const kind of ['PAYMENT', 'PAYMENT', 'TRIAL', 'PAYMENT_VIDEO'] as const)
      await aStudentOn(app, lesson, { kind });
    expect(await statOf(given.id)).toEqual({
      assigned: 2,
      pending: 2,
      submitted: 0,
      resubmitted: 0,
      resubmission: 0,
      marked: 0,
    });
  });

  test('follow the roster, except that students who have handed in stay assigned', async () => {
    const lesson = await aLesson();
    const given = await aHomework(app, lesson);
    const [idle, diligent] = [await aStudentOn(app, lesson), await aStudentOn(app, lesson)];
    await aSubmission(app, given.id, diligent.id, { status: 'marked' });
    expect(await statOf(given.id)).toMatchObject({ assigned: 2, pending: 1, marked: 1 });
    await app.database.db
      .update(rosterSources)
      .set({ releasedAt: app.clock.now() })
      .where(eq(rosterSources.lessonId, lesson.id));
    expect(await statOf(given.id)).toMatchObject({ assigned: 1, pending: 0, marked: 1 });
    const { data } = await (
      await app.as('Admin')
    ).call(listHomework, { query: { filter: { student: idle.id } } });
    expect(data).toEqual([]);
  });

  test('have counts that add up and are never below 0, with any roster and submissions', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            pays: fc.boolean(),
            status: fc.option(fc.constantFrom(...submissionStatuses)),
          }),
          { maxLength: 6 },
        ),
        async (students) => {
          const lesson = await aLesson();
          const given = await aHomework(app, lesson);
          for (const { pays, status } of students) {
            const student = pays ? await aStudentOn(app, lesson) : await aStudent(app);
            if (status) await aSubmission(app, given.id, student.id, { status });
          }
          const { assigned, pending, ...others } = await statOf(given.id);
          expect(pending).toBe(students.filter(({ pays, status }) => pays && !status).length);
          expect(assigned).toBe(students.filter(({ pays, status }) => pays || status).length);
          expect(pending + Object.values(others).reduce((a, b) => a + b, 0)).toBe(assigned);
        },
      ),
      { numRuns: someOf(12) },
    );
  });
});

describe('the list of homework', () => {
  test('is sorted by latest due date, with lesson, class, file and counts', async () => {
    const { tuitionClass, lessons } = await aClassWithLessons(app, 3);
    for (const lesson of lessons) await aHomework(app, lesson, { name: `Of ${lesson.name}` });
    const material = await aMaterial(app, lessons[0]!.id);
    const [first] = await app.database.db
      .update(homework)
      .set({
        materialId: material.id,
        attachments: [{ name: 'Song', url: 'https://example.com/song' }],
      })
      .where(eq(homework.lessonId, lessons[0]!.id))
      .returning();
    const admin = await app.as('Admin');
    const { data, count } = await admin.call(listHomework, {
      query: { filter: { class: tuitionClass.id } },
    });
    expect(count).toBe(3);
    expect(data.map(({ name }) => name)).toEqual(['Of Lesson 3', 'Of Lesson 2', 'Of Lesson 1']);
    expect(data[2]).toMatchObject({
      _id: first?.id,
      class: { _id: tuitionClass.id, name: tuitionClass.name, subject: 'Mathematics' },
      lesson: { _id: lessons[0]?.id, meta: { term: 1, index: 1 } },
      attachment: [
        {
          name: material.name,
          url: `/api/admin/material/${material.id}/file`,
          material: material.id,
        },
        { name: 'Song', url: 'https://example.com/song', material: null },
      ],
    });
  });

  test('is found by lesson, name, student and each of its dates', async () => {
    const { lesson, homework: given, late } = await aLessonWithHomework(app);
    await aHomework(app, await aLesson());
    const admin = await app.as('Admin');
    const day = 24 * 60 * 60_000;
    const around = (date: Date) => ({
      between: [
        new Date(date.getTime() - 1000).toISOString(),
        new Date(date.getTime() + 1000).toISOString(),
      ],
    });
    const filters: object[] = [
      { lesson: lesson.id },
      { lesson: { in: [lesson.id, unknownId] } },
      { name: { regex: given.name.toUpperCase() } },
      { student: late.id },
      { lesson: lesson.id, released_on: around(given.releasedAt) },
      { lesson: lesson.id, due_on: around(given.dueAt) },
      { lesson: lesson.id, return_on: around(given.returnAt) },
    ];
    for (const filter of filters) {
      const { data } = await admin.call(listHomework, { query: { filter } });
      expect({ filter, found: data.map(({ _id }) => _id) }).toEqual({ filter, found: [given.id] });
    }
    const { count } = await admin.call(listHomework, {
      query: {
        filter: {
          lesson: lesson.id,
          due_on: { between: [new Date(given.dueAt.getTime() + day).toISOString(), null] },
        },
      },
    });
    expect(count).toBe(0);
  });

  test('is found by class name, whole business days, and past or future due date', async () => {
    const { homework: given, tuitionClass } = await aLessonWithHomework(app);
    const due = given.dueAt;
    await app.database.db
      .update(classes)
      .set({ name: `${tuitionClass.name} [A+]` })
      .where(eq(classes.id, tuitionClass.id));
    const day = (days: number) =>
      new Date(due.getTime() + (8 + days * 24) * 60 * 60_000).toISOString().slice(0, 10);
    const admin = await app.as('Admin');
    const found = async (filter: object) =>
      (await admin.call(listHomework, { query: { filter: { lesson: given.lessonId, ...filter } } }))
        .count;
    expect(await found({ class_name: { regex: '[a+]' } })).toBe(1);
    expect(await found({ class_name: { regex: 'no such class' } })).toBe(0);
    expect(await found({ due_on: { between: [day(0), day(0)] } })).toBe(1);
    expect(await found({ due_on: { between: [day(1), day(1)] } })).toBe(0);
    expect(await found({ due_on: { between: [day(-1), day(-1)] } })).toBe(0);
    const isPast = due <= app.clock.now();
    expect(await found({ period: 'past' })).toBe(isPast ? 1 : 0);
    expect(await found({ period: 'upcoming' })).toBe(isPast ? 0 : 1);
    await app.database.db
      .update(homework)
      .set({ releasedAt: new Date(0), dueAt: new Date(0), returnAt: new Date(0) })
      .where(eq(homework.id, given.id));
    expect(await found({ period: 'past' })).toBe(1);
  });

  test('is sorted by each count', async () => {
    const lesson = await aLesson();
    const students = [];
    for (let made = 0; made < 4; made += 1) students.push(await aStudentOn(app, lesson));
    for (const [place, status] of submissionStatuses.entries()) {
      const given = await aHomework(app, lesson);
      for (const { id } of students.slice(place)) await aSubmission(app, given.id, id, { status });
    }
    const admin = await app.as('Admin');
    for (const sortBy of [
      'pending',
      'submitted',
      'resubmitted',
      'resubmission',
      'marked',
    ] as const) {
      const query = { sortBy, order: 'desc' as const, filter: { lesson: lesson.id } };
      const { data } = await admin.call(listHomework, { query });
      const counts = data.map(({ stat }) => stat[sortBy]);
      expect(counts).toEqual(counts.toSorted((one, other) => other - one));
      expect(new Set(counts).size).toBeGreaterThan(1);
    }
  });

  test('is found while a submission waits to be marked', async () => {
    const { homework: given, submission, late } = await aLessonWithHomework(app);
    const admin = await app.as('Admin');
    const isFound = async () =>
      (
        await admin.call(listHomework, {
          query: { filter: { lesson: given.lessonId, to_mark: true } },
        })
      ).count === 1;
    expect(await isFound()).toBe(true);
    const become = (status: 'marked' | 'RESUBMISSION_REQUIRE' | 'RESUBMITTED') =>
      app.database.db
        .update(submissions)
        .set({ status, markedAt: status === 'marked' ? app.clock.now() : null })
        .where(eq(submissions.id, submission.id));
    for (const status of ['marked', 'RESUBMISSION_REQUIRE'] as const) {
      await become(status);
      expect(await isFound()).toBe(false);
    }
    await become('RESUBMITTED');
    expect(await isFound()).toBe(true);
    await become('marked');
    await aSubmission(app, given.id, late.id);
    expect(await isFound()).toBe(true);
  });

  test('moves with its lesson if an upload created it, and keeps its dates otherwise', async () => {
    const lesson = await aLesson();
    const material = await aMaterial(app, lesson.id);
    const uploaded = await aHomework(app, lesson, { materialId: material.id });
    const other = await aHomework(app, lesson);
    const hours = (date: Date, count: number) => new Date(date.getTime() + count * 3_600_000);
    const admin = await app.as('Admin');
    await admin.call(updateLesson, {
      params: { id: lesson.id },
      body: {
        scheduled_on: hours(lesson.scheduledAt, 26).toISOString(),
        ended_on: hours(lesson.endedAt, 26).toISOString(),
        allow_unusual: true,
        version: 1,
      },
    });
    const { data } = await admin.call(getHomework, { params: { id: uploaded.id } });
    expect(data).toMatchObject({
      released_on: hours(uploaded.releasedAt, 26).toISOString(),
      due_on: hours(uploaded.dueAt, 26).toISOString(),
      return_on: hours(uploaded.returnAt, 26).toISOString(),
    });
    const still = await admin.call(getHomework, { params: { id: other.id } });
    expect(still.data.due_on).toBe(other.dueAt.toISOString());
  });
});

describe('submissions', () => {
  test('are found by homework, student and status, latest first, with the due date', async () => {
    const { homework: given, diligent, late, submission } = await aLessonWithHomework(app);
    const earlier = new Date(app.clock.now().getTime() - 60_000);
    const marked = await aSubmission(app, given.id, late.id, {
      status: 'marked',
      created: earlier,
    });
    const admin = await app.as('Admin');
    const found = async (filter: object) =>
      (await admin.call(listSubmissions, { query: { filter } })).data;
    const all = await found({ homework: given.id });
    expect(all.map(({ _id }) => _id)).toEqual([submission.id, marked.id]);
    expect(all[0]).toMatchObject({
      created_by: { _id: diligent.id, name: diligent.name },
      homework: { _id: given.id, due_on: given.dueAt.toISOString() },
      status: 'SUBMITTED',
      marked_on: null,
    });
    const byStatus = await found({ homework: given.id, status: { in: ['marked'] } });
    expect(byStatus.map(({ _id }) => _id)).toEqual([marked.id]);
    const byStudent = await found({ created_by: diligent.id });
    expect(byStudent.map(({ _id }) => _id)).toEqual([submission.id]);
    expect(
      await admin.refused(listSubmissions, { query: { filter: { status: 'PENDING_SUBMISSION' } } }),
    ).toMatchObject({ status: 400 });
  });

  test('that are pending are listed by name of the student', async () => {
    const lesson = await aLesson();
    const given = await aHomework(app, lesson);
    for (const name of ['Toh Zhi Hao', 'Aidan Foo', 'lau Wei Jie'])
      await aStudentOn(app, lesson, { name });
    await aSubmission(app, given.id, (await aStudentOn(app, lesson, { name: 'Bea' })).id);
    const answer = await (
      await app.as('Admin')
    ).call(listPendingSubmissions, { params: { id: given.id } });
    expect(answer.data.map(({ student }) => student.name)).toEqual([
      'Aidan Foo',
      'lau Wei Jie',
      'Toh Zhi Hao',
    ]);
    expect(answer).toMatchObject({ count: 3, unnamed: 0 });
  });

  test('in each list are as many as in the counts of the homework', async () => {
    const { homework } = await aLessonWithHomework(app);
    const admin = await app.as('Admin');
    const statuses = ['SUBMITTED', 'RESUBMITTED', 'RESUBMISSION_REQUIRE', 'marked'] as const;
    const lesson = await aLesson();
    const given = await aHomework(app, lesson);
    for (const [index, status] of statuses.entries())
      for (let made = 0; made <= index; made += 1)
        await aSubmission(app, given.id, (await aStudentOn(app, lesson)).id, { status });
    await aStudentOn(app, lesson);
    await aStudentOn(app, lesson);
    for (const id of [homework.id, given.id]) {
      const stat = await statOf(id);
      const handedIn = async (filter: object) =>
        (await admin.call(listSubmissions, { query: { filter: { homework: id, ...filter } } }))
          .count;
      const [submitted, resubmitted, resubmission, marked] = await Promise.all(
        statuses.map((status) => handedIn({ status })),
      );
      const pending = await admin.call(listPendingSubmissions, { params: { id } });
      expect({ submitted, resubmitted, resubmission, marked, pending: pending.count }).toEqual({
        submitted: stat.submitted,
        resubmitted: stat.resubmitted,
        resubmission: stat.resubmission,
        marked: stat.marked,
        pending: stat.pending,
      });
      expect(await handedIn({})).toBe(stat.assigned - stat.pending);
    }
    expect(await statOf(given.id)).toMatchObject({ assigned: 12, pending: 2, marked: 4 });
  });

  test('are counted for several homeworks at once, in the order of the request, each once', async () => {
    const [one, two] = [await aLessonWithHomework(app), await aLessonWithHomework(app)];
    const ids = [two.homework.id, one.homework.id, two.homework.id, unknownId];
    const { data, count } = await (
      await app.as('Admin')
    ).call(getSubmissionStats, { query: { homework: ids.join(', ') } });
    expect(count).toBe(2);
    expect(data.map((stat) => stat.homework)).toEqual([two.homework.id, one.homework.id]);
    expect(data[0]).toMatchObject({ assigned: 2, pending: 1, submitted: 1 });
  });

  test.each(['', 'x', `${unknownId},`])('counts of %j are refused', async (ids) => {
    const refusal = await (
      await app.as('Admin')
    ).refused(getSubmissionStats, { query: { homework: ids } });
    expect(refusal.status).toBe(400);
    expect(refusal.field).toMatch(/^homework/);
  });

  test('are unique per homework and student', async () => {
    const { homework: given, diligent } = await aLessonWithHomework(app);
    await expect(aSubmission(app, given.id, diligent.id)).rejects.toThrow();
  });
});

describe("a student's homework", () => {
  test('is listed with the status of each, latest due first', async () => {
    const { lessons } = await aClassWithLessons(app, 3);
    const student = await aStudentOn(app, lessons[0]!);
    const given = [];
    for (const lesson of lessons) given.push(await aHomework(app, lesson));
    // Handed in without a place on the lesson.
    await aSubmission(app, given[2]!.id, student.id, { status: 'RESUBMISSION_REQUIRE' });
    const admin = await app.as('Admin');
    const { data, count } = await admin.call(listStudentHomework, { params: { id: student.id } });
    expect(count).toBe(2);
    expect(data.map(({ _id, status }) => [_id, status])).toEqual([
      [given[2]?.id, 'RESUBMISSION_REQUIRE'],
      [given[0]?.id, 'PENDING_SUBMISSION'],
    ]);
    const pending = await admin.call(listStudentHomework, {
      params: { id: student.id },
      query: { filter: { status: { in: ['PENDING_SUBMISSION', 'marked'] } } },
    });
    expect(pending.data.map(({ _id }) => _id)).toEqual([given[0]?.id]);
  });

  test('of an unknown student is not found', async () => {
    const admin = await app.as('Admin');
    for (const id of [unknownId, admin.id])
      expect(await admin.refused(listStudentHomework, { params: { id } })).toMatchObject({
        status: 404,
      });
  });
});

describe('the scope of homework', () => {
  test('a Tutor finds only that of its own lessons', async () => {
    const tutor = await app.as('Tutor', {});
    const [own, other] = [await aLessonWithHomework(app), await aLessonWithHomework(app)];
    await teach(own.lesson.id, tutor.id);
    // A student whom it teaches hands in homework of another tutor too.
    await aSubmission(app, other.homework.id, own.diligent.id);
    const { data } = await tutor.call(listHomework);
    expect(data.map(({ _id }) => _id)).toEqual([own.homework.id]);
    const handed = await tutor.call(listSubmissions);
    expect(handed.data.map(({ _id }) => _id)).toEqual([own.submission.id]);
    const stats = await tutor.call(getSubmissionStats, {
      query: { homework: `${own.homework.id},${other.homework.id}` },
    });
    expect(stats.data.map((stat) => stat.homework)).toEqual([own.homework.id]);
    for (const operation of [getHomework, listPendingSubmissions])
      expect(await tutor.refused(operation, { params: { id: other.homework.id } })).toMatchObject({
        status: 404,
      });
  });

  test('a Partner sees the names of its own students; the others are only counted', async () => {
    const leadSource = unique('Program');
    const partner = await app.as('Partner', { leadSourceScope: leadSource });
    const lesson = await aLesson();
    const given = await aHomework(app, lesson);
    const ours = [
      await aStudentOn(app, lesson, { leadSource }),
      await aStudentOn(app, lesson, { leadSource }),
    ];
    const theirs = [await aStudentOn(app, lesson), await aStudentOn(app, lesson)];
    await aSubmission(app, given.id, ours[0]!.id);
    await aSubmission(app, given.id, theirs[0]!.id);
    const { data } = await partner.call(getHomework, { params: { id: given.id } });
    expect(data.stat).toMatchObject({ assigned: 4, pending: 2, submitted: 2 });
    const pending = await partner.call(listPendingSubmissions, { params: { id: given.id } });
    expect(pending).toMatchObject({ count: 2, unnamed: 1 });
    expect(pending.data.map(({ student }) => student._id)).toEqual([ours[1]?.id]);
    const handed = await partner.call(listSubmissions, {
      query: { filter: { homework: given.id } },
    });
    expect(handed.data.map((one) => one.created_by._id)).toEqual([ours[0]?.id]);
    expect(handed.count).toBe(1);
    expect(
      (await partner.call(listHomework, { query: { filter: { student: theirs[1]?.id } } })).count,
    ).toBe(0);
    expect(
      await partner.refused(listStudentHomework, { params: { id: theirs[0]?.id ?? '' } }),
    ).toMatchObject({ status: 404 });
  });
});

describe('in the reports', () => {
  test('DataAdmin reads the names of students who did and did not hand in, without e-mails', async () => {
    const { homework: given, diligent, late } = await aLessonWithHomework(app);
    const dataAdmin = await app.as('DataAdmin');
    const params = { id: given.id };
    const pending = await dataAdmin.call(listPendingSubmissions, { params });
    expect(pending).toMatchObject({
      data: [{ student: { _id: late.id, name: late.name, email: '' } }],
      unnamed: 0,
    });
    const handedIn = await dataAdmin.call(listSubmissions, {
      query: { filter: { homework: given.id } },
    });
    expect(handedIn.data.map(({ created_by }) => created_by)).toEqual([
      { _id: diligent.id, name: diligent.name, email: '' },
    ]);
  });
});

describe('downloads', () => {
  const linesOf = async (sent: Promise<{ body: unknown }>) =>
    String((await sent).body)
      .replace('\uFEFF', '')
      .split('\r\n')
      .filter((line) => line !== '');
  const asCsv = { headers: { accept: 'text/csv' } };

  test('of homework contain the lesson, dates in business time and counts', async () => {
    const { lesson, tuitionClass, homework: given } = await aLessonWithHomework(app);
    const admin = await app.as('Admin');
    const query = { filter: { lesson: lesson.id } };
    const [head, row] = await linesOf(admin.send(listHomework, { query, ...asCsv }));
    expect(head).toMatch(/^name,class,lesson,term,index,released_on \(Asia\/Singapore\),/);
    const shown = (date: Date) =>
      new Date(date.getTime() + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
    expect(row).toBe(
      [
        `${given.name},${tuitionClass.name},Lesson 1,1,1`,
        ...[given.releasedAt, given.dueAt, given.returnAt].map(shown),
        '2,1,1,0,0,0,,',
      ].join(','),
    );
  });

  test('of submissions contain student, homework and status', async () => {
    const { homework: given, diligent, late } = await aLessonWithHomework(app);
    await aSubmission(app, given.id, late.id, { status: 'RESUBMISSION_REQUIRE' });
    const admin = await app.as('Admin');
    const query = { filter: { homework: given.id } };
    const [, ...rows] = await linesOf(admin.send(listSubmissions, { query, ...asCsv }));
    expect(rows).toHaveLength(2);
    const of = (email: string) => rows.find((row) => row.includes(email))?.split(',');
    expect(of(diligent.email)).toEqual(expect.arrayContaining([given.name, 'SUBMITTED']));
    expect(of(late.email)).toEqual(expect.arrayContaining([given.name, 'RESUBMISSION REQUIRE']));
  });

  test('contain pending students, and the status of a student', async () => {
    const { homework: given, late } = await aLessonWithHomework(app);
    const admin = await app.as('Admin');
    const params = { id: given.id };
    const pending = await linesOf(admin.send(listPendingSubmissions, { params, ...asCsv }));
    expect(pending).toEqual(['name,email,status', `${late.name},${late.email},PENDING SUBMISSION`]);
    const own = { params: { id: late.id } };
    const [, row] = await linesOf(admin.send(listStudentHomework, { ...own, ...asCsv }));
    expect(row?.split(',')).toEqual(expect.arrayContaining([given.name, 'PENDING SUBMISSION']));
  });
});

test('the database refuses to store the pending status', async () => {
  const lesson = await aLesson();
  const given = await aHomework(app, lesson);
  const student = await aStudentOn(app, lesson);
  await expect(
    app.database.db.execute(
      sql`insert into submissions (id, homework_id, student_id, status, created, updated)
        values (gen_random_uuid(), ${given.id}, ${student.id}, 'PENDING_SUBMISSION', now(), now())`,
    ),
  ).rejects.toThrow();
});
