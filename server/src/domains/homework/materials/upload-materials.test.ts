import { mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { listHomework } from 'staffroom-contract/domains/homework/homework.contract.ts';
import type { MaterialFolder } from 'staffroom-contract/domains/homework/material-folders.ts';
import {
  getMaterialUpload,
  listLessonMaterials,
  listMaterialUploadFiles,
  listMaterialUploads,
  previewMaterialUpload,
  resumeMaterialUpload,
  startMaterialUpload,
  stopMaterialUpload,
} from 'staffroom-contract/domains/homework/materials.contract.ts';
import { useOwnTestApp } from '../../../../test/build-test-app.ts';
import { aClass, aLesson } from '../../../../test/factories/class.factory.ts';
import { aLibraryFile, aMaterialUpload } from '../../../../test/factories/homework.factory.ts';
import { aUser } from '../../../../test/factories/user.factory.ts';
import { unique } from '../../../../test/unique.ts';
import type { Actor } from '../../../platform/context.ts';
import { attachFile } from './attach-file.ts';
import { materialRunFiles, materialRuns } from './materials.schema.ts';
import { uploadMaterialsJob } from './upload-materials.job.ts';

const app = useOwnTestApp({ work: true });

/** Each test has its own library and lessons, because there are too few levels and subjects to separate the tests. */
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

describe('before an upload', () => {
  test('folders with almost right names are reported, because their files are not read', async () => {
    await aLibraryFile(app, 'mathematics', 'P6 T1 L3 Fractions.pdf');
    const { materials } = app.settings;
    if (!('folder' in materials)) throw new Error('The library of a test is a folder.');
    for (const name of ['Science', 'mathematic', 'English Paper 1', 'unrelated'])
      await mkdir(join(materials.folder, name), { recursive: true });
    expect((await preview('all')).similar_folders.toSorted(byName)).toEqual([
      { name: 'English Paper 1', meant: 'english-paper-1' },
      { name: 'Science', meant: 'science' },
      { name: 'mathematic', meant: 'mathematics' },
    ]);
    expect((await preview('science')).similar_folders).toEqual([
      { name: 'Science', meant: 'science' },
    ]);
  });

  test('a lesson of several files counts once', async () => {
    await aLessonOf();
    await aLibraryFile(app, 'mathematics', 'P6 T1 L3 Fractions.pdf');
    await aLibraryFile(app, 'mathematics', 'P6 T1 L3 Homework.pdf');
    expect((await preview('mathematics')).plan).toMatchObject({ attached: 2, lessons: 1 });
    const run = await upload('mathematics');
    expect(run.done).toMatchObject({ attached: 2, lessons: 1 });
    // A run from before lessons were stored.
    await app.database.pool.query(
      'update material_run_files set lesson_ids = null where run_id = $1',
      [run._id],
    );
    const old = await (await admin()).call(getMaterialUpload, { params: { id: run._id } });
    expect(old.data.done.lessons).toBeNull();
  });
});

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);

