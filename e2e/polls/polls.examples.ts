import { updatePollQuestion } from 'staffroom-contract/domains/polls/polls.contract.ts';
import { aClass, aLesson } from 'staffroom-server/test/factories/class.factory.ts';
import { aPollQuestion, aLessonWithPolls } from 'staffroom-server/test/factories/poll.factory.ts';
import { placeMany } from '../lessons/lesson-page.ts';
import { at, type DomainExamples } from '../support/examples.ts';

export const examples: DomainExamples = {
  lists: {
    'answers of students': {
      file: 'domains/polls/student-answers.tsx',
      caption: 'Answers of students',
      nouns: 'students',
      make: async (app, rows) => {
        const lesson = await aLesson(app, (await aClass(app)).id);
        await aPollQuestion(app, lesson.id);
        await placeMany(app, lesson, rows);
        return `/course/${lesson.classId}/lesson/${lesson.id}?tab=polls&polls=students`;
      },
      call: /\/poll\/answer$/,
      empty: {
        text: 'No poll data',
        address: async (app) => {
          const lesson = await aLesson(app, (await aClass(app)).id);
          return `/course/${lesson.classId}/lesson/${lesson.id}?tab=polls&polls=students`;
        },
      },
      download: 'poll-answers.csv',
      opens: /\/user\/[\da-f-]+$/,
    },
  },
  recordForms: {
    'a poll question': async (app) => {
      const { lesson, first } = await aLessonWithPolls(app);
      const admin = await app.as('Admin');
      return {
        title: 'Edit Question',
        box: 'Name',
        typed: 'Warm up',
        save: 'Save',
        open: at(`/course/${lesson.classId}/lesson/${lesson.id}?tab=polls&poll=${first.id}`),
        writes: ['name', 'version'],
        saveMeanwhile: () =>
          admin.call(updatePollQuestion, {
            params: { id: lesson.id, pollId: first.id },
            body: { name: 'Theirs', answer: 'A quarter of 48 is 12.' },
          }),
      };
    },
  },
  actForms: {
    'a new poll question': async (app) => {
      const lesson = await aLesson(app, (await aClass(app)).id);
      return {
        title: 'Add Question',
        box: 'Question',
        typed: 'What is ¾ of 48?',
        save: 'Save',
        open: async (page) => {
          await page.goto(`/course/${lesson.classId}/lesson/${lesson.id}?tab=polls&poll=new`);
          const dialog = page.getByRole('dialog', { name: 'Add Question' });
          await dialog.getByRole('textbox', { name: 'Option A' }).fill('12');
          await dialog.getByRole('textbox', { name: 'Option B' }).fill('36');
          await dialog.getByRole('checkbox', { name: 'B is correct' }).check();
        },
      };
    },
  },
  questions: {
    'deleting a poll question': async (app) => {
      const { lesson } = await aLessonWithPolls(app);
      return {
        title: 'Delete question',
        save: 'Delete',
        open: async (page) => {
          await page.goto(`/course/${lesson.classId}/lesson/${lesson.id}?tab=polls`);
          await page.getByRole('button', { name: 'Actions for question 1' }).click();
          await page.getByRole('menuitem', { name: 'Delete' }).click();
        },
      };
    },
  },
};
