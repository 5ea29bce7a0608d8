import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  getHomework,
  listHomework,
  listPendingSubmissions,
  listStudentHomework,
  listSubmissions,
} from 'staffroom-contract/domains/homework/homework.contract.ts';
import {
  changeLessonHomework,
  changeLessonMaterial,
  listLibraryFiles,
} from 'staffroom-contract/domains/homework/lesson-files.contract.ts';
import {
  listLessonMaterials,
  openMaterial,
} from 'staffroom-contract/domains/homework/materials.contract.ts';
import { listLessonChanges } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import type { BodyInput } from 'staffroom-contract/shared/operation.ts';
import { useTestApp } from '../../../../test/build-test-app.ts';
import { aClassWithLessons } from '../../../../test/factories/class.factory.ts';
import {
  aHomework,
  aLessonWithHomework,
  aLibraryFile,
  aMaterial,
  aSubmission,
} from '../../../../test/factories/homework.factory.ts';
import { unique } from '../../../../test/unique.ts';
import { auditLog } from '../../../platform/platform.schema.ts';
import { lessonStaff } from '../../lessons/lessons.schema.ts';
import { materials } from './materials.schema.ts';
import { planFiles } from './plan-upload.ts';

const app = useTestApp();
const day = 24 * 60 * 60_000;

const admin = () => app.as('Admin', { name: 'Nadia' });

const homeworkOf = async (id: string) =>
  (await (await admin()).call(getHomework, { params: { id } })).data;

const change = async (
  lesson: { id: string },
  homework: { id: string },
  body: BodyInput<typeof changeLessonHomework>,
) =>
  (
    await (
      await admin()
    ).call(changeLessonHomework, { params: { id: lesson.id, homework: homework.id }, body })
  ).data;

const refusedChange = async (
  lesson: { id: string },
  homework: { id: string },
  body: BodyInput<typeof changeLessonHomework>,
) =>
  (await admin()).refused(changeLessonHomework, {
    params: { id: lesson.id, homework: homework.id },
    body,
  });

const stepsOf = async (lessonId: string) =>
  app.database.db.select().from(auditLog).where(eq(auditLog.entityId, lessonId));

const aFile = (name = unique('P6 T1 L3 Ratio homework')) =>
  aLibraryFile(app, 'mathematics', `${name}.pdf`);

const listedOf = async (lessonId: string, filter: object = {}) =>
  (await (await admin()).call(listHomework, { query: { filter: { lesson: lessonId, ...filter } } }))
    .data;

