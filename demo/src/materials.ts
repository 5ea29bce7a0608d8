import {
  folderOf,
  type MaterialFolder,
} from 'staffroom-contract/domains/homework/material-folders.ts';
import {
  homeworkName,
  isHomeworkFile,
} from 'staffroom-contract/domains/homework/material-names.rules.ts';
import type { Lesson, TuitionClass } from './classes.ts';
import { days, iso } from './demo-time.ts';
import type { Row } from './insert-rows.ts';
import { onePagePdf } from './one-page-pdf.ts';
import { createIds, createRandom } from './random.ts';

const seed = 20_260_309;
/** How long ago lessons had homework first. */
const oldest = days(90);
/** For which lessons to come the library has files. */
const ahead = days(21);

type World = {
  today: number;
  classes: readonly TuitionClass[];
  admins: readonly { id: string }[];
};

type File = {
  key: string;
  folder: MaterialFolder;
  name: string;
  lines: string[];
  lessons: Lesson[];
};

/** The library and its files on lessons: uploaded for past lessons, still in the library for those to come. */
export const createMaterials = ({ today, classes, admins }: World) => {
  const random = createRandom(seed);
  const newId = createIds(random);
  const admin = random.pick(admins);
  const files = libraryFiles(classes, today);
  const uploaded = files.filter(({ lessons }) => lessons.some(({ start }) => start < today));
  const at = (lesson: Lesson) => Math.min(lesson.start - days(9), today - days(2));
  const rows = { materials: [] as Row[], places: [] as Row[] };
  for (const { key, folder, name, lines, lessons } of uploaded) {
    const created = Math.min(...lessons.map(at));
    const material = newId(created);
    const size = onePagePdf(lines).length;
    rows.materials.push({ id: material, key, folder, name, size, created: iso(created) });
    for (const lesson of lessons) {
      rows.places.push({
        lesson_id: lesson.id,
        material_id: material,
        attached_at: iso(at(lesson)),
        attached_by: admin.id,
      });
    }
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
      ended_at: ended,
    },
  ];
  return { runs, files: dealtWith };
};
