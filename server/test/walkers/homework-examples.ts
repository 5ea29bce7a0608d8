import {
  aLessonWithHomework,
  aLibraryFile,
  aMaterial,
  aPdf,
} from '../factories/homework.factory.ts';
import { aClassWithLessons } from '../factories/class.factory.ts';
import { unique } from '../unique.ts';
import type { MakeExample } from './example.ts';

const aFileOnALesson = async (app: Parameters<MakeExample>[0]) => {
  const { lessons } = await aClassWithLessons(app, 1);
  const lesson = lessons[0]!;
  const material = await aMaterial(app, lesson.id);
  return { params: { id: lesson.id, material: material.id } };
};

export const homeworkExamples: Record<string, MakeExample> = {
  listLibraryFiles: async (app) => {
    const name = unique('P4 T1 L1 Cells');
    await aLibraryFile(app, 'science', `${name}.pdf`);
    return { query: { max: 5, filter: { name: { regex: name } } } };
  },
  changeLessonHomework: async (app) => {
    const { lesson, homework } = await aLessonWithHomework(app);
    const due = new Date(homework.dueAt.getTime() + 60_000).toISOString();
    return { params: { id: lesson.id, homework: homework.id }, body: { due_on: due } };
  },
  changeLessonMaterial: async (app) => ({
    ...(await aFileOnALesson(app)),
    body: { removed: true },
  }),
  uploadLibraryFile: async () => ({
    body: { name: 'Cells.pdf' },
    fresh: () => ({ name: `${unique('Cells')}.pdf` }),
    file: { name: 'Cells.pdf', content: aPdf() },
  }),
};
