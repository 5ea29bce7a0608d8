import { aLessonWithoutHomework } from '../factories/homework.factory.ts';
import { aStudent } from '../factories/user.factory.ts';
import type { MakeExample } from './example.ts';

export const opsExamples: Record<string, MakeExample> = {
  listHomeworkAssignment: async (app) => {
    await aLessonWithoutHomework(app);
    return { body: { date_range: { between: ['2026-11-19', '2026-11-19'] } } };
  },
  listStudentsWithoutHomework: async (app) => ({
    params: { id: (await aLessonWithoutHomework(app)).id },
  }),
  listBirthdayStudents: async (app) => {
    await aStudent(app, { dateOfBirth: '2014-11-20' });
    return { body: { birthday_date: '2026-11-20' } };
  },
};
