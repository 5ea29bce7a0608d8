import { sql } from 'drizzle-orm';
import {
  folderOf,
  isHomeworkFile,
  subjectsFor,
  takesPaper,
  targetOf,
  type LessonNumber,
  type MaterialOutcome,
  type MaterialReason,
} from '@staffroom/contract/domains/homework/material-names.rules.ts';
import type { Db } from '../../../platform/database.ts';
import type { LibraryFile } from './library.ts';

/** A lesson that a file is for, and what stands there already. */
export type PlannedLesson = {
  id: string;
  classId: string;
  className: string;
  scheduledOn: Date;
  isAttached: boolean;
  /** Homework is to be created of it: the file is homework, the lesson has not ended and has none of it yet. */
  needsHomework: boolean;
};

/** What an upload does with a file. */
export type PlannedFile = {
  file: LibraryFile;
  number: LessonNumber | null;
  outcome: MaterialOutcome;
  reason: MaterialReason | null;
  lessons: PlannedLesson[];
};

/** How many files are looked up at once. */
const partSize = 500;

/**
 * What an upload would do with each of these files at this moment: the rule of the dry run and of the run
 * (decisions: Material upload).
 */
export const planFiles = async (
  db: Db,
  files: readonly LibraryFile[],
  now: Date,
): Promise<PlannedFile[]> => {
  const planned: PlannedFile[] = [];
  for (let start = 0; start < files.length; start += partSize)
    planned.push(...(await planPart(db, files.slice(start, start + partSize), now)));
  return planned;
};

const planPart = async (db: Db, files: readonly LibraryFile[], now: Date) => {
  const wanted = files.flatMap((file) => {
    const target = targetOf(file.folder, file.name);
    return typeof target === 'string' || file.problem ? [] : [{ file, target }];
  });
  const found = await findLessons(db, wanted);
  return files.map((file) => planFile(file, found.get(file.key) ?? [], now));
};

const planFile = (file: LibraryFile, found: FoundLesson[], now: Date): PlannedFile => {
  const target = targetOf(file.folder, file.name);
  const number = typeof target === 'string' ? null : target;
  const nothing = { file, number, lessons: [] };
  if (file.problem) return { ...nothing, outcome: 'refused', reason: file.problem };
  if (typeof target === 'string') return { ...nothing, outcome: 'unmatched', reason: target };
  const lessons = found
    .filter(({ className }) => takesPaper(className, folderOf(file.folder)))
    .map(({ hasHomework, endedOn, ...lesson }) => ({
      ...lesson,
      needsHomework: isHomeworkFile(file.name) && !hasHomework && endedOn > now,
    }));
  if (lessons.length === 0) return { ...nothing, outcome: 'unmatched', reason: 'no_lesson' };
  const isDone = lessons.every((lesson) => lesson.isAttached && !lesson.needsHomework);
  return { file, number, lessons, outcome: isDone ? 'already_attached' : 'attached', reason: null };
};

type FoundLesson = Omit<PlannedLesson, 'needsHomework'> & { endedOn: Date; hasHomework: boolean };

/** The active lessons of active classes that each file is for. */
const findLessons = async (
  db: Db,
  wanted: { file: LibraryFile; target: LessonNumber }[],
): Promise<Map<string, FoundLesson[]>> => {
  if (wanted.length === 0) return new Map();
  const asked = wanted.flatMap(({ file, target }) =>
    subjectsFor(file.folder, file.name).map((subject) => ({ key: file.key, subject, ...target })),
  );
  const list = (values: readonly (string | number)[]) => sql.param([...values]);
  const { rows } = await db.execute<{
    key: string;
    id: string;
    class_id: string;
    class_name: string;
    scheduled_on: string;
    ended_on: string;
    attached: boolean;
    homework: boolean;
  }>(sql`
    select asked.key, lessons.id, classes.id as class_id, classes.name as class_name,
      lessons.scheduled_on, lessons.ended_on,
      exists (select from lesson_materials placed where placed.lesson_id = lessons.id and placed.material_id = materials.id) as attached,
      exists (select from homework given where given.lesson_id = lessons.id and given.material_id = materials.id) as homework
    from unnest(
      ${list(asked.map(({ key }) => key))}::text[], ${list(asked.map(({ subject }) => subject))}::text[],
      ${list(asked.map(({ level }) => level))}::text[], ${list(asked.map(({ term }) => term))}::int[],
      ${list(asked.map(({ index }) => index))}::int[]) as asked (key, subject, level, term, lesson_index)
    join lessons on lessons.term = asked.term and lessons.lesson_index = asked.lesson_index and lessons.is_active
    join classes on classes.id = lessons.class_id and classes.is_active
      and classes.subject = asked.subject and asked.level = any(classes.levels)
    left join materials on materials.key = asked.key
    order by classes.name, lessons.scheduled_on, lessons.id`);
  return Map.groupBy(
    rows.map((row) => ({
      key: row.key,
      id: row.id,
      classId: row.class_id,
      className: row.class_name,
      scheduledOn: new Date(row.scheduled_on),
      endedOn: new Date(row.ended_on),
      isAttached: row.attached,
      hasHomework: row.homework,
    })),
    ({ key }) => key,
  );
};

/** How much a plan comes to. */
export const countPlan = (planned: readonly PlannedFile[]) => ({
  files: planned.length,
  attached: planned.reduce((sum, one) => sum + newPlaces(one), 0),
  homework: planned.reduce((sum, one) => sum + newHomework(one), 0),
  outcomes: {
    attached: countOf(planned, 'attached'),
    already_attached: countOf(planned, 'already_attached'),
    unmatched: countOf(planned, 'unmatched'),
    refused: countOf(planned, 'refused'),
  },
});

export const newPlaces = ({ lessons }: PlannedFile) =>
  lessons.filter((lesson) => !lesson.isAttached).length;

export const newHomework = ({ lessons }: PlannedFile) =>
  lessons.filter((lesson) => lesson.needsHomework).length;

const countOf = (planned: readonly PlannedFile[], outcome: MaterialOutcome) =>
  planned.filter((one) => one.outcome === outcome).length;
