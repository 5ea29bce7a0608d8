import { mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { listHomework } from '@staffroom/contract/domains/homework/homework.contract.ts';
import type { MaterialFolder } from '@staffroom/contract/domains/homework/material-names.rules.ts';
import {
  getMaterialUpload,
  listLessonMaterials,
  listMaterialUploadFiles,
  listMaterialUploads,
  previewMaterialUpload,
  resumeMaterialUpload,
  startMaterialUpload,
  stopMaterialUpload,
} from '@staffroom/contract/domains/homework/materials.contract.ts';
import { useOwnTestApp } from '../../../../test/build-test-app.ts';
import { aClass, aLesson } from '../../../../test/factories/class.factory.ts';
import { aLibraryFile, aMaterialUpload } from '../../../../test/factories/homework.factory.ts';
import { aUser } from '../../../../test/factories/user.factory.ts';
import { unique } from '../../../../test/unique.ts';
import type { Actor } from '../../../platform/context.ts';
import { attachFile } from './attach-file.ts';
import { materialRuns } from './materials.schema.ts';
import { uploadMaterialsJob } from './upload-materials.job.ts';

const app = useOwnTestApp({ work: true });

/** Every test has a library and lessons of its own: a level and subject that others do not use would be too few. */
beforeEach(async () => {
  const { materials } = app.settings;
  if ('folder' in materials) await rm(materials.folder, { recursive: true, force: true });
  await app.database.pool.query(
    'truncate materials, lesson_materials, homework, submissions, material_runs, material_run_files cascade',
  );
  await app.database.pool.query('update classes set is_active = false');
});

const aLessonOf = async (
  {
    subject = 'Mathematics',
    levels = ['primary-6'],
    name = unique('P6 Mathematics'),
    isActive = true,
  } = {},
  lesson: Parameters<typeof aLesson>[2] = {},
) => {
  const tuitionClass = await aClass(app, { subject, levels, name, isActive });
  return aLesson(app, tuitionClass.id, { term: 1, lessonIndex: 3, ...lesson });
};

const admin = () => app.as('Admin');

const preview = async (folder: MaterialFolder, query = {}) =>
  (await admin()).call(previewMaterialUpload, { params: { id: folder }, query });

const start = async (folder: MaterialFolder) =>
  (await (await admin()).call(startMaterialUpload, { params: { id: folder } })).data._id;

const read = async (id: string) =>
  (await (await admin()).call(getMaterialUpload, { params: { id } })).data;

const upload = async (folder: MaterialFolder) => {
  const id = await start(folder);
  await vi.waitFor(async () => expect((await read(id)).state).not.toBe('running'), 15_000);
  return read(id);
};

const report = async (id: string) =>
  (await (await admin()).call(listMaterialUploadFiles, { params: { id } })).data;

const namesOn = async (lessonId: string) =>
  (await (await admin()).call(listLessonMaterials, { params: { id: lessonId } })).data.map(
    ({ name }) => name,
  );

const homeworkOf = async (lessonId: string) =>
  (await (await admin()).call(listHomework, { query: { filter: { lesson: lessonId } } })).data;

describe('which lessons a file is for', () => {
  test("are those of the folder's subject and the file's level, term and number, in every active class", async () => {
    const [one, two] = [await aLessonOf(), await aLessonOf()];
    const others = [
      await aLessonOf({ subject: 'Science' }),
      await aLessonOf({ levels: ['primary-5'] }),
      await aLessonOf({ isActive: false }),
      await aLessonOf({}, { term: 2 }),
      await aLessonOf({}, { lessonIndex: 4 }),
      await aLessonOf({}, { isActive: false }),
    ];
    await aLibraryFile(app, 'mathematics', 'P6 T1 L3 Fractions.pdf');
    await upload('mathematics');
    for (const lesson of [one, two])
      expect(await namesOn(lesson.id)).toEqual(['P6 T1 L3 Fractions.pdf']);
    for (const lesson of others) expect(await namesOn(lesson.id)).toEqual([]);
  });

  test('are found for files of folders within the folder, and All takes every folder', async () => {
    const maths = await aLessonOf();
    const science = await aLessonOf({ subject: 'Science', levels: ['primary-4', 'primary-6'] });
    await aLibraryFile(app, 'mathematics', 'Term 1/Week 3/P6 T1 L3 Fractions.pdf');
    await aLibraryFile(app, 'science', 'P6 T1 L3 Cells.pdf');
    const run = await upload('all');
    expect(run).toMatchObject({ state: 'done', total: 2, done: { files: 2, attached: 2 } });
    expect(await namesOn(maths.id)).toEqual(['P6 T1 L3 Fractions.pdf']);
    expect(await namesOn(science.id)).toEqual(['P6 T1 L3 Cells.pdf']);
  });

  test('of English are those of the paper that the class names', async () => {
    const both = await aLessonOf({ subject: 'English', name: 'P6 English — Sun 10am' });
    const writing = await aLessonOf({ subject: 'English', name: 'PSLE English Paper 1 Workshop' });
    await aLibraryFile(app, 'english-paper-1', 'P6 T1 L3 Writing.pdf');
    await aLibraryFile(app, 'english-paper-2', 'P6 T1 L3 Cloze.pdf');
    await upload('all');
    expect(await namesOn(both.id)).toEqual(['P6 T1 L3 Cloze.pdf', 'P6 T1 L3 Writing.pdf']);
    expect(await namesOn(writing.id)).toEqual(['P6 T1 L3 Writing.pdf']);
  });
});

describe('homework', () => {
  test('is created of files whose name says so, on lessons that have not ended', async () => {
    const [coming, past] = [await aLessonOf(), await aLessonOf({}, { inDays: -7 })];
    await aLibraryFile(app, 'mathematics', 'P6 T1 L3 Homework.pdf');
    await aLibraryFile(app, 'mathematics', 'P6 T1 L3 Notes.pdf');
    const run = await upload('mathematics');
    expect(run.done).toMatchObject({ files: 2, attached: 4, homework: 1 });
    expect(await homeworkOf(past.id)).toEqual([]);
    const [given, ...rest] = await homeworkOf(coming.id);
    expect(rest).toEqual([]);
    const at = (days: number) =>
      new Date(coming.scheduledOn.getTime() + days * 86_400_000).toISOString();
    expect(given).toMatchObject({
      name: 'P6 T1 L3 Homework',
      released_on: at(0),
      due_on: at(7),
      return_on: at(14),
      attachment: [{ name: 'P6 T1 L3 Homework.pdf' }],
    });
  });

  test('and files are put there once, however often the folder is uploaded', async () => {
    const lesson = await aLessonOf();
    await aLibraryFile(app, 'mathematics', 'P6 T1 L3 Homework.pdf');
    await upload('mathematics');
    const again = await upload('all');
    expect(again.done).toMatchObject({
      attached: 0,
      homework: 0,
      outcomes: { already_attached: 1 },
    });
    expect(await namesOn(lesson.id)).toHaveLength(1);
    expect(await homeworkOf(lesson.id)).toHaveLength(1);
    // A class that is new takes what the others have already.
    const later = await aLessonOf();
    expect((await upload('mathematics')).done).toMatchObject({ attached: 1, homework: 1 });
    expect(await namesOn(later.id)).toHaveLength(1);
    expect(await namesOn(lesson.id)).toHaveLength(1);
  });
});

describe('what an upload would do', () => {
  test('is what it then does, file by file, and changes nothing', async () => {
    const lesson = await aLessonOf();
    for (const name of ['P6 T1 L3 Homework.pdf', 'P6 T9 L9.pdf', 'Notes.pdf'])
      await aLibraryFile(app, 'mathematics', name);
    await aLibraryFile(app, 'mathematics', 'P6 T1 L3 Empty.pdf', '');
    const before = await preview('mathematics');
    expect(before.plan).toEqual({
      files: 4,
      attached: 1,
      homework: 1,
      outcomes: { attached: 1, already_attached: 0, unmatched: 2, refused: 1 },
    });
    expect(await namesOn(lesson.id)).toEqual([]);
    const run = await upload('mathematics');
    expect(run.done).toEqual(before.plan);
    const told = before.data.map(({ lessons: _lessons, ...file }) => file);
    expect(await report(run._id)).toEqual(told);
    expect(told.map(({ name, outcome, reason }) => [name, outcome, reason])).toEqual([
      ['Notes.pdf', 'unmatched', 'no_number'],
      ['P6 T1 L3 Empty.pdf', 'refused', 'empty'],
      ['P6 T1 L3 Homework.pdf', 'attached', null],
      ['P6 T9 L9.pdf', 'unmatched', 'no_lesson'],
    ]);
    expect((await preview('mathematics')).plan).toMatchObject({
      attached: 0,
      outcomes: { already_attached: 1 },
    });
  });

  test('is read in pages, by outcome, and names the lessons', async () => {
    const lesson = await aLessonOf({ name: 'P6 Maths A' });
    for (const index of [1, 2, 3]) await aLibraryFile(app, 'mathematics', `Notes ${index}.pdf`);
    await aLibraryFile(app, 'mathematics', 'P6 T1 L3.pdf');
    const page = await preview('mathematics', {
      filter: { outcome: 'unmatched' },
      max: 2,
      offset: 2,
    });
    expect(page).toMatchObject({ count: 3, data: [{ name: 'Notes 3.pdf' }] });
    const { data } = await preview('mathematics', { filter: { outcome: { in: ['attached'] } } });
    expect(data[0]?.lessons).toEqual([
      { _id: lesson.id, class: lesson.classId, class_name: 'P6 Maths A' },
    ]);
  });

  test('of a folder that is not there is nothing', async () => {
    expect(await preview('science')).toMatchObject({ data: [], count: 0, plan: { files: 0 } });
    expect(await upload('science')).toMatchObject({ state: 'done', total: 0 });
  });
});

describe('a run', () => {
  /** Started, and not taken up by a worker. */
  const aStanding = (values = {}) => aMaterialUpload(app, { endedOn: null, ...values });

  test('is not started twice: who asks for the same folder gets the run, for another is refused', async () => {
    const standing = await aStanding({ state: 'running', folder: 'science' });
    const colleague = await app.as('Admin', { name: 'Somebody else' });
    const answer = await colleague.call(startMaterialUpload, { params: { id: 'science' } });
    expect(answer.data._id).toBe(standing.id);
    expect(
      await colleague.refused(startMaterialUpload, { params: { id: 'mathematics' } }),
    ).toMatchObject({ status: 409, code: 'material_upload_running' });
  });

  test('of ten people at one moment is one', async () => {
    await aLessonOf();
    await aLibraryFile(app, 'mathematics', 'P6 T1 L3.pdf');
    const people = await Promise.all(Array.from({ length: 10 }, () => app.as('Admin', {})));
    const answers = await Promise.all(
      people.map((one) => one.send(startMaterialUpload, { params: { id: 'mathematics' } })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 202));
    const ids = new Set(answers.map(({ body }) => (body as { data: { _id: string } }).data._id));
    for (const id of ids)
      await vi.waitFor(async () => expect((await read(id)).state).toBe('done'), 15_000);
    const runs = await app.database.db.select().from(materialRuns);
    expect(new Set(runs.map(({ id }) => id))).toEqual(ids);
    const attached = await Promise.all([...ids].map(async (id) => (await read(id)).done.attached));
    expect(attached.reduce((a, b) => a + b, 0)).toBe(1);
  });

  test('that was stopped goes on with what it left', async () => {
    const lesson = await aLessonOf();
    await aLibraryFile(app, 'science', 'Notes.pdf');
    await aLibraryFile(app, 'science', 'P6 T1 L3.pdf');
    const run = await aStanding({ state: 'running', folder: 'science', total: null });
    const api = await admin();
    const stopped = await api.call(stopMaterialUpload, { params: { id: run.id } });
    expect(stopped.data).toMatchObject({ state: 'stopped' });
    expect(stopped.data.ended_on).not.toBeNull();
    expect((await api.call(stopMaterialUpload, { params: { id: run.id } })).data).toEqual(
      stopped.data,
    );
    await api.call(resumeMaterialUpload, { params: { id: run.id } });
    await vi.waitFor(async () => expect((await read(run.id)).state).toBe('done'), 15_000);
    // One of its two files it had dealt with before.
    expect(await read(run.id)).toMatchObject({ total: 2, done: { files: 2 } });
    expect(await namesOn(lesson.id)).toEqual([]);
  });

  test('takes no more files once it is stopped, or belongs to another job', async () => {
    const lesson = await aLessonOf();
    const name = 'P6 T1 L3.pdf';
    const key = await aLibraryFile(app, 'mathematics', name);
    const file = { key, folder: 'mathematics' as const, name, size: 20 };
    const [stopped, running] = [
      await aStanding({ state: 'stopped' }),
      await aStanding({ state: 'running' }),
    ];
    const { database, clock, settings, listeners } = app;
    const { id, name: called, email } = await aUser(app, { type: 'Admin' });
    const rights = { role: 'Admin' as const, extra_routes: [], seesOrderId: false };
    const origin = { requestId: 'test', address: '', userAgent: '' };
    const context = {
      ...origin,
      db: database.db,
      clock,
      settings,
      listeners,
      actor: { id, name: called, email, ...rights, orderAgents: [], leadSourceScope: null },
    };
    const attach = (runId: string, jobId: string) => attachFile(context, { runId, jobId }, file);
    expect(await attach(stopped.id, stopped.jobId)).toBe(false);
    expect(await attach(running.id, stopped.jobId)).toBe(false);
    expect(await namesOn(lesson.id)).toEqual([]);
    expect(await attach(running.id, running.jobId)).toBe(true);
    expect(await namesOn(lesson.id)).toEqual([name]);
    const odd = { ...file, key: `${key}\0`, name: 'P6\0 T1 L3.pdf', problem: 'odd_name' as const };
    expect(await attachFile(context, { runId: running.id, jobId: running.jobId }, odd)).toBe(true);
    expect((await report(running.id)).map((row) => row.name)).toContain('P6\uFFFD T1 L3.pdf');
  });

  test('that cannot read the library ends with the reason, and goes on once it can be read', async () => {
    const lesson = await aLessonOf();
    const { materials } = app.settings;
    if (!('folder' in materials)) throw new Error('The library is no folder.');
    await mkdir(materials.folder, { recursive: true });
    const inTheWay = join(materials.folder, 'mathematics');
    // A link that leads to itself leads nowhere.
    await symlink(inTheWay, inTheWay);
    const run = await upload('mathematics');
    expect(run.state).toBe('failed');
    expect(run.problem).toContain('mathematics');
    await rm(inTheWay);
    await aLibraryFile(app, 'mathematics', 'P6 T1 L3.pdf');
    await (await admin()).call(resumeMaterialUpload, { params: { id: run._id } });
    await vi.waitFor(async () => expect((await read(run._id)).state).toBe('done'), 15_000);
    expect(await namesOn(lesson.id)).toEqual(['P6 T1 L3.pdf']);
  });

  test('cannot go on beside another', async () => {
    const stopped = await aStanding({ state: 'stopped' });
    await aStanding({ state: 'running' });
    expect(
      await (await admin()).refused(resumeMaterialUpload, { params: { id: stopped.id } }),
    ).toMatchObject({ status: 409, code: 'material_upload_running' });
  });

  test.each([
    ['has left', { type: 'Admin', enabled: false }],
    ['has another role', { type: 'Agent', enabled: true }],
  ] as const)('waits for somebody who may, once who started it %s', async (_why, account) => {
    const lesson = await aLessonOf();
    await aLibraryFile(app, 'mathematics', 'P6 T1 L3.pdf');
    const left = await aUser(app, account);
    const run = await aStanding({ state: 'running', folder: 'mathematics' });
    const actor: Actor = {
      id: left.id,
      name: left.name,
      email: left.email,
      role: 'Admin',
      extra_routes: [],
      seesOrderId: false,
      orderAgents: [],
      leadSourceScope: null,
    };
    await app.database.db.transaction((tx) =>
      app.jobs.enqueue(tx, { actor, requestId: 'test' }, uploadMaterialsJob, {
        runId: run.id,
        jobId: run.jobId,
      }),
    );
    await vi.waitFor(async () => expect((await read(run.id)).state).toBe('stopped'), 15_000);
    expect(await read(run.id)).toMatchObject({ state: 'stopped', done: { attached: 0 } });
    expect(await namesOn(lesson.id)).toEqual([]);
  });

  test('is listed, latest first, and nobody has others', async () => {
    const [first, second] = [
      await aStanding(),
      await aStanding({ created: new Date('2027-01-01') }),
    ];
    const api = await admin();
    const { data, count } = await api.call(listMaterialUploads);
    expect(count).toBe(2);
    expect(data.map(({ _id }) => _id)).toEqual([second.id, first.id]);
    expect(data[1]).toMatchObject({
      started_by: { name: 'Nadia Tan' },
      done: { files: 1, outcomes: { unmatched: 1 } },
    });
    const id = '01900000-0000-7000-8000-000000000000';
    for (const operation of [
      getMaterialUpload,
      listMaterialUploadFiles,
      stopMaterialUpload,
      resumeMaterialUpload,
    ])
      expect(await api.refused(operation, { params: { id } })).toMatchObject({ status: 404 });
  });

  test('of a folder that the dialog does not have is refused', async () => {
    for (const operation of [startMaterialUpload, previewMaterialUpload])
      expect(
        await (await admin()).refused(operation, { params: { id: '../secrets' as never } }),
      ).toMatchObject({ status: 400, field: 'id' });
  });
});
