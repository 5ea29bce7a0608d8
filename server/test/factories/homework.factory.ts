import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { homeworkDates } from 'staffroom-contract/domains/homework/homework.rules.ts';
import type { MaterialFolder } from 'staffroom-contract/domains/homework/material-folders.ts';
import { homework, submissions } from '../../src/domains/homework/homework.schema.ts';
import {
  lessonMaterials,
  materialRunFiles,
  materialRuns,
  materials,
} from '../../src/domains/homework/materials/materials.schema.ts';
import { rosterSources } from '../../src/domains/lessons/lessons.schema.ts';
import { newId } from '../../src/platform/ids.ts';
import type { Settings } from '../../src/platform/settings.ts';
import type { Stage } from '../stage.ts';
import { unique } from '../unique.ts';
import { aClass, aClassWithLessons, aLesson } from './class.factory.ts';
import { insertRow } from './insert-row.ts';
import { aStudent, aUser } from './user.factory.ts';

type Lesson = { id: string; scheduledAt: Date };

export const aHomework = (
  app: Stage,
  lesson: Lesson,
  values: Partial<typeof homework.$inferInsert> = {},
) =>
  insertRow(app, homework, {
    lessonId: lesson.id,
    name: unique('Surds homework'),
    ...homeworkDates(lesson.scheduledAt, 'Asia/Singapore'),
    ...values,
  });

/** A student with a place on the lesson, by default a paid one. */
export const aStudentOn = async (
  app: Stage,
  lesson: Pick<Lesson, 'id'>,
  {
    kind = 'PAYMENT',
    ...student
  }: Parameters<typeof aStudent>[1] & { kind?: (typeof rosterSources.$inferInsert)['kind'] } = {},
) => {
  const made = await aStudent(app, student);
  const { id } = made;
  const source = { lessonId: lesson.id, studentId: id, kind, addedBy: id };
  await insertRow(app, rosterSources, source);
  return made;
};

/** A student's submission, by default submitted just now. */
export const aSubmission = (
  app: Stage,
  homeworkId: string,
  studentId: string,
  values: Partial<typeof submissions.$inferInsert> = {},
) =>
  insertRow(app, submissions, {
    homeworkId,
    studentId,
    status: 'SUBMITTED',
    ...(values.status === 'marked' && { markedAt: app.clock.now() }),
    ...values,
  });

/** A lesson with homework that one of its two students has submitted. */
export const aLessonWithHomework = async (app: Stage) => {
  const { tuitionClass, lessons } = await aClassWithLessons(app, 1);
  const lesson = lessons[0]!;
  const [diligent, late] = [await aStudentOn(app, lesson), await aStudentOn(app, lesson)];
  const given = await aHomework(app, lesson);
  const submission = await aSubmission(app, given.id, diligent.id);
  return { tuitionClass, lesson, homework: given, diligent, late, submission };
};

type WithLibrary = { settings: Settings };

const libraryOf = ({ settings }: WithLibrary) => {
  if ('bucket' in settings.materials) throw new Error('The library is not a folder.');
  return settings.materials.folder;
};

export const aPdf = (words = unique('Cells')) => Buffer.from(`%PDF-1.7\n% ${words}\n%%EOF\n`);

export const aLibraryFile = async (
  app: WithLibrary,
  folder: MaterialFolder,
  name: string,
  content: string | Buffer = 'A page of questions.',
) => {
  const path = join(libraryOf(app), folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  return `${folder}/${name}`;
};

export const aMaterial = async (app: Stage & WithLibrary, lessonId: string) => {
  const name = `${unique('P6 T1 L3 Fractions')}.pdf`;
  const key = await aLibraryFile(app, 'mathematics', name);
  const { id: attachedBy } = await aUser(app, { type: 'Admin' });
  const row = await insertRow(app, materials, { key, folder: 'mathematics', name, size: 20 });
  const attached = { attachedAt: row.created, attachedBy };
  await insertRow(app, lessonMaterials, { lessonId, materialId: row.id, ...attached });
  return row;
};

/** A completed upload with one file that matched no lesson. */
export const aMaterialUpload = async (
  app: Stage,
  values: Partial<typeof materialRuns.$inferInsert> = {},
) => {
  const now = app.clock.now();
  const admin = await aUser(app, { type: 'Admin', name: 'Nadia Tan' });
  const row = await insertRow(app, materialRuns, {
    folder: 'science',
    state: 'done',
    startedBy: admin.id,
    jobId: newId(now),
    total: 1,
    endedAt: now,
    ...values,
  });
  await insertRow(app, materialRunFiles, {
    runId: row.id,
    key: 'science/Notes.pdf',
    folder: 'science',
    name: 'Notes.pdf',
    size: 20,
    outcome: 'unmatched',
    reason: 'no_number',
  });
  return row;
};

/** Yesterday's lesson with one paying student and no homework. */
export const aLessonWithoutHomework = async (app: Stage) => {
  const { id: classId } = await aClass(app);
  const scheduledAt = new Date(app.clock.now().getTime() - 86_400_000);
  const lesson = await aLesson(app, classId, { scheduledAt });
  const student = await aStudentOn(app, lesson);
  return { ...lesson, student };
};
