import { eq } from 'drizzle-orm';
import {
  correctAttendance,
  getLessonAttendance,
} from 'staffroom-contract/domains/attendance/attendance.contract.ts';
import { lessons } from 'staffroom-server/src/domains/lessons/lessons.schema.ts';
import { aLessonWith, pupils } from 'staffroom-server/test/factories/announcement.factory.ts';
import { anAttendanceImport } from 'staffroom-server/test/factories/attendance.factory.ts';
import { aClass, aLesson } from 'staffroom-server/test/factories/class.factory.ts';
import { aLiveSession, anAttendee } from 'staffroom-server/test/factories/live-session.factory.ts';
import { aStudent } from 'staffroom-server/test/factories/user.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { many, type DomainExamples } from '../support/examples.ts';

export const examples: DomainExamples = {
  lists: {
    'lesson attendance': {
      file: 'domains/attendance/lesson-attendance.tsx',
      caption: 'Lesson attendance',
      nouns: 'lessons',
      pageSize: 15,
      make: async (app, rows) => {
        const { id, name } = await aClass(app, { name: unique('Walked') });
        await many(rows, (number) =>
          aLesson(app, id, { scheduledAt: new Date(`2016-03-${number}T06:00:00Z`) }),
        );
        return `/dashboard?tab=lesson-attendance&search=${name}&from=2016-03-01&to=2016-03-31`;
      },
      call: /\/report\/lesson-attendance$/,
      empty: {
        text: 'There are no lessons to display',
        address: async () => '/dashboard?tab=lesson-attendance&from=2015-01-01&to=2015-01-02',
      },
      filter: ['Subject', 'Mathematics', /subject=Mathematics/],
      download: 'lesson-attendance.csv',
      opens: /\/course\/[\da-f-]+\/lesson\/[\da-f-]+$/,
    },
    'students of an attended lesson': {
      file: 'domains/attendance/lesson-attendance-students.tsx',
      caption: 'Students',
      nouns: 'students',
      page: null,
      make: async (app, rows) => {
        const { lesson } = await aLessonWith(app, pupils(rows));
        return `/dashboard?tab=lesson-attendance&lesson=${lesson.id}`;
      },
      call: /\/report\/lesson-attendance\/[^/]+\/student$/,
      empty: {
        text: 'There are no students',
        address: async (app) =>
          `/dashboard?tab=lesson-attendance&lesson=${(await aLessonWith(app, [])).lesson.id}`,
      },
      download: 'attendance-students.csv',
      opens: /\/user\/[\da-f-]+$/,
    },
    'students of all lessons in a period': {
      file: 'domains/attendance/attendance-of-students.tsx',
      caption: 'Students of all lessons',
      nouns: 'students',
      pageSize: 15,
      page: null,
      make: async (app, rows) => {
        const { tuitionClass, lesson } = await aLessonWith(app, pupils(rows));
        await app.database.db
          .update(lessons)
          .set({
            scheduledAt: new Date('2016-04-05T06:00:00Z'),
            endedAt: new Date('2016-04-05T08:00:00Z'),
          })
          .where(eq(lessons.id, lesson.id));
        return `/dashboard?tab=lesson-attendance&search=${encodeURIComponent(tuitionClass.name)}&from=2016-04-01&to=2016-04-30&how=%5B%5D`;
      },
      call: /\/report\/lesson-attendance\/total\/student$/,
      empty: {
        text: 'There are no students',
        address: async () =>
          '/dashboard?tab=lesson-attendance&from=2015-01-01&to=2015-01-02&how=%5B%5D',
      },
      download: 'attendance-of-students.csv',
      opens: /\/user\/[\da-f-]+$/,
    },
    'TLS attendance': {
      file: 'domains/attendance/live-session-attendance.tsx',
      caption: 'TLS attendance',
      nouns: 'TLS sessions',
      pageSize: 15,
      make: async (app, rows) => {
        const name = unique('Walked');
        await many(rows, (number) =>
          aLiveSession(app, { name, scheduledAt: new Date(`2016-03-${number}T06:00:00Z`) }),
        );
        return `/dashboard?tab=tls-attendance&search=${name}&from=2016-03-01&to=2016-03-31`;
      },
      call: /\/report\/tls-attendance$/,
      empty: {
        text: 'There are no TLS sessions to display',
        address: async () => '/dashboard?tab=tls-attendance&from=2015-01-01&to=2015-01-02',
      },
      filter: ['Subject', 'Mathematics', /subject=Mathematics/],
      download: 'tls-attendance.csv',
      opens: /\/tls\?attendees=[\da-f-]+$/,
    },
    'attendees of a reported TLS session': {
      file: 'domains/attendance/live-session-sign-ups.tsx',
      caption: 'Attendees',
      nouns: 'attendees',
      page: null,
      make: async (app, rows) => {
        const { id } = await aLiveSession(app);
        await many(rows, async (number) => {
          const student = await aStudent(app, { name: `Pupil ${number}` });
          await anAttendee(app, id, { studentId: student.id });
        });
        return `/dashboard?tab=tls-attendance&session=${id}`;
      },
      call: /\/report\/tls-attendance\/[^/]+\/attendee$/,
      empty: {
        text: 'There are no attendees to display',
        address: async (app) =>
          `/dashboard?tab=tls-attendance&session=${(await aLiveSession(app)).id}`,
      },
      download: 'tls-attendees.csv',
      opens: /\/user\/[\da-f-]+$/,
    },
  },
  recordForms: {
    'a correction of attendance': async (app) => {
      const { lesson, students } = await aLessonWith(app, pupils(1));
      const admin = await app.as('Admin');
      const params = { id: lesson.id };
      const correct = async (reason: string, status: 'attended' | 'half attended') => {
        const { data } = await admin.call(getLessonAttendance, { params });
        const [student] = data.students;
        return admin.call(correctAttendance, {
          params: { ...params, studentId: students[0]?.id ?? '' },
          body: { status, reason, version: student?.version },
        });
      };
      await correct('Joined by phone', 'attended');
      return {
        title: 'Correct attendance',
        box: 'Reason',
        typed: 'Was seen in the recording',
        save: 'Save',
        writes: ['reason', 'version'],
        open: async (page) => {
          await page.goto(`/lessons/${lesson.id}/detail/staffroom-classroom`);
          await page.getByRole('button', { name: 'Actions for Pupil 1' }).click();
          await page.getByRole('menuitem', { name: 'Correct attendance' }).click();
        },
        saveMeanwhile: () => correct('Left before the quiz', 'half attended'),
      };
    },
  },
  questions: {
    'undoing an attendance import': async (app) => {
      const { id } = await anAttendanceImport(app);
      return {
        title: 'Undo import',
        save: 'Undo import',
        open: async (page) => {
          await page.goto(`/lessons/${id}/detail/staffroom-classroom`);
          await page.getByRole('button', { name: 'Undo import of participants.csv' }).click();
        },
      };
    },
  },
};
