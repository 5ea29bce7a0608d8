import { expect, test } from 'vitest';
import { correctAttendance } from 'staffroom-contract/domains/attendance/attendance.contract.ts';
import { listStudentAttendance } from 'staffroom-contract/domains/attendance/student-attendance.contract.ts';
import { useTestApp } from '../../../test/build-test-app.ts';
import { aStay } from '../../../test/factories/attendance.factory.ts';
import { aClass, aLesson } from '../../../test/factories/class.factory.ts';
import { aStudent } from '../../../test/factories/user.factory.ts';
import { newId } from '../../platform/ids.ts';
import { rosterSources } from '../lessons/lessons.schema.ts';

const app = useTestApp();

type Lesson = Awaited<ReturnType<typeof aLesson>>;

const place = async (
  studentId: string,
  lesson: Lesson,
  kind: 'PAYMENT' | 'PAYMENT_VIDEO' = 'PAYMENT',
) =>
  app.database.db.insert(rosterSources).values({
    id: newId(app.clock.now()),
    lessonId: lesson.id,
    studentId,
    kind,
    addedBy: (await app.as('Admin')).id,
    created: app.clock.now(),
  });

/** A student with this many past lessons, latest first. */
const aPastOf = async (count: number) => {
  const student = await aStudent(app);
  const { id: classId } = await aClass(app);
  const lessons: Lesson[] = [];
  for (let day = 1; day <= count; day += 1) {
    const lesson = await aLesson(app, classId, { inDays: -day });
    await place(student.id, lesson);
    lessons.push(lesson);
  }
  return { student, lessons };
};

test('lists a student’s attendance by past lesson, and sums up the last eight known ones', async () => {
  const { student, lessons } = await aPastOf(11);
  const [unknown, absent, corrected, ...others] = lessons;
  if (!unknown || !absent || !corrected) throw new Error('There are eleven lessons.');
  await aStay(app, absent, { email: 'other@example.com' });
  await aStay(app, corrected, { email: 'other@example.com' });
  for (const lesson of others) await aStay(app, lesson, { email: student.email });
  const desk = await app.as('CustService');
  await desk.call(correctAttendance, {
    params: { id: corrected.id, studentId: student.id },
    body: { status: 'half attended', reason: 'Was in by phone' },
  });
  const answer = await desk.call(listStudentAttendance, {
    params: { id: student.id },
    query: { max: 4 },
  });
  expect(answer).toEqual({
    data: [
      { lesson: unknown.id, attended: null },
      { lesson: absent.id, attended: 'absent' },
      { lesson: corrected.id, attended: 'attended' },
      { lesson: others[0]?.id, attended: 'attended' },
    ],
    count: 11,
    recent: { attended: 7, of: 8 },
  });
});

test('video places and inactive lessons are never expected', async () => {
  const student = await aStudent(app);
  const { id: classId } = await aClass(app);
  const video = await aLesson(app, classId, { inDays: -1 });
  await place(student.id, video, 'PAYMENT_VIDEO');
  const inactive = await aLesson(app, classId, { inDays: -2, isActive: false });
  await place(student.id, inactive);
  for (const lesson of [video, inactive]) await aStay(app, lesson, { email: student.email });
  const { data, recent } = await (
    await app.as('Admin')
  ).call(listStudentAttendance, { params: { id: student.id } });
  expect(data.map(({ attended }) => attended)).toEqual([null, null]);
  expect(recent).toEqual({ attended: 0, of: 0 });
});

test('a Partner reads the attendance of own students only, an Agent none', async () => {
  const { student } = await aPastOf(1);
  const asked = { params: { id: student.id } };
  expect(await (await app.as('Partner')).refused(listStudentAttendance, asked)).toMatchObject({
    status: 404,
  });
  expect(await (await app.as('Agent')).refused(listStudentAttendance, asked)).toMatchObject({
    status: 403,
  });
});
