import { sql } from 'drizzle-orm';
import {
  folderOf,
  type MaterialFolder,
  type LessonNumber,
} from 'staffroom-contract/domains/homework/material-folders.ts';
import {
  isHomeworkFile,
  subjectsFor,
  takesPaper,
  targetOf,
  type MaterialOutcome,
  type MaterialReason,
} from 'staffroom-contract/domains/homework/material-names.rules.ts';
import type { Db } from '../../../platform/database.ts';
import type { LibraryFile } from './library.ts';

/** A lesson that a file is for, with what it already has. */
type PlannedLesson = {
  id: string;
  classId: string;
  className: string;
  scheduledAt: Date;
  /** The lesson has the file, or staff removed or replaced it. */
  isAttached: boolean;
  /** The file is homework, the lesson has not ended, and it has no homework from this file. */
  needsHomework: boolean;
};

/** The result of an upload for one file. */
export type PlannedFile = {
  file: LibraryFile<MaterialFolder>;
  number: LessonNumber | null;
  outcome: MaterialOutcome;
  reason: MaterialReason | null;
  lessons: PlannedLesson[];
};

/** Number of files per query. */
const filesPerQuery = 500;

/** The effect of an upload on each file now, for the dry run and the run (decisions: Material upload). */
export const planFiles = async (
  db: Db,
  files: readonly LibraryFile<MaterialFolder>[],
  now: Date,
): Promise<PlannedFile[]> => {
  const planned: PlannedFile[] = [];
  for (let start = 0; start < files.length; start += filesPerQuery)
    planned.push(...(await planPart(db, files.slice(start, start + filesPerQuery), now)));
  return planned;
};

const planPart = async (db: Db, files: readonly LibraryFile<MaterialFolder>[], now: Date) => {
  const wanted = files.flatMap((file) => {
    const target = targetOf(file.folder, file.name);
    return typeof target === 'string' || file.problem ? [] : [{ file, target }];
  });
  const found = await findLessons(db, wanted);
  return files.map((file) => planFile(file, found.get(file.key) ?? [], now));
};

const planFile = (
  file: LibraryFile<MaterialFolder>,
  found: FoundLesson[],
  now: Date,
): PlannedFile => {
  const target = targetOf(file.folder, file.name);
  const number = typeof target === 'string' ? null : target;
  const nothing = { file, number, lessons: [] };
  if (file.problem) return { ...nothing, outcome: 'refused', reason: file.problem };
  if (typeof target === 'string') return { ...nothing, outcome: 'unmatched', reason: target };
  const lessons = found
    .filter(({ className }) => takesPaper(className, folderOf(file.folder)))
    .map(({ hasHomework, endedAt, ...lesson }) => ({
      ...lesson,
      needsHomework: isHomeworkFile(file.name) && !hasHomework && endedAt > now,
    }));
  if (lessons.length === 0) return { ...nothing, outcome: 'unmatched', reason: 'no_lesson' };
  const isDone = lessons.every((lesson) => lesson.isAttached && !lesson.needsHomework);
  return { file, number, lessons, outcome: isDone ? 'already_attached' : 'attached', reason: null };
};

type FoundLesson = Omit<PlannedLesson, 'needsHomework'> & { endedAt: Date; hasHomework: boolean };

/** Condition: staff removed the file from the lesson. */
const isLeftOut = (use: 'material' | 'homework') => sql`exists (select from left_out_files
  where left_out_files.lesson_id = lessons.id and left_out_files.material_id = materials.id and left_out_files.use = ${use})`;

/** Returns the active lessons of active classes that each file is for. */
const findLessons = async (
  db: Db,
  wanted: { file: LibraryFile<MaterialFolder>; target: LessonNumber }[],
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
    scheduled_at: string;
    ended_at: string;
    attached: boolean;
    homework: boolean;
  }>(sql`
    select asked.key, lessons.id, classes.id as class_id, classes.name as class_name,
      lessons.scheduled_at, lessons.ended_at,
      exists (select from lesson_materials placed where placed.lesson_id = lessons.id and placed.material_id = materials.id)
        or ${isLeftOut('material')} as attached,
      exists (select from homework given where given.lesson_id = lessons.id and given.material_id = materials.id)
        or ${isLeftOut('homework')} as homework
    from unnest(
      ${list(asked.map(({ key }) => key))}::text[], ${list(asked.map(({ subject }) => subject))}::text[],
      ${list(asked.map(({ level }) => level))}::text[], ${list(asked.map(({ term }) => term))}::int[],
      ${list(asked.map(({ index }) => index))}::int[]) as asked (key, subject, level, term, lesson_index)
    join lessons on lessons.term = asked.term and lessons.lesson_index = asked.lesson_index and lessons.is_active
    join classes on classes.id = lessons.class_id and classes.is_active
      and classes.subject = asked.subject and asked.level = any(classes.levels)
    left join materials on materials.key = asked.key
    order by classes.name, lessons.scheduled_at, lessons.id`);
  return Map.groupBy(
    rows.map((row) => ({
      key: row.key,
      id: row.id,
      classId: row.class_id,
      className: row.class_name,
      scheduledAt: new Date(row.scheduled_at),
      endedAt: new Date(row.ended_at),
      isAttached: row.attached,
      hasHomework: row.homework,
    })),
    ({ key }) => key,
  );
};

/** Returns the totals of a plan. */
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

/** Counts the distinct lessons that get a file or homework. */
export const countNewLessons = (planned: readonly PlannedFile[]) =>
  new Set(
    planned.flatMap(({ lessons }) =>
      lessons.filter((one) => !one.isAttached || one.needsHomework).map(({ id }) => id),
    ),
  ).size;

export const newPlaces = ({ lessons }: PlannedFile) =>
  lessons.filter((lesson) => !lesson.isAttached).length;

export const newHomework = ({ lessons }: PlannedFile) =>
  lessons.filter((lesson) => lesson.needsHomework).length;

const countOf = (planned: readonly PlannedFile[], outcome: MaterialOutcome) =>
  planned.filter((one) => one.outcome === outcome).length;
