import { expect } from '@playwright/test';
import { eq, sql } from 'drizzle-orm';
import { updateLesson } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { addLessonStudents } from 'staffroom-contract/domains/lessons/roster-changes.contract.ts';
import { lessons } from 'staffroom-server/src/domains/lessons/lessons.schema.ts';
import { aLessonWith, pupils } from 'staffroom-server/test/factories/announcement.factory.ts';
import { aStay, aLessonOfABookedHost } from 'staffroom-server/test/factories/attendance.factory.ts';
import {
  aClass,
  aClassWithLessons,
  aLesson,
} from 'staffroom-server/test/factories/class.factory.ts';
import { anOrder } from 'staffroom-server/test/factories/order.factory.ts';
import {
  aPaidTutor,
  aTaughtLesson,
} from 'staffroom-server/test/factories/tutor-payment.factory.ts';
import { aStudent } from 'staffroom-server/test/factories/user.factory.ts';
import { many, at, rowAct, type DomainExamples } from '../support/examples.ts';
import type { Running } from '../support/running-server.ts';
import { placeMany, lessonPage } from './lesson-page.ts';

/** Makes the lessons end on the next day: a time range with "(+1)" is the widest that lessons have. */
const endOnAnotherDay = (app: Running, classId: string) =>
  app.database.db
    .update(lessons)
    .set({ endedAt: sql`${lessons.scheduledAt} + interval '1 day'` })
    .where(eq(lessons.classId, classId));