describe('the homework of one lesson', () => {
  test('gets another due date, with author, old and new value in the history of the lesson', async () => {
    const { lesson, homework } = await aLessonWithHomework(app);
    const due = new Date(homework.dueAt.getTime() + 2 * day).toISOString();
    const changed = await change(lesson, homework, { due_on: due, version: 1 });
    expect(changed).toMatchObject({ due_on: due, version: 2 });
    const { data } = await (
      await admin()
    ).call(listLessonChanges, { params: { id: lesson.id }, query: {} });
    expect(data[0]).toMatchObject({ by: { name: 'Nadia' } });
    expect((await stepsOf(lesson.id))[0]).toMatchObject({
      action: 'lesson.homeworkChanged',
      actorName: 'Nadia',
      before: { due_on: homework.dueAt.toISOString() },
      after: { homework: homework.name, due_on: due },
    });
  });

  test.each([
    ['after it is returned', 'due_on', 30, 'due_on'],
    ['before it is released', 'due_on', -30, 'due_on'],
  ] as const)('is refused a due date %s', async (_what, field, days, named) => {
    const { lesson, homework } = await aLessonWithHomework(app);
    const at = new Date(homework.dueAt.getTime() + days * day).toISOString();
    const refused = await refusedChange(lesson, homework, { [field]: at });
    expect(refused).toMatchObject({ status: 400, code: 'invalid_value', field: named });
    expect(await homeworkOf(homework.id)).toMatchObject({ version: 1 });
  });

  test('is refused as stale with the current homework if it was changed meanwhile', async () => {
    const { lesson, homework } = await aLessonWithHomework(app);
    const at = (days: number) => new Date(homework.dueAt.getTime() + days * day).toISOString();
    await change(lesson, homework, { due_on: at(1), version: 1 });
    const refused = await refusedChange(lesson, homework, { due_on: at(2), version: 1 });
    expect(refused).toMatchObject({ status: 409, code: 'stale' });
    expect(refused.body).toMatchObject({
      current: { due_on: at(1), version: 2 },
      saved: { by: 'Nadia' },
    });
  });

  test('accepts one of two concurrent changes', async () => {
    const { lesson, homework } = await aLessonWithHomework(app);
    const outcomes = await Promise.allSettled(
      [1, 2].map((days) =>
        change(lesson, homework, {
          due_on: new Date(homework.dueAt.getTime() + days * day).toISOString(),
          version: 1,
        }),
      ),
    );
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('gets another file, and keeps its submissions', async () => {
    const { lesson, homework, diligent, submission } = await aLessonWithHomework(app);
    const key = await aFile('P6 T1 L3 Ratio homework, corrected');
    const changed = await change(lesson, homework, { file: key });
    expect(changed).toMatchObject({
      name: 'P6 T1 L3 Ratio homework, corrected',
      attachment: [{ name: 'P6 T1 L3 Ratio homework, corrected.pdf' }],
      stat: { submitted: 1, assigned: 2 },
    });
    const { data } = await (
      await admin()
    ).call(listSubmissions, { query: { filter: { homework: homework.id } } });
    expect(data).toMatchObject([{ _id: submission.id, created_by: { _id: diligent.id } }]);
    const audited = (await stepsOf(lesson.id))[0];
    expect(audited?.after).toMatchObject({ material: 'P6 T1 L3 Ratio homework, corrected.pdf' });
  });

  test('is refused a file that is not in the library, or that the lesson already has', async () => {
    const { lesson, homework } = await aLessonWithHomework(app);
    for (const file of ['mathematics/none.pdf', 'elsewhere/x.pdf', '../secret', 'all/x.pdf'])
      expect(await refusedChange(lesson, homework, { file })).toMatchObject({
        status: 400,
        code: 'invalid_value',
        field: 'file',
      });
    const key = await aFile();
    await change(lesson, homework, { file: key });
    const other = await aHomework(app, lesson);
    expect(await refusedChange(lesson, other, { file: key })).toMatchObject({
      status: 409,
      code: 'duplicate',
      field: 'file',
    });
  });

  test('is removed from the lesson, and its submissions and marks stay readable', async () => {
    const { lesson, homework, diligent, late, submission } = await aLessonWithHomework(app);
    await aSubmission(app, homework.id, late.id, { status: 'marked' });
    const removed = await change(lesson, homework, { removed: true, version: 1 });
    expect(removed.removed).toMatchObject({ by: 'Nadia' });
    expect(await listedOf(lesson.id)).toEqual([]);
    expect(await listedOf(lesson.id, { with_removed: true })).toMatchObject([
      { _id: homework.id, removed: { by: 'Nadia' }, stat: { submitted: 1, marked: 1 } },
    ]);
    expect(await homeworkOf(homework.id)).toMatchObject({ stat: { submitted: 1, marked: 1 } });
    const caller = await admin();
    const submitted = await caller.call(listSubmissions, {
      query: { filter: { homework: homework.id } },
    });
    expect(submitted.data.map(({ _id }) => _id)).toContain(submission.id);
    const mine = await caller.call(listStudentHomework, { params: { id: diligent.id } });
    expect(mine.data).toMatchObject([{ _id: homework.id, status: 'SUBMITTED' }]);
    expect((await stepsOf(lesson.id))[0]).toMatchObject({
      action: 'lesson.homeworkRemoved',
      before: { homework: homework.name },
      after: { submissions: 2 },
    });
  });

  test('is assigned to no one once removed, and can be put back', async () => {
    const { lesson, homework, late } = await aLessonWithHomework(app);
    const caller = await admin();
    const ofLate = async () =>
      (await caller.call(listStudentHomework, { params: { id: late.id } })).count;
    await change(lesson, homework, { removed: true });
    expect(await ofLate()).toBe(0);
    const pending = await caller.call(listPendingSubmissions, { params: { id: homework.id } });
    expect(pending.count).toBe(0);
    const again = await change(lesson, homework, { removed: false, version: 2 });
    expect(again).toMatchObject({ removed: null, version: 3, stat: { pending: 1, submitted: 1 } });
    expect(await ofLate()).toBe(1);
  });

  test('gets no step in the history for a change to its current values', async () => {
    const { lesson, homework } = await aLessonWithHomework(app);
    await change(lesson, homework, { due_on: homework.dueAt.toISOString(), removed: false });
    expect(await homeworkOf(homework.id)).toMatchObject({ version: 1 });
    expect(await stepsOf(lesson.id)).toEqual([]);
  });

  test('of another lesson is not found, and a tutor may not change it', async () => {
    const { lesson, homework } = await aLessonWithHomework(app);
    const { lessons } = await aClassWithLessons(app, 1);
    expect(await refusedChange(lessons[0]!, homework, { removed: true })).toMatchObject({
      status: 404,
      field: 'homework',
    });
    const tutor = await app.as('Tutor');
    await app.database.db
      .insert(lessonStaff)
      .values({ lessonId: lesson.id, userId: tutor.id, kind: 'tutor' });
    expect(
      await tutor.refused(changeLessonHomework, {
        params: { id: lesson.id, homework: homework.id },
        body: { removed: true },
      }),
    ).toMatchObject({ status: 403 });
  });
});

describe('a file of one lesson', () => {
  const materialsOf = async (id: string, filter: { with_removed?: true } = {}) =>
    (await (await admin()).call(listLessonMaterials, { params: { id }, query: { filter } })).data;
  const aLesson = async () => (await aClassWithLessons(app, 1)).lessons[0]!;
  type Body = BodyInput<typeof changeLessonMaterial>;
  const paramsOf = (lesson: { id: string }, material: { id: string }) => ({
    id: lesson.id,
    material: material.id,
  });
  const changeFile = async (lesson: { id: string }, material: { id: string }, body: Body) =>
    (await (await admin()).call(changeLessonMaterial, { params: paramsOf(lesson, material), body }))
      .data;
  const refusedFile = async (lesson: { id: string }, material: { id: string }, body: Body) =>
    (await admin()).refused(changeLessonMaterial, { params: paramsOf(lesson, material), body });

  test('is found by its size', async () => {
    const lesson = await aLesson();
    for (const size of [9, 100, 20])
      await app.database.db
        .update(materials)
        .set({ size })
        .where(eq(materials.id, (await aMaterial(app, lesson.id)).id));
    const { data } = await (
      await admin()
    ).call(listLessonMaterials, {
      params: { id: lesson.id },
      query: { sortBy: 'size', order: 'desc' },
    });
    expect(data.map(({ size }) => size)).toEqual([100, 20, 9]);
  });

  test('is removed from that lesson only, listed on request, and named in the history', async () => {
    const lesson = await aLesson();
    const material = await aMaterial(app, lesson.id);
    const data = await changeFile(lesson, material, { removed: true, version: 1 });
    expect(data).toMatchObject({ name: material.name, removed: { by: 'Nadia' }, version: 2 });
    expect(await materialsOf(lesson.id)).toEqual([]);
    expect(await materialsOf(lesson.id, { with_removed: true })).toEqual([data]);
    expect((await stepsOf(lesson.id))[0]).toMatchObject({
      action: 'lesson.materialRemoved',
      before: { material: material.name },
    });
  });

  test('that was removed is put back, with the author in the history', async () => {
    const lesson = await aLesson();
    const material = await aMaterial(app, lesson.id);
    await changeFile(lesson, material, { removed: true });
    const back = await changeFile(lesson, material, { removed: false, version: 2 });
    expect(back).toMatchObject({ removed: null, version: 3 });
    expect(await materialsOf(lesson.id)).toEqual([back]);
    const steps = await stepsOf(lesson.id);
    expect(steps.map(({ action }) => action).toSorted()).toEqual([
      'lesson.materialPutBack',
      'lesson.materialRemoved',
    ]);
    expect(steps.find(({ action }) => action === 'lesson.materialPutBack')).toMatchObject({
      actorName: 'Nadia',
      after: { material: material.name },
    });
  });

  test('is refused as stale with the current file if it was changed meanwhile', async () => {
    const lesson = await aLesson();
    const material = await aMaterial(app, lesson.id);
    await changeFile(lesson, material, { removed: true, version: 1 });
    for (const body of [{ removed: true }, { file: await aFile() }])
      expect(await refusedFile(lesson, material, { ...body, version: 1 })).toMatchObject({
        status: 409,
        code: 'stale',
        body: { current: { version: 2, removed: { by: 'Nadia' } }, saved: { by: 'Nadia' } },
      });
  });

  test('is put back once by two concurrent requests', async () => {
    const lesson = await aLesson();
    const material = await aMaterial(app, lesson.id);
    await changeFile(lesson, material, { removed: true });
    const outcomes = await Promise.allSettled(
      [1, 2].map(() => changeFile(lesson, material, { removed: false, version: 2 })),
    );
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await stepsOf(lesson.id)).toHaveLength(2);
  });

  test('gets no step in the history for a change to its current values', async () => {
    const lesson = await aLesson();
    const material = await aMaterial(app, lesson.id);
    expect(await changeFile(lesson, material, { removed: false })).toMatchObject({ version: 1 });
    expect(await stepsOf(lesson.id)).toEqual([]);
  });

  test('that was removed cannot be opened by the tutor, or replaced before it is put back', async () => {
    const lesson = await aLesson();
    const material = await aMaterial(app, lesson.id);
    const tutor = await app.as('Tutor');
    await app.database.db
      .insert(lessonStaff)
      .values({ lessonId: lesson.id, userId: tutor.id, kind: 'tutor' });
    const open = async () =>
      (await tutor.send(openMaterial, { params: { id: material.id } })).status;
    expect(await open()).toBe(200);
    await changeFile(lesson, material, { removed: true });
    expect(await open()).toBe(404);
    expect(await refusedFile(lesson, material, { file: await aFile() })).toMatchObject({
      status: 400,
      code: 'invalid_value',
      field: 'file',
    });
    await changeFile(lesson, material, { removed: false });
    expect(await open()).toBe(200);
  });

  test('cannot be changed from another lesson, by a tutor, or in two ways at once', async () => {
    const lesson = await aLesson();
    const material = await aMaterial(app, lesson.id);
    expect(await refusedFile(await aLesson(), material, { removed: true })).toMatchObject({
      status: 404,
      field: 'material',
    });
    const both = { removed: true, file: await aFile() };
    expect(await refusedFile(lesson, material, both)).toMatchObject({
      status: 400,
      field: 'removed',
    });
    const tutor = await app.as('Tutor');
    await app.database.db
      .insert(lessonStaff)
      .values({ lessonId: lesson.id, userId: tutor.id, kind: 'tutor' });
    const params = paramsOf(lesson, material);
    expect(
      await tutor.refused(changeLessonMaterial, { params, body: { removed: true } }),
    ).toMatchObject({ status: 403 });
  });

  test('is replaced by another file of the library, also by one that was removed', async () => {
    const lesson = await aLesson();
    const material = await aMaterial(app, lesson.id);
    const other = await aMaterial(app, lesson.id);
    const duplicate = { file: other.key };
    expect(await refusedFile(lesson, material, duplicate)).toMatchObject({
      status: 409,
      code: 'duplicate',
      field: 'file',
    });
    await changeFile(lesson, other, { removed: true });
    const data = await changeFile(lesson, material, duplicate);
    expect(data).toMatchObject({ _id: other.id, removed: null, attached_by: 'Nadia' });
    expect(await materialsOf(lesson.id, { with_removed: true })).toEqual([data]);
    expect(await stepsOf(lesson.id)).toContainEqual(
      expect.objectContaining({
        action: 'lesson.materialReplaced',
        before: { material: material.name },
        after: { material: other.name },
      }),
    );
  });

  test('that is homework can be opened by the lesson’s tutor after a replacement', async () => {
    const { lesson, homework } = await aLessonWithHomework(app);
    const other = await aFile();
    const changed = await change(lesson, homework, { file: other });
    const tutor = await app.as('Tutor');
    await app.database.db
      .insert(lessonStaff)
      .values({ lessonId: lesson.id, userId: tutor.id, kind: 'tutor' });
    const opened = await tutor.send(openMaterial, {
      params: { id: changed.attachment[0]?.material ?? '' },
    });
    expect(opened.status).toBe(200);
  });

  test('that was removed or replaced is not brought back by an upload', async () => {
    const { lessons, tuitionClass } = await aClassWithLessons(app, 1);
    const lesson = lessons[0]!;
    const level = 'primary-6';
    await app.database.pool.query(
      `update classes set subject = 'Mathematics', levels = array[$2] where id = $1`,
      [tuitionClass.id, level],
    );
    await app.database.pool.query(
      'update lessons set term = 7, lesson_index = 77, scheduled_at = $2, ended_at = $3 where id = $1',
      [lesson.id, new Date(Date.now() + 3 * day), new Date(Date.now() + 3 * day + 3_600_000)],
    );
    const name = `P6 T7 L77 ${unique('Homework')}.pdf`;
    const key = await aLibraryFile(app, 'mathematics', name);
    const file = { key, folder: 'mathematics' as const, name, size: 20 };
    const planned = async () => {
      const [plan] = await planFiles(app.database.db, [file], app.clock.now());
      const found = plan?.lessons.find(({ id }) => id === lesson.id);
      return [found?.isAttached, found?.needsHomework];
    };
    expect(await planned()).toEqual([false, true]);
    const material = await aMaterial(app, lesson.id);
    const homework = await aHomework(app, lesson);
    const replaced = await changeFile(lesson, material, { file: key });
    await change(lesson, homework, { file: key });
    expect(await planned()).toEqual([true, false]);
    await changeFile(lesson, { id: replaced._id }, { removed: true });
    expect(await planned()).toEqual([true, false]);
    await changeFile(lesson, { id: replaced._id }, { removed: false });
    await changeFile(lesson, { id: replaced._id }, { file: await aFile() });
    await change(lesson, homework, { file: await aFile() });
    expect(await planned()).toEqual([true, false]);
  });
});

test('the library is searched by name', async () => {
  const name = unique('P6 T1 L9 Speed');
  const key = await aLibraryFile(app, 'mathematics', `${name}.pdf`);
  const { data, count } = await (
    await admin()
  ).call(listLibraryFiles, { query: { filter: { name: { regex: name.toLowerCase() } } } });
  expect({ data, count }).toMatchObject({
    count: 1,
    data: [{ _id: key, name: `${name}.pdf`, folder: 'mathematics' }],
  });
});
