import { homeworkDates } from 'staffroom-contract/domains/homework/homework.rules.ts';
import {
  folderOf,
  type MaterialFolder,
} from 'staffroom-contract/domains/homework/material-folders.ts';
import {
  homeworkName,
  isHomeworkFile,
} from 'staffroom-contract/domains/homework/material-names.rules.ts';
import type { Lesson, TuitionClass } from './classes.ts';
import { businessZone, days, iso } from './demo-time.ts';
import type { Row } from './insert-rows.ts';
import { onePagePdf } from './one-page-pdf.ts';
import { createIds, createRandom, type Random } from './random.ts';
import type { Roster } from './roster.ts';
import type { Student } from './students.ts';

const seed = 20_260_309;
/** How long ago lessons had homework first. */
const oldest = days(90);
/** For which lessons to come the library has files. */
const ahead = days(21);

type World = {
  today: number;
  classes: readonly TuitionClass[];
  roster: Roster;
  admins: readonly { id: string }[];
};

type File = {
  key: string;
  folder: MaterialFolder;
  name: string;
  lines: string[];
  lessons: Lesson[];
};

/**
 * The library of material, its files on lessons, their homework and what students handed in: the files of past
 * lessons were uploaded, those of the coming ones wait in the library.
 */
export const createHomework = ({ today, classes, roster, admins }: World) => {
  const random = createRandom(seed);
  const newId = createIds(random);
  const admin = random.pick(admins);
  const files = libraryFiles(classes, today);
  const uploaded = files.filter(({ lessons }) => lessons.some(({ start }) => start < today));
  const at = (lesson: Lesson) => Math.min(lesson.start - days(9), today - days(2));
  const rows = { materials: [] as Row[], places: [] as Row[], homework: [] as Row[] };
  const given: { id: string; lesson: Lesson }[] = [];
  for (const { key, folder, name, lines, lessons } of uploaded) {
    const created = Math.min(...lessons.map(at));
    const material = newId(created);
    const size = onePagePdf(lines).length;
    rows.materials.push({ id: material, key, folder, name, size, created: iso(created) });
    for (const lesson of lessons) {
      rows.places.push({
        lesson_id: lesson.id,
        material_id: material,
        attached_on: iso(at(lesson)),
        attached_by: admin.id,
      });
      if (!isHomeworkFile(name)) continue;
      const id = newId(at(lesson));
      given.push({ id, lesson });
      rows.homework.push(homeworkRow(id, lesson, homeworkName(name), material, at(lesson)));
    }
  }
  const students = payingStudents(roster);
  const submissions: Row[] = [];
  for (const one of given)
    for (const student of students.get(one.lesson.id) ?? []) {
      const row = submissionRow(random, newId, today, one, student);
      if (row) submissions.push(row);
    }
  const run = runRows(newId, today, uploaded, admin.id);
  return {
    files: [...files, ...oddFiles].map(({ key, lines }) => ({
      key,
      content: lines.length === 0 ? Buffer.alloc(0) : onePagePdf(lines),
    })),
    tables: [
      ['materials', rows.materials],
      ['lesson_materials', rows.places],
      ['homework', rows.homework],
      ['submissions', submissions],
      ['material_runs', run.runs],
      ['material_run_files', run.files],
    ] as const,
  };
};

/** Typical faults in a library: an unclear name, a lesson that no class has, a broken scan. */
const oddFiles: Pick<File, 'key' | 'folder' | 'name' | 'lines'>[] = [
  ['mathematics', 'Notes for tutors.pdf', ['Please bring a ruler.']],
  ['mathematics', 'P6 T9 L9 Old mock paper.pdf', ['Mock paper of an older syllabus']],
  ['science', 'P4 T1 L1 Scan.pdf', []],
].map(([folder, name, lines]) => ({
  key: `${folder as string}/${name as string}`,
  folder: folder as MaterialFolder,
  name: name as string,
  lines: lines as string[],
}));

const shortLevels: [tag: string, short: string][] = [
  ['primary-', 'P'],
  ['secondary-', 'Sec '],
  ['junior-college-', 'JC'],
];

const shortLevel = (level: string) => {
  const found = shortLevels.find(([tag]) => level.startsWith(tag));
  return found && `${found[1]}${level.slice(found[0].length)}`;
};

const folderOfSubject: Partial<Record<string, [MaterialFolder, words: string]>> = {
  Science: ['science', ''],
  Mathematics: ['mathematics', ''],
  'A Maths': ['mathematics', 'A Maths '],
  'E Maths': ['mathematics', 'E Maths '],
  English: ['english-paper-1', ''],
};