describe('the lessons of a file', () => {
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

  test('are found for files in nested folders, and All uploads every folder', async () => {
    const maths = await aLessonOf();
    const science = await aLessonOf({ subject: 'Science', levels: ['primary-4', 'primary-6'] });
    await aLibraryFile(app, 'mathematics', 'Term 1/Week 3/P6 T1 L3 Fractions.pdf');
    await aLibraryFile(app, 'science', 'P6 T1 L3 Cells.pdf');
    const run = await upload('all');
    expect(run).toMatchObject({ state: 'done', total: 2, done: { files: 2, attached: 2 } });
    expect(await namesOn(maths.id)).toEqual(['P6 T1 L3 Fractions.pdf']);
    expect(await namesOn(science.id)).toEqual(['P6 T1 L3 Cells.pdf']);
  });

  test('of English are those of the paper in the class’s name', async () => {
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
  test('is created from files with homework in the name, on lessons that have not ended', async () => {
    const [coming, past] = [await aLessonOf(), await aLessonOf({}, { inDays: -7 })];
    await aLibraryFile(app, 'mathematics', 'P6 T1 L3 Homework.pdf');
    await aLibraryFile(app, 'mathematics', 'P6 T1 L3 Notes.pdf');
    const run = await upload('mathematics');
    expect(run.done).toMatchObject({ files: 2, attached: 4, homework: 1 });
    expect(await homeworkOf(past.id)).toEqual([]);
    const [given, ...rest] = await homeworkOf(coming.id);
    expect(rest).toEqual([]);
    const at = (days: number) =>
      new Date(coming.scheduledAt.getTime() + days * 86_400_000).toISOString();
    expect(given).toMatchObject({
      name: 'P6 T1 L3 Homework',
      released_on: at(0),
      due_on: at(7),
      return_on: at(14),
      attachment: [{ name: 'P6 T1 L3 Homework.pdf' }],
    });
  });

  test('and files are added once, even if the folder is uploaded repeatedly', async () => {
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
    // A new class gets the files that the others already have.
    const later = await aLessonOf();
    expect((await upload('mathematics')).done).toMatchObject({ attached: 1, homework: 1 });
    expect(await namesOn(later.id)).toHaveLength(1);
    expect(await namesOn(lesson.id)).toHaveLength(1);
  });
});

describe('the preview of an upload', () => {
  test('equals the later upload, file by file, and changes nothing', async () => {
    const lesson = await aLessonOf();
    for (const name of ['P6 T1 L3 Homework.pdf', 'P6 T9 L9.pdf', 'Notes.pdf'])
      await aLibraryFile(app, 'mathematics', name);
    await aLibraryFile(app, 'mathematics', 'P6 T1 L3 Empty.pdf', '');
    const before = await preview('mathematics');
    expect(before.plan).toEqual({
      files: 4,
      lessons: 1,
      attached: 1,
      homework: 1,
      outcomes: { attached: 1, already_attached: 0, unmatched: 2, refused: 1 },
    });
    expect(await namesOn(lesson.id)).toEqual([]);
    const run = await upload('mathematics');
    expect(run.done).toEqual(before.plan);
    const filesBefore = before.data.map(({ lessons: _lessons, ...file }) => file);
    expect(await report(run._id)).toEqual(filesBefore);
    expect(filesBefore.map(({ name, outcome, reason }) => [name, outcome, reason])).toEqual([
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

  test('is empty for a missing folder', async () => {
    expect(await preview('science')).toMatchObject({ data: [], count: 0, plan: { files: 0 } });
    expect(await upload('science')).toMatchObject({ state: 'done', total: 0 });
  });
});

describe('a run', () => {
  /** A started run that no worker has taken. */
  const aStanding = (values = {}) => aMaterialUpload(app, { endedAt: null, ...values });

  test('is not started twice: a start of the same folder returns the run, of another is refused', async () => {
    const standing = await aStanding({ state: 'running', folder: 'science' });
    const colleague = await app.as('Admin', { name: 'Another Admin' });
    const answer = await colleague.call(startMaterialUpload, { params: { id: 'science' } });
    expect(answer.data._id).toBe(standing.id);
    expect(
      await colleague.refused(startMaterialUpload, { params: { id: 'mathematics' } }),
    ).toMatchObject({ status: 409, code: 'material_upload_running' });
  });

  test('is started once by ten concurrent requests', async () => {
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

  test('that was stopped continues with the remaining files', async () => {
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
    // It had processed one of its two files before.
    expect(await read(run.id)).toMatchObject({ total: 2, done: { files: 2 } });
    expect(await namesOn(lesson.id)).toEqual([]);
  });

  test('attaches no more files once it is stopped, or belongs to another job', async () => {
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

  test('that cannot read the library fails with the reason, and can be resumed later', async () => {
    const lesson = await aLessonOf();
    const { materials } = app.settings;
    if (!('folder' in materials)) throw new Error('The library is not a folder.');
    await mkdir(materials.folder, { recursive: true });
    const inTheWay = join(materials.folder, 'mathematics');
    // A link to itself cannot be resolved.
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

  test('cannot be resumed while another runs', async () => {
    const stopped = await aStanding({ state: 'stopped' });
    await aStanding({ state: 'running' });
    expect(
      await (await admin()).refused(resumeMaterialUpload, { params: { id: stopped.id } }),
    ).toMatchObject({ status: 409, code: 'material_upload_running' });
  });

  test.each([
    ['has left', { type: 'Admin', enabled: false }],
    ['has another role', { type: 'Agent', enabled: true }],
  ] as const)('stops when the user who started it %s', async (_why, account) => {
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

  test('is listed, latest first; unknown ids are not found', async () => {
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

  test('sorts runs, the files of a run and those of a preview by results', async () => {
    const few = await aMaterialUpload(app);
    const many = await aMaterialUpload(app);
    await app.database.db.insert(materialRunFiles).values(
      [3, 7].map((attached) => ({
        runId: many.id,
        key: `science/P6 T1 L${attached}.pdf`,
        folder: 'science' as const,
        name: `P6 T1 L${attached}.pdf`,
        size: 20,
        outcome: 'attached' as const,
        attached,
        homework: 10 - attached,
      })),
    );
    const api = await admin();
    const own = [few.id, many.id];
    const runs = async (sortBy: 'files' | 'attached' | 'homework' | 'unmatched') =>
      (await api.call(listMaterialUploads, { query: { max: 200, sortBy } })).data.filter(
        ({ _id }) => own.includes(_id),
      );
    for (const sortBy of ['files', 'attached', 'homework'] as const)
      expect((await runs(sortBy)).map(({ _id }) => _id)).toEqual([many.id, few.id]);
    expect((await runs('unmatched')).map(({ done }) => done.outcomes.unmatched)).toEqual([1, 1]);
    const files = async (sortBy: 'attached' | 'homework') =>
      (
        await api.call(listMaterialUploadFiles, {
          params: { id: many.id },
          query: { sortBy, order: 'desc' },
        })
      ).data.map((file) => file[sortBy]);
    expect(await files('attached')).toEqual([7, 3, 0]);
    expect(await files('homework')).toEqual([7, 3, 0]);
  });

  test('sorts a preview by most attached first', async () => {
    await aLessonOf();
    await aLibraryFile(app, 'mathematics', 'A file without a number.pdf');
    await aLibraryFile(app, 'mathematics', 'P6 T1 L3 Fractions.pdf');
    const { data } = await preview('mathematics', { sortBy: 'attached', order: 'desc' });
    expect(data.map(({ attached }) => attached)).toEqual([1, 0]);
  });

  test('of an unknown folder is refused', async () => {
    for (const operation of [startMaterialUpload, previewMaterialUpload])
      expect(
        await (await admin()).refused(operation, { params: { id: '../secrets' as never } }),
      ).toMatchObject({ status: 400, field: 'id' });
  });
});
