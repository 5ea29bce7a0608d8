import { expect, type Page } from '@playwright/test';
import {
  correctAttendance,
  getLessonAttendance,
} from '@staffroom/contract/domains/attendance/attendance.contract.ts';
import { updateClass } from '@staffroom/contract/domains/classes/class-record.contract.ts';
import { updateFollowUp } from '@staffroom/contract/domains/feedback/feedback.contract.ts';
import { updateLesson } from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import { updatePollQuestion } from '@staffroom/contract/domains/polls/polls.contract.ts';
import { updateLiveSession } from '@staffroom/contract/domains/live-sessions/live-session-record.contract.ts';
import { updateOrder } from '@staffroom/contract/domains/orders/orders.contract.ts';
import { setTutorRate } from '@staffroom/contract/domains/tutor-payments/tutor-payments.contract.ts';
import { aLessonWith, pupils } from '@staffroom/server/test/factories/announcement.factory.ts';
import { aClass, aLesson } from '@staffroom/server/test/factories/class.factory.ts';
import { aFeedback, aFollowUp } from '@staffroom/server/test/factories/feedback.factory.ts';
import { aLiveSession } from '@staffroom/server/test/factories/live-session.factory.ts';
import { anOrder } from '@staffroom/server/test/factories/order.factory.ts';
import { aLessonWithPolls } from '@staffroom/server/test/factories/poll.factory.ts';
import {
  aPaidTutor,
  aPaymentRun,
  aTaughtLesson,
} from '@staffroom/server/test/factories/tutor-payment.factory.ts';
import { aStudent, aTutor } from '@staffroom/server/test/factories/user.factory.ts';
import { unique } from '@staffroom/server/test/unique.ts';
import { aCoverFile, sessionForm } from '../live-sessions/session-form.ts';
import { classForm } from '../classes/class-screen.ts';
import { cardOf } from '../support/expect-orders.ts';
import type { Running } from '../support/running-server.ts';

/** An act that asks for nothing but a yes, as the walker meets it. */
export type Question = {
  /** The dialog's title. */
  title: string;
  /** The button that sends. */
  save: string;
  /** It takes nothing away: the button that sends has the first focus. */
  isHarmless?: boolean;
  open: (page: Page) => Promise<void>;
};

/** A form as the walker meets it: opened for a record of its own, what it needs beside `box` filled in. */
export type OpenableForm = Question & {
  /** The text field that the walker types in. */
  box: string;
  typed: string;
};

/** The form of a record that others may change at the same time. */
export type RecordForm = OpenableForm & {
  /** What the save of that field writes, by its names on the wire. */
  writes: readonly string[];
  /** Somebody else saves the same record under the form. */
  saveMeanwhile: () => Promise<unknown>;
};

export type Examples<Form> = Readonly<Record<string, (app: Running) => Promise<Form>>>;

/** Opens a form by its address. */
export const at = (address: string) => async (page: Page) => {
  await page.goto(address);
};

/** Most forms are saved by Save and have a name to type. */
export const named = { box: 'Name', save: 'Save' };
export const writesName = { ...named, writes: ['name', 'version'] } as const;