/** A sheet and the homework of every lesson around today, each for all classes of its subject and level. */
const libraryFiles = (classes: readonly TuitionClass[], today: number): File[] => {
  const files = new Map<string, File>();
  for (const tuitionClass of classes) {
    const { plan, lessons } = tuitionClass;
    const [folder, words] = folderOfSubject[plan.subject] ?? [];
    if (!folder || plan.inactive || plan.recording || /paper 2/i.test(plan.name)) continue;
    for (const level of plan.levels)
      for (const lesson of lessons) {
        const short = shortLevel(level);
        const isNear = lesson.start > today - oldest && lesson.start < today + ahead;
        if (!short || !lesson.isActive || !isNear) continue;
        const { term, lesson_index: index, name: lessonName } = lesson.row;
        const number = `${short} T${term as number} L${index as number}`;
        const topic = String(lessonName)
          .replace(/^T\d+ L\d+ /, '')
          .replaceAll(/[/:]/g, ' ');
        for (const title of [topic, 'Homework']) {
          // The classes of a level go through the same topics; the first gives the file its name.
          const same = `${folder} ${number} ${words}${isHomeworkFile(title)}`;
          const known = files.get(same);
          const name = `${number} ${words}${title}.pdf`;
          if (known) known.lessons.push(lesson);
          else
            files.set(same, {
              key: `${folder}/${name}`,
              folder,
              name,
              lines: [folderOf(folder).label, homeworkName(name), topic],
              lessons: [lesson],
            });
        }
      }
  }
  return [...files.values()];
};

const homeworkRow = (
  id: string,
  lesson: Lesson,
  name: string,
  material: string,
  created: number,
): Row => {
  const dates = homeworkDates(new Date(lesson.start), businessZone);
  return {
    id,
    lesson_id: lesson.id,
    name,
    material_id: material,
    released_on: dates.releasedOn.toISOString(),
    due_on: dates.dueOn.toISOString(),
    return_on: dates.returnOn.toISOString(),
    created: iso(created),
    updated: iso(created),
  };
};

const payingStudents = (roster: Roster) => {
  const found = new Map<string, Set<Student>>();
  for (const { lesson, student } of roster.all) {
    if (roster.owned(lesson, student) !== 'PAYMENT') continue;
    const students = found.get(lesson.id) ?? new Set<Student>();
    students.add(student);
    found.set(lesson.id, students);
  }
  return new Map([...found].map(([id, students]) => [id, [...students]]));
};

const statusOf = (random: Random, isReturned: boolean) =>
  isReturned
    ? random.weighted([
        ['marked', 88],
        ['SUBMITTED', 4],
        ['RESUBMITTED', 3],
        ['RESUBMISSION_REQUIRE', 5],
      ] as const)
    : random.weighted([
        ['SUBMITTED', 42],
        ['marked', 38],
        ['RESUBMITTED', 8],
        ['RESUBMISSION_REQUIRE', 12],
      ] as const);

/** A student's submission, more likely the longer ago it was due; some are a day or two late. */
const submissionRow = (
  random: Random,
  newId: ReturnType<typeof createIds>,
  today: number,
  { id, lesson }: { id: string; lesson: Lesson },
  student: Student,
): Row | undefined => {
  const [due, returned] = [lesson.start + days(7), lesson.start + days(14)];
  const created = lesson.end + random.whole(3_600_000, days(8));
  const share = today > returned ? 0.95 : today > due ? 0.88 : 0.8;
  if (!random.chance(share) || created > today) return undefined;
  const status = statusOf(random, today > returned);
  const marked = Math.min(today - 60_000, created + random.whole(3_600_000, days(5)));
  const isMarked = status !== 'SUBMITTED';
  return {
    id: newId(created),
    homework_id: id,
    student_id: student.id,
    status,
    created: iso(created),
    updated: iso(isMarked ? Math.max(created, marked) : created),
    marked_on: isMarked ? iso(Math.max(created, marked)) : null,
  };
};

/** The upload that put them there. */
const runRows = (
  newId: ReturnType<typeof createIds>,
  today: number,
  uploaded: readonly File[],
  admin: string,
) => {
  const created = today - days(2) + 36_000_000;
  const id = newId(created);
  const ended = iso(created + 41_000);
  const dealtWith: Row[] = [
    ...uploaded.map(({ key, folder, name, lines, lessons }) => ({
      run_id: id,
      key,
      folder,
      name,
      size: onePagePdf(lines).length,
      outcome: 'attached',
      reason: null,
      attached: lessons.length,
      homework: isHomeworkFile(name) ? lessons.length : 0,
    })),
    {
      run_id: id,
      key: 'mathematics/Notes for tutors.pdf',
      folder: 'mathematics',
      name: 'Notes for tutors.pdf',
      size: 600,
      outcome: 'unmatched',
      reason: 'no_number',
      attached: 0,
      homework: 0,
    },
  ];
  const runs: Row[] = [
    {
      id,
      folder: 'all',
      state: 'done',
      started_by: admin,
      job_id: newId(created),
      total: dealtWith.length,
      created: iso(created),
      updated: ended,
      ended_on: ended,
    },
  ];
  return { runs, files: dealtWith };
};
