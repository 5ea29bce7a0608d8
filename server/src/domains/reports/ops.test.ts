import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { listBirthdayStudents } from 'staffroom-contract/domains/reports/birthdays.contract.ts';
import {
  listHomeworkAssignment,
  listStudentsWithoutHomework,
} from 'staffroom-contract/domains/reports/homework-assignment.contract.ts';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import { aClass, aLesson } from '../../../test/factories/class.factory.ts';
import {
  aHomework,
  aLessonWithoutHomework,
  aStudentOn,
} from '../../../test/factories/homework.factory.ts';
import { aStudent, aTutor } from '../../../test/factories/user.factory.ts';
import { homework } from '../homework/homework.schema.ts';
import { lessons, rosterSources } from '../lessons/lessons.schema.ts';

// A separate database, so that its days contain only the data of these tests. It is Friday, 20 Nov 2026, 10:00.
const app = useOwnTestApp();

describe('birthday students', () => {
  const on = async (birthday_date: string) => {
    const { data } = await (
      await app.as('Admin')
    ).call(listBirthdayStudents, { body: { birthday_date } });
    return data.map(({ name, turns }) => [name, turns]);
  };

  test('lists students born on that day in any year, by name, with their new age and contact data', async () => {
    const born = (name: string, dateOfBirth: string | null, values = {}) =>
      aStudent(app, { name, dateOfBirth, ...values });
    await born('Muhammad Irfan', '2011-05-06');
    const { email, id } = await born('Heng Jia En', '2014-05-06', {
      phoneCountryCode: '65',
      phone: '80006613',
    });
    await born('Day before', '2014-05-05');
    await born('Born that day', '2026-05-06');
    await born('Left', '2014-05-06', { enabled: false });
    await born('Unknown birthday', null);
    await aTutor(app, { name: 'A tutor', dateOfBirth: '1990-05-06' });
    expect(await on('2026-05-06')).toEqual([
      ['Heng Jia En', 12],
      ['Muhammad Irfan', 15],
    ]);
    const { data } = await (
      await app.as('Admin')
    ).call(listBirthdayStudents, { body: { birthday_date: '2026-05-06' } });
    expect(data[0]).toEqual({
      _id: id,
      name: 'Heng Jia En',
      email,
      phone_country_code: '65',
      phone: '80006613',
      date_of_birth: '2014-05-06',
      turns: 12,
    });
  });

  test('includes birthdays of 29 February on the 28th in years without one', async () => {
    await aStudent(app, { name: 'Leap', dateOfBirth: '2012-02-29' });
    await aStudent(app, { name: 'Usual', dateOfBirth: '2013-02-28' });
    expect(await on('2027-02-28')).toEqual([
      ['Leap', 15],
      ['Usual', 14],
    ]);
    expect(await on('2027-03-01')).toEqual([]);
    expect(await on('2028-02-28')).toEqual([['Usual', 15]]);
    expect(await on('2028-02-29')).toEqual([['Leap', 16]]);
  });

  test('uses the business day of an instant', async () => {
    await aStudent(app, { name: 'Charlotte', dateOfBirth: '2016-08-09' });
    expect(await on('2026-08-08T15:59:59Z')).toEqual([]);
    expect(await on('2026-08-08T16:00:00Z')).toEqual([['Charlotte', 10]]);
    expect(await on('2026-08-09T00:00:00+08:00')).toEqual([['Charlotte', 10]]);
    expect(await on('2026-08-09T16:00:00Z')).toEqual([]);
  });
});

