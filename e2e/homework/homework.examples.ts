import {
  materialRunFiles,
  materialRuns,
} from 'staffroom-server/src/domains/homework/materials/materials.schema.ts';
import {
  aClass,
  aClassWithLessons,
  aLesson,
} from 'staffroom-server/test/factories/class.factory.ts';
import {
  aHomework,
  aLessonWithHomework,
  aMaterial,
  aMaterialUpload,
  aSubmission,
} from 'staffroom-server/test/factories/homework.factory.ts';
import { aStudent } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { placeMany } from '../lessons/lesson-page.ts';
import { many, rowAct, type DomainExamples } from '../support/examples.ts';
import type { Running } from '../support/running-server.ts';

/** Deletes the uploads of earlier tests, as the list has no filter. */
const withoutUploads = async (app: Running) => {
  await app.database.db.delete(materialRunFiles);
  await app.database.db.delete(materialRuns);
};

export const examples: DomainExamples = {
  lists: {
    'homework in the reports': {
      file: 'domains/homework/homework-stat.tsx',
      caption: 'Homework',
      nouns: 'homework',
      pageSize: 10,
      make: async (app, rows) => {
        const { id, name } = await aClass(app, { name: unique('Walked') });
        const lesson = await aLesson(app, id, { scheduledAt: new Date('2016-03-05T06:00:00Z') });
        await many(rows, (number) => aHomework(app, lesson, { name: `Surds ${number}` }));
        return `/dashboard?tab=homework&search=${name}&from=2016-03-01&to=2016-03-31`;
      },
      call: /\/homework$/,
      empty: {
        text: 'No homework found!',
        address: async () => '/dashboard?tab=homework&from=2015-01-01&to=2015-01-02',
      },
      sort: ['Homework', 'name'],
      filter: ['Period', 'past', /period=past/],
      download: 'homework.csv',
      opens: /homework=[\da-f-]+/,
    },
    'homework of a lesson': {
      file: 'domains/homework/lesson-homework.tsx',
      caption: 'Homework',
      nouns: 'homework',
      pageSize: 10,
      make: async (app, rows) => {
        const { tuitionClass, lessons } = await aClassWithLessons(app, 1);
        await many(rows, (number) => aHomework(app, lessons[0]!, { name: `Surds ${number}` }));
        return `/course/${tuitionClass.id}/lesson/${lessons[0]!.id}?tab=homework`;
      },
      call: /\/homework$/,
      empty: {
        text: 'No homework found!',
        address: async (app) => {
          const { tuitionClass, lessons } = await aClassWithLessons(app, 1);
          return `/course/${tuitionClass.id}/lesson/${lessons[0]!.id}?tab=homework`;
        },
      },
      download: 'homework.csv',
      opens: /\/homework\/[\da-f-]+$/,
    },
    'material of a lesson': {
      file: 'domains/homework/lesson-materials.tsx',
      caption: 'Material',
      nouns: 'files',
      make: async (app, rows) => {
        const { tuitionClass, lessons } = await aClassWithLessons(app, 1);
        await many(rows, () => aMaterial(app, lessons[0]!.id));
        return `/course/${tuitionClass.id}/lesson/${lessons[0]!.id}?tab=material`;
      },
      call: /\/material\/lesson\/[^/]+$/,
      empty: {
        text: 'No material found!',
        address: async (app) => {
          const { tuitionClass, lessons } = await aClassWithLessons(app, 1);
          return `/course/${tuitionClass.id}/lesson/${lessons[0]!.id}?tab=material`;
        },
      },
      download: 'materials.csv',
      opens: { download: /^P6 T1 L3 Fractions.*\.pdf$/ },
    },
    'submissions of a homework': {
      file: 'screens/homework/homework.route.tsx',
      caption: 'Submissions',
      nouns: 'submissions',
      make: async (app, rows) => {
        const { lesson, homework } = await aLessonWithHomework(app);
        await many(rows - 1, async () => aSubmission(app, homework.id, (await aStudent(app)).id));
        return `/course/${lesson.classId}/lesson/${lesson.id}/homework/${homework.id}`;
      },
      call: /\/submission$/,
      empty: {
        text: 'No submission found',
        address: async (app) => {
          const { tuitionClass, lessons } = await aClassWithLessons(app, 1);
          const { id } = await aHomework(app, lessons[0]!);
          return `/course/${tuitionClass.id}/lesson/${lessons[0]!.id}/homework/${id}`;
        },
      },
      filter: ['Status', 'SUBMITTED', /status=SUBMITTED/],
      download: 'submissions.csv',
      opens: /\/user\/[\da-f-]+$/,
    },
    'students who have not handed in': {
      file: 'screens/homework/homework.route.tsx',
      caption: 'Pending submission',
      nouns: 'students',
      make: async (app, rows) => {
        const { lesson, homework } = await aLessonWithHomework(app);
        await placeMany(app, lesson, rows - 1);
        return `/course/${lesson.classId}/lesson/${lesson.id}/homework/${homework.id}?tab=pending`;
      },
      call: /\/pending-submission$/,
      empty: {
        text: 'There are no students',
        address: async (app) => {
          const { tuitionClass, lessons } = await aClassWithLessons(app, 1);
          const { id } = await aHomework(app, lessons[0]!);
          return `/course/${tuitionClass.id}/lesson/${lessons[0]!.id}/homework/${id}?tab=pending`;
        },
      },
      download: 'pending-submissions.csv',
      opens: /\/user\/[\da-f-]+$/,
    },
    'homework of a student': {
      file: 'domains/homework/student-homework.tsx',
      caption: 'Homework',
      nouns: 'homework',
      make: async (app, rows) => {
        const { lesson, late } = await aLessonWithHomework(app);
        await many(rows - 1, (number) => aHomework(app, lesson, { name: `Surds ${number}` }));
        return `/user/${late.id}?tab=homework`;
      },
      call: /\/homework\/student\/[^/]+$/,
      empty: {
        text: 'No homework found!',
        address: async (app) => `/user/${(await aStudent(app)).id}?tab=homework`,
      },
      download: 'student-homework.csv',
      opens: /\/homework\/[\da-f-]+$/,
    },
    'material uploads': {
      file: 'domains/homework/upload/upload-dialog.tsx',
      caption: 'List of uploads',
      nouns: 'uploads',
      pageSize: 10,
      page: null,
      make: async (app, rows) => {
        await withoutUploads(app);
        await many(rows, () => aMaterialUpload(app));
        return '/course?dialog=upload';
      },
      call: /\/uploadAllLessonMaterial$/,
      empty: {
        text: 'There are no uploads to display',
        address: async (app) => {
          await withoutUploads(app);
          return '/course?dialog=upload';
        },
      },
      download: 'material-uploads.csv',
      opens: /dialog=upload&run=/,
    },
  },
  records: {
    '/course/$classId/lesson/$lessonId/homework/$homeworkId': {
      make: async (app) => {
        const { lesson, homework } = await aLessonWithHomework(app);
        return `/course/${lesson.classId}/lesson/${lesson.id}/homework/${homework.id}`;
      },
      call: /\/api\/homework\/[^/?]+$/,
      back: { name: 'Online Class', address: '/course' },
      missing: 'This homework does not exist',
      tabs: ['Submissions', 'Pending'],
    },
  },
  actForms: {
    // Not in `recordForms`, as it has no text field: `homework/lesson-files.spec.ts` tests its stale save.
    'the homework of a lesson': async (app) => {
      const { lesson, homework } = await aLessonWithHomework(app);
      return {
        title: 'Edit homework',
        box: 'Due time',
        typed: '06:15',
        save: 'Save',
        open: async (page) => {
          await page.goto(`/course/${lesson.classId}/lesson/${lesson.id}?tab=homework`);
          await page.getByRole('button', { name: `Actions for ${homework.name}` }).click();
          await page.getByRole('menuitem', { name: 'Edit' }).click();
        },
      };
    },
  },
  rowQuestions: {
    'domains/homework/lesson-homework.tsx': async (app) => {
      const { lesson, homework } = await aLessonWithHomework(app);
      const address = `/course/${lesson.classId}/lesson/${lesson.id}?tab=homework`;
      return {
        title: 'Remove this homework?',
        save: 'Remove',
        open: rowAct(address, homework.name, 'Remove'),
      };
    },
    'domains/homework/lesson-materials.tsx': async (app) => {
      const { lesson } = await aLessonWithHomework(app);
      const { name } = await aMaterial(app, lesson.id);
      return {
        title: 'Remove this file?',
        save: 'Remove',
        open: rowAct(`/course/${lesson.classId}/lesson/${lesson.id}?tab=material`, name, 'Remove'),
      };
    },
    'domains/homework/upload/upload-dialog.tsx': async (app) => {
      const { id } = await aMaterialUpload(app, { state: 'running', endedAt: null });
      return {
        title: 'Stop the upload?',
        save: 'Stop',
        isHarmless: true,
        open: async (page) => {
          await page.goto(`/course?dialog=upload&run=${id}`);
          await page.getByRole('button', { name: 'Stop' }).click();
        },
      };
    },
  },
};