/** Every form of a saved record, with an example. */
export const recordForms: Examples<RecordForm> = {
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
  'a rate of tutor pay': async (app) => {
    const tutor = await aPaidTutor(app);
    const lesson = await aTaughtLesson(app, tutor, {
      scheduledOn: new Date('2026-03-13T10:00:00Z'),
    });
    const admin = await app.as('Admin');
    return {
      title: 'Change rate',
      box: 'Reason',
      typed: 'Took over at two hours’ notice',
      save: 'Save',
      writes: ['reason', 'version'],
      open: at(`/tutor-payments?tutor=${tutor.id}&month=2026-03&rate=${lesson.id}`),
      saveMeanwhile: () =>
        admin.call(setTutorRate, {
          params: { tutorId: tutor.id, lessonId: lesson.id },
          body: { rate: 55, reason: 'Agreed by phone' },
        }),
    };
  },
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
        admin.call(updateClass, { params: { id }, body: { name: unique('Theirs'), max_cap: 31 } }),
    };
  },
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
  'a follow-up of feedback': async (app) => {
    const { id, feedback } = await aFollowUp(app);
    const admin = await app.as('Admin');
    return {
      title: 'Follow-up',
      box: 'Remark',
      typed: 'Called the mother',
      save: 'Save',
      writes: ['remark', 'version'],
      open: at(`/feedback?follow_up=${feedback}`),
      saveMeanwhile: () =>
        admin.call(updateFollowUp, {
          params: { id },
          body: { remark: 'Theirs', due_date: '2026-12-01' },
        }),
    };
  },
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
  'a live session': async (app) => {
    const { id } = await aLiveSession(app);
    const admin = await app.as('Admin');
    return {
      ...writesName,
      title: 'Update live session',
      typed: unique('Ratio before and after'),
      open: at(`/tls?session=${id}`),
      saveMeanwhile: () =>
        admin.call(updateLiveSession, {
          params: { id },
          body: { name: unique('Theirs'), event_duration: 45 },
        }),
    };
  },
  'an order': async (app) => {
    const order = await anOrder(app, { remark: 'PayNow ref 1' });
    const admin = await app.as('Admin');
    return {
      title: 'Update order',
      box: 'Remark',
      typed: 'PayNow ref 2',
      save: 'Update Order',
      open: async (page) => {
        await page.goto(`/orders?email=${order.created_by.email}`);
        await cardOf(page, order).getByRole('button', { name: 'Update' }).click();
      },
      writes: ['meta', 'remark', 'version'],
      saveMeanwhile: () =>
        admin.call(updateOrder, {
          params: { id: order._id },
          body: { meta: { is_renewal: true }, remark: 'Theirs' },
        }),
    };
  },
};

/** Every form of something new and of an act, with an example. */
export const actForms: Examples<OpenableForm> = {
  'an adjustment of a payment run': async (app) => {
    const { id, tutor } = await aPaymentRun(app);
    return {
      title: 'Add adjustment',
      box: 'Reason',
      typed: 'Printing of notes, receipt of 20 Feb',
      save: 'Add',
      open: async (page) => {
        await page.goto(`/tutor-payments?run=${id}&dialog=adjustment`);
        const dialog = page.getByRole('dialog', { name: 'Add adjustment' });
        await dialog.getByRole('combobox', { name: 'Tutor' }).fill(tutor.name);
        await page.getByRole('option', { name: new RegExp(tutor.name) }).click();
        await dialog.getByRole('textbox', { name: 'Amount' }).fill('24.50');
      },
    };
  },
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
  'a new follow-up of feedback': async (app) => ({
    title: 'Follow up',
    box: 'Remark',
    typed: 'Call the mother',
    save: 'Save',
    open: at(`/feedback?follow_up=${(await aFeedback(app)).id}`),
  }),
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
  'a new live session': async (app) => {
    const host = await aTutor(app, { name: unique('Goh Shi Min') });
    return {
      ...named,
      title: 'Create live session',
      typed: unique('Ratio before and after'),
      open: async (page) => {
        await page.goto('/tls?dialog=create');
        const form = sessionForm(page, 'Create live session');
        await form.fillAll({ host: host.name, cover: await aCoverFile() });
      },
    };
  },
  'the cancelling of an order': async (app) => {
    const order = await anOrder(app);
    return {
      title: 'Cancel order',
      box: 'Remark',
      typed: 'Family moved away',
      save: 'Cancel Order',
      open: async (page) => {
        await page.goto(`/orders?email=${order.created_by.email}`);
        await cardOf(page, order).getByRole('button', { name: 'Cancel Order' }).click();
      },
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
};
