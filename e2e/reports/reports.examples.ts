import {
  aClass,
  aClassWithLessons,
  aLesson,
} from 'staffroom-server/test/factories/class.factory.ts';
import { aStudentOn } from 'staffroom-server/test/factories/homework.factory.ts';
import { aSale } from 'staffroom-server/test/factories/order.factory.ts';
import { aStudent } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { placeMany } from '../lessons/lesson-page.ts';
import { many, type DomainExamples } from '../support/examples.ts';

export const examples: DomainExamples = {
  lists: {
    'class enrolment': {
      file: 'domains/reports/class-enrolment.tsx',
      caption: 'Class enrolment',
      nouns: 'classes',
      make: async (app, rows) => {
        const mark = unique('Walked');
        await many(rows, (number) => aClass(app, { name: `${mark} ${number}` }));
        return `/dashboard?search=${mark}`;
      },
      call: /\/report\/enrolment$/,
      empty: {
        text: 'No classes found matching nothing.of.the.kind',
        address: async () => '/dashboard?search=nothing.of.the.kind',
      },
      sort: ['Class', 'name'],
      filter: ['Listed', 'Yes', /listed=Yes/],
      download: 'class-enrolment.csv',
      opens: /\/course\/[\da-f-]+$/,
    },
    'students behind a count': {
      file: 'domains/reports/counted-students.tsx',
      caption: 'Active students',
      nouns: 'students',
      pageSize: 15,
      page: null,
      make: async (app, rows) => {
        const { tuitionClass, lessons } = await aClassWithLessons(app, 1);
        await placeMany(app, lessons[0]!, rows);
        return `/dashboard?class=${tuitionClass.id}&students=active`;
      },
      call: /\/report\/enrolment\/[^/]+\/students\/active$/,
      empty: {
        text: 'There are no students',
        address: async (app) => `/dashboard?class=${(await aClass(app)).id}&students=active`,
      },
      download: 'students.csv',
      opens: /\/user\/[\da-f-]+$/,
    },
    'classes with trials next lesson': {
      file: 'domains/reports/tried-classes.tsx',
      caption: 'Classes with trials next lesson',
      nouns: 'classes with trials',
      pageSize: 15,
      page: null,
      make: async (app, rows) => {
        const mark = unique('Tried');
        await many(rows, async (number) => {
          const { lessons } = await aClassWithLessons(app, 1, { name: `${mark} ${number}` });
          await placeMany(app, lessons[0]!, 1, 'TRIAL');
        });
        return `/dashboard?search=${mark}&classes=tried`;
      },
      call: /\/report\/enrolment$/,
      empty: {
        text: 'No trials in upcoming lessons',
        address: async () => '/dashboard?search=nothing.of.the.kind&classes=tried',
      },
      download: 'classes-with-trials.csv',
      opens: /\/course\/[\da-f-]+$/,
    },
    'trial students behind a count': {
      file: 'domains/reports/counted-students.tsx',
      caption: 'Trial students',
      nouns: 'students',
      pageSize: 15,
      page: null,
      make: async (app, rows) => {
        const { lessons } = await aClassWithLessons(app, 1);
        await placeMany(app, lessons[0]!, rows, 'TRIAL');
        return `/dashboard?tab=trial-stat&lesson=${lessons[0]!.id}&students=registered`;
      },
      call: /\/report\/trial\/[^/]+\/students\/registered$/,
      empty: {
        text: 'There are no students',
        address: async (app) => {
          const { lessons } = await aClassWithLessons(app, 1);
          return `/dashboard?tab=trial-stat&lesson=${lessons[0]!.id}&students=registered`;
        },
      },
      download: 'trial-students.csv',
      opens: /\/user\/[\da-f-]+$/,
    },
    'trial statistics': {
      file: 'domains/reports/trial-stat.tsx',
      caption: 'Trial statistics',
      nouns: 'lessons',
      make: async (app, rows) => {
        // Days on which no other test has a trial.
        const { id } = await aClass(app, { subject: 'English' });
        await many(rows, async (number) => {
          const scheduledAt = new Date(`2014-05-${number}T02:00:00Z`);
          await placeMany(app, await aLesson(app, id, { scheduledAt }), 1, 'TRIAL');
        });
        return '/dashboard?tab=trial-stat&from=2014-05-01&to=2014-05-31';
      },
      call: /\/report\/trial$/,
      empty: {
        text: 'No record found',
        address: async () => '/dashboard?tab=trial-stat&from=2014-06-01&to=2014-06-30',
      },
      sort: ['Class', 'class'],
      filter: ['Subject', 'All', /subject=All/],
      download: 'trial-stat.csv',
      opens: /\/course\/[\da-f-]+$/,
    },
    'lessons without homework': {
      file: 'domains/reports/homework-assignment.tsx',
      caption: 'Lessons without homework',
      nouns: 'lessons',
      make: async (app, rows) => {
        const { id } = await aClass(app);
        await many(rows, async (number) => {
          const scheduledAt = new Date(
            `2018-06-05T${String(Number(number) % 12).padStart(2, '0')}:00Z`,
          );
          await aStudentOn(app, await aLesson(app, id, { scheduledAt }));
        });
        return '/ops?from=2018-06-05&to=2018-06-05';
      },
      call: /\/report\/homework-assignment$/,
      empty: {
        text: 'All student get their own homework',
        address: async () => '/ops?from=2018-06-01&to=2018-06-01',
      },
      download: 'homework-assignment.csv',
      opens: /\/course\/[\da-f-]+\/lesson\/[\da-f-]+$/,
    },
    'birthday students': {
      file: 'domains/reports/birthdays.tsx',
      caption: 'List of birthday students',
      nouns: 'students',
      make: async (app, rows) => {
        await many(rows, (number) =>
          aStudent(app, { name: `Born ${number}`, dateOfBirth: '2010-07-13' }),
        );
        return '/ops?tab=birthdays&day=2019-07-13';
      },
      call: /\/report\/birthday-student$/,
      empty: {
        text: 'No birthday student today',
        address: async () => '/ops?tab=birthdays&day=1950-07-13',
      },
      download: 'birthday-students.csv',
      opens: /\/user\/[\da-f-]+$/,
    },
    'sales by class': {
      file: 'domains/reports/sales-tables.tsx',
      caption: 'By class',
      nouns: 'classes',
      pageSize: 10,
      make: async (app, rows) => {
        await many(rows, () => aSale(app, { created: new Date('2023-04-14T06:00:00Z') }));
        return '/report?month=2023-04';
      },
      call: /\/report\/sales$/,
      empty: { text: 'No record found', address: async () => '/report?month=2023-02' },
      opens: /\/course\/[\da-f-]+$/,
    },
  },
};