describe('homework assignment', () => {
  const between = (start: string, end: string) => ({ date_range: { between: [start, end] } });
  const listed = async (start: string, end = start) =>
    (
      await (
        await app.as('Admin')
      ).call(listHomeworkAssignment, { body: between(start, end) as never })
    ).data;

  test('shows the number and names of paying students without homework for each lesson', async () => {
    const lesson = await aLessonWithoutHomework(app);
    const another = await aStudentOn(app, lesson, { name: 'Ang Yu Chen' });
    await aStudentOn(app, lesson, { kind: 'TRIAL' });
    const [row] = await listed('2026-11-19');
    expect(row).toMatchObject({
      _id: lesson.id,
      lesson: { name: lesson.name, meta: { index: lesson.lessonIndex, term: lesson.term } },
      student_without_homework_count: 2,
    });
    const admin = await app.as('Admin');
    const params = { id: lesson.id };
    const { data, count } = await admin.call(listStudentsWithoutHomework, { params });
    expect(data.map(({ _id }) => _id)).toEqual([another.id, lesson.student.id]);
    expect(count).toBe(2);
    await aHomework(app, lesson);
    expect(await listed('2026-11-19')).toEqual([]);
    expect((await admin.call(listStudentsWithoutHomework, { params })).count).toBe(0);
  });

  test('matches a simple check of every lesson, student and homework', async () => {
    const { id: classId } = await aClass(app);
    const starts = [
      '2026-10-04T15:59:59Z',
      '2026-10-04T16:00:00Z',
      '2026-10-05T06:00:00Z',
      '2026-10-06T15:59:59Z',
      '2026-10-06T16:00:00Z',
    ];
    let number = 0;
    for (const start of starts)
      for (const isActive of [true, false])
        for (const kinds of [[], ['TRIAL'], ['PAYMENT_VIDEO'], ['PAYMENT', 'TRIAL', 'PAYMENT']])
          for (const given of [0, 2]) {
            number += 1;
            const lesson = await aLesson(app, classId, { scheduledAt: new Date(start), isActive });
            for (const kind of kinds)
              await aStudentOn(app, lesson, { kind: kind as 'PAYMENT', name: `Pupil ${number}` });
            for (let made = 0; made < given; made += 1) await aHomework(app, lesson);
          }
    // A released place no longer counts.
    const { student, ...emptied } = await aLessonWithoutHomework(app);
    await app.database.db
      .update(lessons)
      .set({ scheduledAt: new Date(starts[2] ?? '') })
      .where(eq(lessons.id, emptied.id));
    await app.database.db
      .update(rosterSources)
      .set({ releasedAt: app.clock.now() })
      .where(eq(rosterSources.studentId, student.id));
    const everything = {
      lessons: await app.database.db.select().from(lessons),
      places: await app.database.db.select().from(rosterSources),
      homework: await app.database.db.select().from(homework),
    };
    const slowly = (start: string, end: string) =>
      Object.fromEntries(
        everything.lessons
          .filter(({ id, isActive, scheduledAt }) => {
            const day = Temporal.Instant.fromEpochMilliseconds(scheduledAt.getTime())
              .toZonedDateTimeISO('Asia/Singapore')
              .toPlainDate()
              .toString();
            return (
              isActive &&
              day >= start &&
              day <= end &&
              !everything.homework.some(({ lessonId }) => lessonId === id)
            );
          })
          .map(({ id }) => {
            const paying = everything.places.filter(
              (place) =>
                place.lessonId === id && place.kind === 'PAYMENT' && place.releasedAt === null,
            );
            return [id, new Set(paying.map(({ studentId }) => studentId)).size] as const;
          })
          .filter(([, students]) => students > 0),
      );
    for (const [start, end] of [
      ['2026-10-04', '2026-10-04'],
      ['2026-10-05', '2026-10-05'],
      ['2026-10-05', '2026-10-06'],
      ['2026-10-01', '2026-10-31'],
    ] as const) {
      const found = (await listed(start, end)).map(
        (row) => [row._id, row.student_without_homework_count] as const,
      );
      expect(found.length).toBeGreaterThan(0);
      expect(Object.fromEntries(found)).toEqual(slowly(start, end));
    }
  });

  test('counts a lesson over midnight and the end of a month on the day it begins', async () => {
    const { id: classId } = await aClass(app);
    const lesson = await aLesson(app, classId, {
      // 23:00 of 31 August to 01:00 in Singapore.
      scheduledAt: new Date('2026-08-31T15:00:00Z'),
      endedAt: new Date('2026-08-31T17:00:00Z'),
    });
    await aStudentOn(app, lesson);
    expect((await listed('2026-08-01', '2026-08-31')).map(({ _id }) => _id)).toEqual([lesson.id]);
    expect(await listed('2026-09-01', '2026-09-30')).toEqual([]);
    expect(await listed('2027-01-01', '2027-01-31')).toEqual([]);
  });

  test('leaves out lessons that have not begun, and refuses an end before the start', async () => {
    const { id: classId } = await aClass(app);
    const later = await aLesson(app, classId, { scheduledAt: new Date('2026-11-20T02:00:01Z') });
    const begun = await aLesson(app, classId, { scheduledAt: new Date('2026-11-20T02:00:00Z') });
    for (const lesson of [later, begun]) await aStudentOn(app, lesson);
    expect((await listed('2026-11-20')).map(({ _id }) => _id)).toEqual([begun.id]);
    const admin = await app.as('Admin');
    expect(
      await admin.refused(listHomeworkAssignment, {
        body: between('2026-11-20', '2026-11-19') as never,
      }),
    ).toMatchObject({ status: 400, field: 'date_range' });
  });
});