export const examples: DomainExamples = {
  lists: {
    'lessons of a class': {
      file: 'domains/lessons/class-lessons.tsx',
      caption: 'Lessons of this class',
      nouns: 'lessons',
      make: async (app, rows) => {
        const { id } = await aClass(app);
        // Inactive, as the next active lesson is shown above the list, not in it.
        await many(rows, (number) =>
          aLesson(app, id, {
            inDays: Number(number),
            lessonIndex: Number(number),
            isActive: false,
          }),
        );
        await endOnAnotherDay(app, id);
        return `/course/${id}`;
      },
      call: /\/admin\/lesson$/,
      empty: {
        text: 'This class currently has no lessons',
        address: async (app) => `/course/${(await aClass(app)).id}`,
      },
      download: 'lessons.csv',
      opens: /\/course\/[\da-f-]+\/lesson\/[\da-f-]+$/,
    },
    'students of a lesson': {
      file: 'domains/lessons/roster.tsx',
      caption: 'Trial students',
      nouns: 'students',
      make: async (app, rows) => {
        const { tuitionClass, lessons } = await aClassWithLessons(app, 1);
        await placeMany(app, lessons[0]!, rows, 'TRIAL');
        return `/course/${tuitionClass.id}/lesson/${lessons[0]!.id}?tab=trial`;
      },
      call: /\/roster$/,
      empty: {
        text: 'There are no students',
        address: async (app) => {
          const { tuitionClass, lessons } = await aClassWithLessons(app, 1);
          return `/course/${tuitionClass.id}/lesson/${lessons[0]!.id}?tab=trial`;
        },
      },
      opens: /\/user\/[\da-f-]+$/,
    },
    'lessons of a student': {
      file: 'domains/lessons/student-lessons.tsx',
      caption: 'Coming lessons',
      phoneCards: true,
      nouns: 'lessons',
      make: async (app, rows) => {
        const order = await anOrder(app, { lessons: rows });
        await endOnAnotherDay(app, order.detail.class_obj._id);
        return `/user/${order.created_by._id}?tab=lessons`;
      },
      call: /\/lesson\/student\/[^/]+$/,
      empty: {
        text: 'There are no lessons to display',
        address: async (app) => `/user/${(await aStudent(app)).id}?tab=lessons`,
      },
      opens: /\/course\/[\da-f-]+$/,
    },
    'week of a tutor': {
      file: 'domains/lessons/teacher-week.tsx',
      caption: 'Lessons of the week',
      nouns: 'lessons',
      make: async (app, rows) => {
        const [tutor, { id: classId }] = [await aPaidTutor(app), await aClass(app)];
        await many(rows, (number) =>
          aTaughtLesson(app, tutor, {
            classId,
            scheduledAt: new Date(`2031-03-04T${number}:00:00Z`),
          }),
        );
        return `/user/${tutor.id}?week=2031-03-03`;
      },
      call: /\/admin\/lesson$/,
      empty: {
        text: 'No lessons in this week',
        address: async (app) => `/user/${(await aPaidTutor(app)).id}`,
      },
      opens: /\/course\/[\da-f-]+$/,
    },
  },
  records: {
    '/course/$classId/lesson/$lessonId': {
      make: async (app, admin) => {
        const { tuitionClass, lessons } = await aClassWithLessons(app, 1);
        const lesson = lessons[0]!;
        const params = { id: lesson.id };
        const student = await aStudent(app);
        await admin.call(addLessonStudents, { params, body: { student: [student.id] } });
        await admin.call(updateLesson, {
          params,
          body: {
            scheduled_on: '2027-03-14T06:00:00Z',
            ended_on: '2027-03-14T07:30:00Z',
            is_released: false,
            meta: { term: 2, index: 5 },
          },
        });
        return `/course/${tuitionClass.id}/lesson/${lesson.id}`;
      },
      call: /\/api\/admin\/lesson\/[^/?]+$/,
      back: { name: 'Online Class', address: '/course' },
      missing: 'This lesson does not exist',
      tabs: [
        'Payment',
        'Trial',
        'Video',
        'Homework',
        'Material',
        'Polls',
        'Announcements',
        'Changes',
      ],
    },
    '/lessons/$lessonId/detail/$platform': {
      make: async (app) => {
        const { lesson, students } = await aLessonWith(app, pupils(3));
        await aStay(app, lesson, { email: students[0]?.email ?? '' });
        return `/lessons/${lesson.id}/detail/staffroom-classroom`;
      },
      call: /\/api\/admin\/lesson\/[^/?]+$/,
      back: { name: 'Lesson', address: '/lessons' },
      missing: 'This lesson does not exist',
      tabs: ['Payment', 'Trial', 'Video', 'Attendees'],
    },
  },
  recordForms: {
    'a lesson': async (app) => {
      const { id: classId } = await aClass(app);
      const { id } = await aLesson(app, classId);
      const admin = await app.as('Admin');
      return {
        title: 'Edit Lesson',
        box: 'Name',
        typed: 'Ratio',
        save: 'Save Lesson',
        open: at(`/course/${classId}/lesson/${id}?dialog=edit`),
        writes: ['name', 'version'],
        saveMeanwhile: () =>
          admin.call(updateLesson, {
            params: { id },
            body: { name: 'Theirs', meta: { index: 9, term: 1 } },
          }),
      };
    },
  },
  actForms: {
    'a new lesson': async (app) => {
      const { id } = await aClass(app);
      return {
        title: 'New Lesson',
        box: 'Name',
        typed: 'Ratio',
        save: 'Save Lesson',
        open: at(`/course/${id}?dialog=lesson`),
      };
    },
    'students added to a lesson': async (app) => {
      const lesson = await aLesson(app, (await aClass(app)).id);
      const { email } = await aStudent(app);
      return {
        title: 'Add Students',
        box: 'E-mails',
        typed: `Chua Si Ying <${email}>`,
        save: 'Add Students',
        open: async (page) => {
          await page.goto(`/course/${lesson.classId}/lesson/${lesson.id}?dialog=add`);
          const dialog = page.getByRole('dialog', { name: 'Add Students' });
          await dialog.getByRole('textbox', { name: 'E-mails' }).fill(email);
          await dialog.getByRole('button', { name: 'Find Student Accounts' }).click();
          await expect(dialog.getByRole('list', { name: 'Found' })).toContainText(email);
        },
      };
    },
  },
  questions: {
    'saving a lesson whose Zoom host is booked': async (app) => {
      const { tuitionClass, lesson } = await aLessonOfABookedHost(app);
      return {
        title: 'Zoom host booked twice',
        save: 'Save anyway',
        isAfterRefusal: true,
        open: rowAct(`/course/${tuitionClass.id}`, lesson.name, 'Activate'),
      };
    },
    'removing a student from a lesson': async (app) => {
      const lesson = await aLesson(app, (await aClass(app)).id);
      await placeMany(app, lesson, 1);
      return {
        title: 'Remove student',
        save: 'Remove',
        open: async (page) => {
          const { open, act } = lessonPage(page);
          await open(lesson);
          await act('Student 001', 'Remove');
        },
      };
    },
  },
  rowQuestions: {
    'domains/lessons/use-lesson-acts.ts': async (app) => {
      const { detail } = await anOrder(app, { lessons: 2 });
      return {
        title: 'Deactivate this lesson?',
        save: 'Deactivate',
        open: rowAct(`/course/${detail.class_obj._id}`, 'Lesson 2', 'Deactivate'),
      };
    },
    'domains/lessons/week/use-move-lesson.tsx': async (app) => {
      const { id } = await aClass(app);
      await aLesson(app, id, { scheduledAt: new Date('2027-03-13T06:00:00Z'), name: 'Surds' });
      return {
        title: 'Move this lesson?',
        save: 'Move',
        isHarmless: true,
        open: async (page) => {
          await page.goto(`/lessons?view=week&class=${id}&week=2027-03-08`);
          await page.getByRole('link', { name: 'Surds' }).focus();
          for (const key of ['m', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
          await expect(page.getByRole('dialog', { name: 'Move this lesson?' })).toBeVisible();
        },
      };
    },
  },
};
