import { updateClass } from 'staffroom-contract/domains/classes/class-record.contract.ts';
import { classStaff } from 'staffroom-server/src/domains/classes/classes.schema.ts';
import { aClass, aClassWithLessons } from 'staffroom-server/test/factories/class.factory.ts';
import { aPaidTutor } from 'staffroom-server/test/factories/tutor-payment.factory.ts';
import { aTutor } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { at, many, named, searched, type DomainExamples } from '../support/examples.ts';
import { classForm, classList } from './class-screen.ts';

export const examples: DomainExamples = {
  lists: {
    classes: {
      file: 'screens/classes/class-list.route.tsx',
      caption: 'List of classes',
      nouns: 'classes',
      pageSize: 10,
      make: searched('/course?search=', (app, name) => aClass(app, { name })),
      call: /\/admin\/class$/,
      empty: {
        text: 'No class found matching that name',
        address: async () => '/course?search=nil',
      },
      phoneCards: true,
      sort: ['Class', 'name'],
      filter: ['State', 'Active', /state=Active/],
      download: 'classes.csv',
      opens: /\/course\/[\da-f-]+$/,
    },
    'classes of a tutor': {
      file: 'domains/classes/teacher-classes.tsx',
      caption: 'Classes',
      nouns: 'classes',
      make: async (app, rows) => {
        const { id: userId } = await aPaidTutor(app);
        await many(rows, async () => {
          const { id: classId } = await aClass(app);
          await app.database.db.insert(classStaff).values({ classId, userId, kind: 'tutor' });
        });
        return `/user/${userId}?tab=classes`;
      },
      call: /\/admin\/class$/,
      empty: {
        text: 'No classes yet',
        address: async (app) => `/user/${(await aPaidTutor(app)).id}?tab=classes`,
      },
      download: 'classes.csv',
      opens: /\/course\/[\da-f-]+$/,
    },
  },
  records: {
    '/course/$classId': {
      make: async (app, admin) => {
        const { tuitionClass } = await aClassWithLessons(app, 3);
        await admin.call(updateClass, {
          params: { id: tuitionClass.id },
          body: {
            max_cap: 25,
            is_featured: true,
            level: ['secondary-3', 'secondary-4'],
            start_date: '2026-03-14T06:00:00Z',
            schedule: { date_of_week: 'Fri', start_time: '19:00', end_time: '20:30' },
          },
        });
        return `/course/${tuitionClass.id}`;
      },
      call: /\/api\/admin\/class\/[^/?]+$/,
      back: { name: 'Online Class', address: '/course' },
      missing: 'This class does not exist',
      tabs: ['Lessons', 'Changes'],
    },
  },
  recordForms: {
    'a class': async (app) => {
      const { id } = await aClass(app);
      const tutor = await aTutor(app);
      const admin = await app.as('Admin');
      await admin.call(updateClass, { params: { id }, body: { tutor: [tutor.id] } });
      return {
        ...named,
        title: 'Edit Class',
        typed: unique('P6 Science Sat'),
        open: at(`/course?class=${id}`),
        writes: ['coming_lessons', 'name', 'version'],
        saveMeanwhile: () =>
          admin.call(updateClass, {
            params: { id },
            body: { name: unique('Theirs'), max_cap: 31 },
          }),
      };
    },
  },
  actForms: {
    'a new class': async (app) => {
      const tutor = await aTutor(app, { name: unique('Goh Shi Min') });
      return {
        ...named,
        title: 'Add New Class',
        typed: unique('P6 Science Sat'),
        open: async (page) => {
          await page.goto('/course?dialog=create');
          const form = classForm(page, 'Add New Class');
          await form.choose('Subject', 'Science');
          await form.dialog.getByRole('button', { name: 'Add level' }).click();
          for (const [field, words] of [
            ['Start date', '9 Jan 2027'],
            ['Start time', '10am'],
            ['End date', '27 Mar 2027'],
            ['End time', '12pm'],
            ['Lessons from', '10am'],
            ['Lessons to', '12pm'],
          ] as const)
            await form.box(field).fill(words);
          await form.choose('Day of week', 'Sat');
          await form.find('Add a tutor', tutor.name, tutor.name);
        },
      };
    },
  },
  rowQuestions: {
    'screens/classes/class-list.route.tsx': async (app) => {
      const { name } = await aClass(app);
      return {
        title: 'Deactivate ',
        save: 'Deactivate',
        open: async (page) => {
          const list = classList(page);
          await list.open(name);
          await list.act(name, 'Deactivate');
        },
      };
    },
  },
};
