import { readFile } from 'node:fs/promises';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { eq, sql } from 'drizzle-orm';
import { createDiscountCode } from '@staffroom/contract/domains/discount-codes/discount-codes.contract.ts';
import {
  aLessonWith,
  anAnnouncement,
  pupils,
} from '@staffroom/server/test/factories/announcement.factory.ts';
import {
  aClass,
  aClassWithLessons,
  aLesson,
} from '@staffroom/server/test/factories/class.factory.ts';
import { aCreditEntry } from '@staffroom/server/test/factories/credit.factory.ts';
import {
  aDiscountCode,
  aDiscountCodeBody,
} from '@staffroom/server/test/factories/discount-code.factory.ts';
import { aFeedback } from '@staffroom/server/test/factories/feedback.factory.ts';
import {
  aHomework,
  aLessonWithHomework,
  aMaterial,
  aMaterialUpload,
  aStudentOn,
  aSubmission,
} from '@staffroom/server/test/factories/homework.factory.ts';
import {
  materialRunFiles,
  materialRuns,
} from '@staffroom/server/src/domains/homework/materials/materials.schema.ts';
import { aTrialTicket } from '@staffroom/server/test/factories/ticket.factory.ts';
import { anOrder, aSale } from '@staffroom/server/test/factories/order.factory.ts';
import {
  orderImportRows,
  orderImports,
} from '@staffroom/server/src/domains/orders/import/order-imports.schema.ts';
import { aFile, aRow } from '@staffroom/server/test/factories/import.factory.ts';
import { previewOrderImport } from '@staffroom/contract/domains/orders/order-import.contract.ts';
import { lessons } from '@staffroom/server/src/domains/lessons/lessons.schema.ts';
import { aQuestion } from '@staffroom/server/test/factories/question.factory.ts';
import { aWorksheet } from '@staffroom/server/test/factories/worksheet.factory.ts';
import { aPollQuestion } from '@staffroom/server/test/factories/poll.factory.ts';
import { aLiveSession, anAttendee } from '@staffroom/server/test/factories/live-session.factory.ts';
import { serviceTokens } from '@staffroom/server/src/domains/identity/service-tokens.schema.ts';
import { aServiceToken } from '@staffroom/server/test/factories/service-token.factory.ts';
import { aRenewalTicket } from '@staffroom/server/test/factories/ticket.factory.ts';
import { anAgent, aStudent } from '@staffroom/server/test/factories/user.factory.ts';
import type { Api } from '@staffroom/server/test/stage.ts';
import { unique } from '@staffroom/server/test/unique.ts';
import { placeMany } from '../lessons/lesson-page.ts';
import { expectNoSidewaysScroll } from '../support/expect-screen.ts';
import type { Running } from '../support/running-server.ts';
import { expect, test } from '../support/test.ts';

type ListExample = {
  /** The file that shows it, below web/src/domains. */
  file: string;
  /** The table's caption; cards have none. */
  caption?: string;
  /** On a phone its rows are cards. */
  phoneCards?: true;
  /** "1–20 of 21 users". */
  nouns: string;
  pageSize?: number;
  /** Makes one row more than a page holds; answers the address that shows exactly these. */
  make: (app: Running, admin: Api) => Promise<string>;
  /** The page's name in the address; none where the list stands in a dialog. */
  page?: string | null;
  /** The path of the call that reads it; none where its rows come with the record. */
  call: RegExp | null;
  /** What the list says without rows, and where that can be seen. */
  empty: { text: string; address?: (app: Running, admin: Api) => Promise<string> };
  /** A column that can be sorted, and its name on the wire. */
  sort?: [header: string, sortBy: string];
  /** A filter, a choice other than its default, and what the address says then. */
  filter?: [label: string, choice: string, address: RegExp];
  download?: string;
  /** It downloads as more than CSV: the button asks which. */
  hasFormats?: true;
  /** Where Enter on a row leads, or the dialog that it opens, or the file that it saves. */
  opens: RegExp | { dialog: string | RegExp } | { download: RegExp };
};

const many = async (count: number, make: (number: string) => Promise<unknown>) => {
  for (let made = 1; made <= count; made += 1) await make(String(made).padStart(2, '0'));
};

/** The times of a lesson over midnight are the longest. */
const endOnAnotherDay = (app: Running, classId: string) =>
  app.database.db
    .update(lessons)
    .set({ endedOn: sql`${lessons.scheduledOn} + interval '1 day'` })
    .where(eq(lessons.classId, classId));

/** The list has no filter, and tests before this one uploaded too. */
const withoutUploads = async (app: Running) => {
  await app.database.db.delete(materialRunFiles);
  await app.database.db.delete(materialRuns);
};

/** The address at which the students of a ticket's lesson stand open. */
const ticketOfLesson = async (
  app: Running,
  lesson: { id: string; classId: string },
  studentId?: string,
) => {
  const { id } = await aRenewalTicket(app, {
    lessonId: lesson.id,
    classId: lesson.classId,
    ...(studentId && { studentId }),
  });
  return `/tickets/renewal?ticket=${id}&students=true`;
};

/** Every list; one that is missing here fails below. */
const lists: Record<string, ListExample> = {
  classes: {
    file: 'classes/class-list.route.tsx',
    caption: 'List of classes',
    nouns: 'classes',
    pageSize: 10,
    make: async (app) => {
      const mark = unique('Walked');
      await many(11, (number) => aClass(app, { name: `${mark} ${number}` }));
      return `/course?search=${mark}`;
    },
    call: /\/admin\/class$/,
    empty: { text: 'No class found matching that name', address: async () => '/course?search=nil' },
    sort: ['Class', 'name'],
    filter: ['State', 'Active', /state=Active/],
    download: 'classes.csv',
    opens: /\/course\/[\da-f-]+$/,
  },
  users: {
    file: 'users/user-list.route.tsx',
    caption: 'List of users',
    nouns: 'users',
    make: async (app) => {
      const mark = unique('Walked');
      await many(21, (number) => aStudent(app, { name: `${mark} ${number}` }));
      return `/user?search=${mark}`;
    },
    call: /\/admin\/user$/,
    empty: { text: 'No users found', address: async () => '/user?search=nobody.at.all' },
    sort: ['Name', 'name'],
    download: 'users.csv',
    opens: { dialog: 'User detail' },
  },
  'staff accounts': {
    file: 'users/user-list.route.tsx',
    caption: 'List of staff accounts',
    nouns: 'staff accounts',
    make: async (app) => {
      const mark = unique('Walked');
      await many(21, (number) => anAgent(app, { name: `${mark} ${number}` }));
      return `/user?tab=staff&search=${mark}`;
    },
    call: /\/admin\/user$/,
    empty: {
      text: 'No staff accounts found',
      address: async () => '/user?tab=staff&search=nobody.at.all',
    },
    sort: ['Email', 'email'],
    filter: ['Role', 'Agent', /role=Agent/],
    download: 'staff.csv',
    opens: { dialog: 'Edit staff account' },
  },
  'discount codes': {
    file: 'discount-codes/discount-code-list.route.tsx',
    caption: 'List of discount/promo codes',
    nouns: 'discount codes',
    make: async (app) => {
      const description = unique('walked');
      await many(21, () => aDiscountCode(app, { description }));
      return `/discountcode?search=${description}`;
    },
    call: /\/admin\/discountcode\/general$/,
    empty: {
      text: 'There are no discount codes to display',
      address: async () => '/discountcode?search=no.such.code',
    },
    sort: ['Discount Code', 'code'],
    filter: ['Status', 'Active', /status=Active/],
    download: 'discount-codes.csv',
    opens: /\/discountcode\/[\da-f-]+$/,
  },
  'live sessions': {
    file: 'live-sessions/live-session-list.tsx',
    caption: 'List of TLS sessions',
    phoneCards: true,
    nouns: 'TLS sessions',
    make: async (app) => {
      const seriesName = unique('Walked');
      await many(21, (number) =>
        aLiveSession(app, { seriesName, name: `Heuristics ${number}`, inDays: Number(number) }),
      );
      return `/tls?search=${seriesName}`;
    },
    call: /\/event\/webinar$/,
    empty: {
      text: 'There are no TLS sessions to display',
      address: async () => '/tls?search=nothing.of.the.kind',
    },
    sort: ['Session', 'name'],
    filter: ['Period', 'Upcoming', /period=upcoming/],
    download: 'tls-sessions.csv',
    opens: { dialog: 'Attendee list' },
  },
  'lesson attendance': {
    file: 'attendance/lesson-attendance.tsx',
    caption: 'Lesson attendance',
    nouns: 'lessons',
    pageSize: 15,
    make: async (app) => {
      const { id, name } = await aClass(app, { name: unique('Walked') });
      await many(16, (number) =>
        aLesson(app, id, { scheduledOn: new Date(`2016-03-${number}T06:00:00Z`) }),
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
    file: 'attendance/lesson-attendance-students.tsx',
    caption: 'Students',
    nouns: 'students',
    page: null,
    make: async (app) => {
      const { lesson } = await aLessonWith(app, pupils(21));
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
  'students of all lessons of some days': {
    file: 'attendance/attendance-of-students.tsx',
    caption: 'Students of all lessons',
    nouns: 'students',
    pageSize: 15,
    page: null,
    make: async (app) => {
      const { tuitionClass, lesson } = await aLessonWith(app, pupils(16));
      await app.database.db
        .update(lessons)
        .set({
          scheduledOn: new Date('2016-04-05T06:00:00Z'),
          endedOn: new Date('2016-04-05T08:00:00Z'),
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
  'homework in the reports': {
    file: 'homework/homework-stat.tsx',
    caption: 'Homework',
    nouns: 'homework',
    pageSize: 10,
    make: async (app) => {
      const { id, name } = await aClass(app, { name: unique('Walked') });
      const lesson = await aLesson(app, id, { scheduledOn: new Date('2016-03-05T06:00:00Z') });
      await many(11, (number) => aHomework(app, lesson, { name: `Surds ${number}` }));
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
  'TLS attendance': {
    file: 'attendance/tls-attendance.tsx',
    caption: 'TLS attendance',
    nouns: 'TLS sessions',
    pageSize: 15,
    make: async (app) => {
      const name = unique('Walked');
      await many(16, (number) =>
        aLiveSession(app, { name, scheduledOn: new Date(`2016-03-${number}T06:00:00Z`) }),
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
    file: 'attendance/tls-attendees.tsx',
    caption: 'Attendees',
    nouns: 'attendees',
    page: null,
    make: async (app) => {
      const { id } = await aLiveSession(app);
      await many(21, async (number) => {
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
  'attendees of a live session': {
    file: 'live-sessions/attendee-dialog.tsx',
    caption: 'Attendees',
    nouns: 'attendees',
    page: null,
    make: async (app) => {
      const { id } = await aLiveSession(app);
      await many(21, async (number) => {
        const student = await aStudent(app, { name: `Pupil ${number}` });
        await anAttendee(app, id, { studentId: student.id });
      });
      return `/tls?attendees=${id}`;
    },
    call: /\/event\/webinar\/[^/]+\/attendee$/,
    empty: {
      text: 'There are no attendees to display',
      address: async (app) => `/tls?attendees=${(await aLiveSession(app)).id}`,
    },
    download: 'attendees.csv',
    opens: /\/user\/[\da-f-]+$/,
  },
  tickets: {
    file: 'tickets/ticket-list.tsx',
    caption: 'List of tickets',
    phoneCards: true,
    nouns: 'tickets',
    pageSize: 50,
    make: async (app) => {
      const mark = unique('Walked');
      await many(51, (number) => aTrialTicket(app, { name: `${mark} ${number}` }));
      return `/tickets/trial?search=${mark}`;
    },
    call: /\/admin\/ticket\/TrialConversion$/,
    empty: { text: 'No ticket found.', address: async () => '/tickets/trial?search=nobody.at.all' },
    sort: ['Student', 'student'],
    filter: ['Handled by', 'Nobody', /handler=none/],
    download: 'trial-tickets.csv',
    opens: /ticket=[\da-f-]+/,
  },
  'students of a ticket’s lesson': {
    file: 'tickets/lesson-students-dialog.tsx',
    caption: 'Students with attendance',
    nouns: 'students',
    pageSize: 15,
    page: null,
    make: async (app) => {
      const { students, lesson } = await aLessonWith(app, pupils(16));
      return ticketOfLesson(app, lesson, students[0]?.id);
    },
    call: /\/lesson\/[^/]+\/attendance$/,
    empty: {
      text: 'There are no students',
      address: async (app) => ticketOfLesson(app, (await aLessonWith(app, [])).lesson),
    },
    opens: /\/user\/[\da-f-]+$/,
  },
  'tickets of a student': {
    file: 'tickets/student-tickets.tsx',
    caption: 'Tickets',
    nouns: 'tickets',
    make: async (app) => {
      const { id: studentId } = await aStudent(app);
      await many(21, () => aRenewalTicket(app, { studentId }));
      return `/user/${studentId}?tab=tickets`;
    },
    call: /\/admin\/ticket\/ClassRenewal$/,
    empty: {
      text: 'No ticket found.',
      address: async (app) => `/user/${(await aStudent(app)).id}?tab=tickets`,
    },
    opens: /ticket=[\da-f-]+/,
  },
  'class enrolment': {
    file: 'reports/class-enrolment.tsx',
    caption: 'Class enrolment',
    nouns: 'classes',
    make: async (app) => {
      const mark = unique('Walked');
      await many(21, (number) => aClass(app, { name: `${mark} ${number}` }));
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
    file: 'reports/counted-students.tsx',
    caption: 'Active students',
    nouns: 'students',
    pageSize: 15,
    page: null,
    make: async (app) => {
      const { tuitionClass, lessons } = await aClassWithLessons(app, 1);
      await placeMany(app, lessons[0]!, 16);
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
  'classes that somebody tries next': {
    file: 'reports/tried-classes.tsx',
    caption: 'Classes with trials next lesson',
    nouns: 'classes with trials',
    pageSize: 15,
    page: null,
    make: async (app) => {
      const mark = unique('Tried');
      await many(16, async (number) => {
        const { lessons } = await aClassWithLessons(app, 1, { name: `${mark} ${number}` });
        await placeMany(app, lessons[0]!, 1, 'TRIAL');
      });
      return `/dashboard?search=${mark}&classes=tried`;
    },
    call: /\/report\/enrolment$/,
    empty: {
      text: 'Nobody tries the next lesson of a class',
      address: async () => '/dashboard?search=nothing.of.the.kind&classes=tried',
    },
    download: 'classes-with-trials.csv',
    opens: /\/course\/[\da-f-]+$/,
  },
  'trial students behind a count': {
    file: 'reports/counted-students.tsx',
    caption: 'Trial students',
    nouns: 'students',
    pageSize: 15,
    page: null,
    make: async (app) => {
      const { lessons } = await aClassWithLessons(app, 1);
      await placeMany(app, lessons[0]!, 16, 'TRIAL');
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
    file: 'reports/trial-stat.tsx',
    caption: 'Trial statistics',
    nouns: 'lessons',
    make: async (app) => {
      // Of days on which nobody else tries a lesson.
      const { id } = await aClass(app, { subject: 'English' });
      await many(21, async (number) => {
        const scheduledOn = new Date(`2014-05-${number}T02:00:00Z`);
        await placeMany(app, await aLesson(app, id, { scheduledOn }), 1, 'TRIAL');
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
  orders: {
    file: 'orders/order-list.route.tsx',
    nouns: 'orders',
    make: async (app) => {
      const { code } = await aDiscountCode(app);
      await many(21, () => anOrder(app, { discount_code: code, lessons: 1 }));
      return `/orders?code=${code}`;
    },
    call: /\/admin\/order$/,
    empty: {
      text: 'There are no orders to display',
      address: async () => '/orders?code=NO-SUCH-CODE',
    },
    filter: ['Type', 'PAYMENT', /type=PAYMENT/],
    download: 'orders.csv',
    opens: { dialog: 'History' },
  },
  feedback: {
    file: 'feedback/feedback-list.tsx',
    nouns: 'feedback',
    pageSize: 10,
    make: async (app) => {
      const name = unique('Rated');
      const lesson = (await aClassWithLessons(app, 1, { name })).lessons[0];
      await many(11, () => aFeedback(app, { lessonId: lesson?.id ?? '' }));
      return `/feedback?search=${encodeURIComponent(name)}`;
    },
    call: /\/user_input\/feedback$/,
    empty: {
      text: 'No feedback was found',
      address: async () => '/feedback?search=No+such+class',
    },
    filter: ['Content', 'With content', /content=written/],
    download: 'feedback.csv',
    opens: /follow_up=/,
  },
  questions: {
    file: 'question-bank/question-list.tsx',
    nouns: 'questions',
    pageSize: 30,
    make: async (app) => {
      const word = unique('Marbles');
      await many(31, (number) => aQuestion(app, { context: `<p>${word} number ${number}</p>` }));
      return `/question-bank?search=${word}`;
    },
    call: /\/admin\/question$/,
    empty: {
      text: 'No questions found',
      address: async () => '/question-bank?search=No+such+words',
    },
    download: 'questions.csv',
    hasFormats: true,
    opens: /question=/,
  },
  worksheets: {
    file: 'question-bank/worksheets/worksheet-list.tsx',
    caption: 'List of worksheets',
    nouns: 'worksheets',
    make: async (app) => {
      const word = unique('Walked');
      await many(21, (number) => aWorksheet(app, { title: `${word} ${number}` }));
      return `/question-bank/worksheets?search=${word}`;
    },
    call: /\/admin\/worksheet$/,
    empty: {
      text: 'No worksheets found',
      address: async () => '/question-bank/worksheets?search=No+such+title',
    },
    sort: ['Title', 'title'],
    filter: ['Subject', 'Mathematics', /subject=Mathematics/],
    opens: /worksheet=/,
  },
  'questions to add to a worksheet': {
    file: 'question-bank/worksheets/add-questions-dialog.tsx',
    nouns: 'questions',
    page: null,
    make: async (app) => {
      const word = unique('Marbles');
      await many(21, (number) => aQuestion(app, { context: `<p>${word} number ${number}</p>` }));
      return `/question-bank/worksheets?dialog=create&add=${word}`;
    },
    call: /\/admin\/question$/,
    empty: {
      text: 'No questions found',
      address: async () => '/question-bank/worksheets?dialog=create&add=No+such+words',
    },
    opens: /add=/,
  },
  'lessons without homework': {
    file: 'reports/homework-assignment.tsx',
    caption: 'Lessons without homework',
    nouns: 'lessons',
    make: async (app) => {
      const { id } = await aClass(app);
      await many(21, async (number) => {
        const scheduledOn = new Date(
          `2018-06-05T${String(Number(number) % 12).padStart(2, '0')}:00Z`,
        );
        await aStudentOn(app, await aLesson(app, id, { scheduledOn }));
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
    file: 'reports/birthdays.tsx',
    caption: 'List of birthday students',
    nouns: 'students',
    make: async (app) => {
      await many(21, (number) =>
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
  'orders of a discount code': {
    file: 'orders/order-table.tsx',
    caption: 'Orders with this discount code',
    nouns: 'orders',
    make: async (app) => {
      const { id, code } = await aDiscountCode(app);
      await many(21, () => anOrder(app, { discount_code: code, lessons: 1 }));
      return `/discountcode/${id}`;
    },
    call: /\/admin\/order$/,
    empty: {
      text: 'There are no orders to display',
      address: async (app) => `/discountcode/${(await aDiscountCode(app)).id}`,
    },
    download: 'orders.csv',
    opens: /\/orders\?order=/,
  },
  'classes of a discount code': {
    file: 'discount-codes/discount-code.route.tsx',
    caption: 'Classes of this discount code',
    nouns: 'classes',
    make: async (app, admin) => {
      const ids: string[] = [];
      await many(21, async () => ids.push((await aClass(app)).id));
      const body = aDiscountCodeBody(app, { merchandise_id: ids });
      const params = { type: 'general' } as const;
      const { data } = await admin.call(createDiscountCode, { params, body });
      return `/discountcode/${data._id}?tab=classes`;
    },
    call: null,
    empty: {
      text: 'Every class',
      address: async (app) => `/discountcode/${(await aDiscountCode(app)).id}?tab=classes`,
    },
    opens: /\/course\/[\da-f-]+$/,
  },
  'lessons of a class': {
    file: 'lessons/class-lessons.tsx',
    caption: 'Lessons of this class',
    nouns: 'lessons',
    make: async (app) => {
      const { id } = await aClass(app);
      // The next one would stand above the list.
      await many(21, (number) =>
        aLesson(app, id, { inDays: Number(number), lessonIndex: Number(number), isActive: false }),
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
    file: 'lessons/roster.tsx',
    caption: 'Trial students',
    nouns: 'students',
    make: async (app) => {
      const { tuitionClass, lessons } = await aClassWithLessons(app, 1);
      await placeMany(app, lessons[0]!, 21, 'TRIAL');
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
  'answers of students': {
    file: 'polls/student-answers.tsx',
    caption: 'Answers of students',
    nouns: 'students',
    make: async (app) => {
      const lesson = await aLesson(app, (await aClass(app)).id);
      await aPollQuestion(app, lesson.id);
      await placeMany(app, lesson, 21);
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
  'CSV imports': {
    file: 'orders/csv-import/import-list-dialog.tsx',
    caption: 'List of imports',
    nouns: 'imports',
    page: null,
    make: async (app) => {
      // The list has no filter, and tests before this one read files too.
      await app.database.db.delete(orderImportRows);
      await app.database.db.delete(orderImports);
      const admin = await app.as('Admin');
      await many(21, () => admin.call(previewOrderImport, { body: aFile([aRow()]) }));
      return '/orders?dialog=imports';
    },
    call: /\/admin\/order\/csv$/,
    empty: {
      text: 'There are no imports to display',
      address: async (app) => {
        await app.database.db.delete(orderImportRows);
        await app.database.db.delete(orderImports);
        return '/orders?dialog=imports';
      },
    },
    opens: /dialog=csv&import=/,
  },
  'orders of a student': {
    file: 'orders/order-table.tsx',
    caption: 'Orders',
    nouns: 'orders',
    make: async (app) => {
      const { email, id } = await aStudent(app);
      await many(21, () => anOrder(app, { email, lessons: 1 }));
      return `/user/${id}`;
    },
    call: /\/admin\/order$/,
    empty: {
      text: 'There are no orders to display',
      address: async (app) => `/user/${(await aStudent(app)).id}`,
    },
    download: 'orders.csv',
    opens: /\/orders\?order=/,
  },
  'lessons of a student': {
    file: 'lessons/student-lessons.tsx',
    caption: 'Coming lessons',
    nouns: 'lessons',
    make: async (app) => {
      const order = await anOrder(app, { lessons: 21 });
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
  'recipients of an announcement': {
    file: 'announcements/lesson-announcements.tsx',
    caption: 'Recipients',
    nouns: 'recipients',
    make: async (app) => {
      const { lesson } = await aLessonWith(app, pupils(21));
      await anAnnouncement(app, lesson.id);
      return `/course/${lesson.classId}/lesson/${lesson.id}?tab=announcements`;
    },
    call: /\/delivery$/,
    empty: {
      text: 'There are no recipients',
      address: async (app) => {
        const { lesson } = await aLessonWith(app, pupils(1));
        await anAnnouncement(app, lesson.id);
        return `/course/${lesson.classId}/lesson/${lesson.id}?tab=announcements&group=video_student`;
      },
    },
    filter: ['Group', 'Students', /group=student/],
    download: 'deliveries.csv',
    opens: /\/user\/[\da-f-]+$/,
  },
  'messages of a student': {
    file: 'announcements/student-messages.tsx',
    caption: 'Messages',
    nouns: 'messages',
    make: async (app) => {
      const { lesson, students } = await aLessonWith(app, pupils(1));
      await many(21, (number) => anAnnouncement(app, lesson.id, { subject: `Message ${number}` }));
      return `/user/${students[0]?.id}?tab=messages`;
    },
    call: /\/announcement\/student\/[^/]+$/,
    empty: {
      text: 'Nothing was written to this student',
      address: async (app) => `/user/${(await aStudent(app)).id}?tab=messages`,
    },
    download: 'messages.csv',
    opens: { dialog: /^Message / },
  },
  'homework of a lesson': {
    file: 'homework/lesson-homework.tsx',
    caption: 'Homework',
    nouns: 'homework',
    pageSize: 10,
    make: async (app) => {
      const { tuitionClass, lessons } = await aClassWithLessons(app, 1);
      await many(11, (number) => aHomework(app, lessons[0]!, { name: `Surds ${number}` }));
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
    file: 'homework/lesson-materials.tsx',
    caption: 'Material',
    nouns: 'files',
    make: async (app) => {
      const { tuitionClass, lessons } = await aClassWithLessons(app, 1);
      await many(21, () => aMaterial(app, lessons[0]!.id));
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
    file: 'homework/homework.route.tsx',
    caption: 'Submissions',
    nouns: 'submissions',
    make: async (app) => {
      const { lesson, homework } = await aLessonWithHomework(app);
      await many(20, async () => aSubmission(app, homework.id, (await aStudent(app)).id));
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
    file: 'homework/homework.route.tsx',
    caption: 'Pending submission',
    nouns: 'students',
    make: async (app) => {
      const { lesson, homework } = await aLessonWithHomework(app);
      await placeMany(app, lesson, 20);
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
    file: 'homework/student-homework.tsx',
    caption: 'Homework',
    nouns: 'homework',
    make: async (app) => {
      const { lesson, late } = await aLessonWithHomework(app);
      await many(20, (number) => aHomework(app, lesson, { name: `Surds ${number}` }));
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
    file: 'homework/upload/upload-dialog.tsx',
    caption: 'List of uploads',
    nouns: 'uploads',
    pageSize: 10,
    page: null,
    make: async (app) => {
      await withoutUploads(app);
      await many(11, () => aMaterialUpload(app));
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
  'credit entries': {
    file: 'users/credit-statement.tsx',
    caption: 'Credit statement',
    nouns: 'entries',
    page: 'credit',
    make: async (app) => {
      const { id } = await aStudent(app);
      await many(21, () => aCreditEntry(app, id));
      return `/user/${id}`;
    },
    call: /\/admin\/credit$/,
    empty: {
      text: 'There are no credit entries to display',
      address: async (app) => `/user/${(await aStudent(app)).id}`,
    },
    download: 'credit.csv',
    opens: /\/user\/[\da-f-]+$/,
  },
  'tickets by class': {
    file: 'tickets/conversion-table.tsx',
    caption: 'Renewal by class',
    nouns: 'renewal classes',
    pageSize: 10,
    page: 'renewal_page',
    make: async (app) => {
      const subscriptionEndDate = new Date('2018-05-14T06:00:00Z');
      await many(11, () => aRenewalTicket(app, { subscriptionEndDate }));
      return '/tickets/stat?from=2018-05-01&to=2018-05-31';
    },
    call: /\/report\/tickets\/ClassRenewal$/,
    empty: {
      text: 'No renewal ticket found.',
      address: async () => '/tickets/stat?from=2018-04-01&to=2018-04-30',
    },
    download: 'renewal-by-class.csv',
    opens: /\/course\/[\da-f-]+$/,
  },
  'sales by class': {
    file: 'reports/sales-tables.tsx',
    caption: 'By class',
    nouns: 'classes',
    pageSize: 10,
    make: async (app) => {
      await many(11, () => aSale(app, { created: new Date('2023-04-14T06:00:00Z') }));
      return '/report?month=2023-04';
    },
    call: /\/report\/sales$/,
    empty: { text: 'No record found', address: async () => '/report?month=2023-02' },
    opens: /\/course\/[\da-f-]+$/,
  },
  'service tokens': {
    file: 'identity/service-tokens-dialog.tsx',
    caption: 'List of service tokens',
    nouns: 'service tokens',
    page: null,
    make: async (app) => {
      // The list has no filter, and tests before this one made tokens too.
      await app.database.db.delete(serviceTokens);
      await many(21, () => aServiceToken(app));
      return '/user?tab=staff&tokens=list';
    },
    call: /\/admin\/service-token$/,
    empty: { text: 'There are no service tokens' },
    opens: { dialog: /^Revoke the token of/ },
  },
};

test('every list of the product is walked here', () => {
  const domains = join(import.meta.dirname, '../../web/src/domains');
  const showing = globSync('**/*.tsx', { cwd: domains }).filter((file) =>
    /<(ListPage|ListTab|RowsTab)\b/.test(readFileSync(join(domains, file), 'utf8')),
  );
  expect([...new Set(Object.values(lists).map(({ file }) => file))].toSorted()).toEqual(
    showing.toSorted(),
  );
});

/** A list on its page, by its names. */
const listOn = (page: Page, { caption, nouns, page: param = 'page' }: ListExample) => {
  // A dialog stands above the tables of its page.
  const place = param === null ? page.getByRole('dialog').last() : page.getByRole('main');
  const table = place.getByRole('table', { name: caption ?? '', exact: true });
  return {
    place,
    table,
    rows: caption
      ? table.getByRole('row').filter({ has: page.getByRole('cell') })
      : page.getByRole('article'),
    goTo: (number: string) =>
      place
        .getByRole('navigation', { name: `Pages of ${nouns}`, exact: true })
        .getByRole('button', { name: number, exact: true })
        .click(),
  };
};

const withParameter = (address: string, parameter: string) =>
  `${address}${address.includes('?') ? '&' : '?'}${parameter}`;

/** The left edges of the columns, and the heights of the rows. */
const measure = (table: Locator) =>
  table.evaluate((element) => ({
    edges: [...element.querySelectorAll('thead th')].map((cell) =>
      Math.round(cell.getBoundingClientRect().left),
    ),
    heights: [
      ...new Set(
        [...element.querySelectorAll('tbody tr')].map((row) =>
          Math.round(row.getBoundingClientRect().height),
        ),
      ),
    ],
  }));

/** The texts of cells that are cut off and whose title does not say them whole. */
const cutUnsaid = (table: Locator) =>
  table.evaluate((element) =>
    [...element.querySelectorAll('tbody td')]
      .filter((cell) =>
        [cell, ...cell.querySelectorAll('*')].some(
          (part) =>
            getComputedStyle(part).textOverflow === 'ellipsis' &&
            part.scrollWidth > part.clientWidth + 1,
        ),
      )
      .filter((cell) => !cell.hasAttribute('title'))
      .map((cell) => cell.textContent),
  );

const expectListedKeys = async (page: Page) => {
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const words of ['Next row', 'Previous row', 'Open the row'])
    await expect(keys.getByText(words, { exact: true })).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
};

for (const [name, example] of Object.entries(lists)) {
  const { pageSize = 20, page: param = 'page', nouns } = example;
  const shown = `1–${pageSize} of ${pageSize + 1} ${nouns}`;

  test(`${name}: pages, order, filters, keys, download, phones`, async ({
    page,
    app,
    signInAs,
  }) => {
    test.setTimeout(120_000);
    const admin = await signInAs('Admin');
    const address = await example.make(app, admin);
    const { place, table, rows, goTo } = listOn(page, example);
    await page.goto(address);
    await expect(place.getByText(shown)).toBeVisible({ timeout: 20_000 });
    await expect(rows).toHaveCount(pageSize);

    await test.step('columns and rows stay where they are from page to page', async () => {
      const first = example.caption ? await measure(table) : null;
      if (first) expect(first.heights).toHaveLength(1);
      if (first) expect(await cutUnsaid(table)).toEqual([]);
      await goTo('2');
      await expect(rows).toHaveCount(1);
      if (first) expect(await measure(table)).toEqual(first);
      if (param) {
        await expect(page).toHaveURL(new RegExp(`[?&]${param}=2(&|$)`));
        await page.goto(withParameter(address, `${param}=2`));
        await expect(rows).toHaveCount(1);
        await page.goto(withParameter(address, `${param}=99`));
        await place.getByRole('button', { name: 'Go to the first page' }).click();
      } else await goTo('1');
      await expect(rows).toHaveCount(pageSize);
    });

    if (example.sort)
      await test.step('another order', async () => {
        const [header, sortBy] = example.sort!;
        const sort = table.getByRole('columnheader', { name: header, exact: true });
        // A column that the list comes sorted by turns round first.
        const isTurned = (await sort.getAttribute('aria-sort')) === 'ascending';
        const orders = ['asc', 'desc'];
        let before = '';
        for (const order of isTurned ? orders.toReversed() : orders) {
          await sort.getByRole('button').click();
          await expect(sort).toHaveAttribute('aria-sort', `${order}ending`);
          await expect(page).toHaveURL(new RegExp(`sortBy=${sortBy}&order=${order}`));
          // Until then the rows are those of the order before.
          await expect(table).toHaveAttribute('aria-busy', 'false');
          if (before) await expect(rows.first()).not.toHaveText(before);
          before = (await rows.first().textContent()) ?? '';
        }
      });

    if (example.filter)
      await test.step('a filter, and Reset', async () => {
        const [label, choice, chosen] = example.filter!;
        const bar = page.getByRole('group', { name: 'Filters' });
        const field = bar.getByRole('combobox', { name: new RegExp(`^${label} `) });
        await goTo('2');
        await expect(page).toHaveURL(/page=2/);
        await field.click();
        await page.getByRole('option', { name: choice, exact: true }).click();
        await expect(page).toHaveURL(chosen);
        await expect(page).not.toHaveURL(/page=/);
        await expect(rows).toHaveCount(pageSize);
        await expect(field).toHaveText(`${label} ${choice}`);
        await bar.getByRole('button', { name: 'Reset' }).click();
        await expect(page).not.toHaveURL(chosen);
        await expect(page).not.toHaveURL(/search=|sortBy=|code=/);
        await page.goto(address);
        await expect(rows).toHaveCount(pageSize);
      });

    if (example.download)
      await test.step('all rows are downloaded', async () => {
        const downloading = page.waitForEvent('download');
        const footer = place.getByRole('button', { name: 'Download', exact: true });
        await footer.last().click();
        if (example.hasFormats) await page.getByRole('menuitem', { name: 'CSV' }).click();
        const file = await downloading;
        expect(file.suggestedFilename()).toBe(example.download);
        const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n');
        expect(lines).toHaveLength(pageSize + 2);
      });

    await test.step('what can be done with a row is in reach where the table is wider than the screen', async () => {
      await page.setViewportSize({ width: 800, height: 900 });
      const act = rows.first().locator('td[data-acts] button').last();
      const rightEdge = async () => {
        const box = (await act.count()) > 0 ? await act.boundingBox() : null;
        return box ? box.x + box.width : 0;
      };
      await expect.poll(rightEdge).toBeLessThanOrEqual(800);
    });

    await test.step('on a phone nothing but the list scrolls, and the name stays on top', async () => {
      await expectNoSidewaysScroll(page, [390]);
      await page.setViewportSize({ width: 390, height: 844 });
      if (example.phoneCards) {
        await expect(table).toHaveCount(0);
        await expect(place.locator('[data-row]')).toHaveCount(pageSize);
      } else if (example.caption) {
        await rows.first().scrollIntoViewIfNeeded();
        const covered = await table.evaluate((element) => {
          element.parentElement?.scrollTo({ left: 300 });
          const lead = element.querySelector('tbody td[data-lead]')!;
          const { left, right, top, height } = lead.getBoundingClientRect();
          return [left + 4, (left + right) / 2, right - 4].filter(
            (x) => !lead.contains(document.elementFromPoint(x, top + height / 2)),
          );
        });
        expect(covered).toEqual([]);
      }
      await page.setViewportSize({ width: 1440, height: 900 });
    });

    if (example.filter)
      await test.step('on a phone the filters stand in a drawer, which says what they find', async () => {
        const [label, choice, chosen] = example.filter!;
        await page.setViewportSize({ width: 390, height: 844 });
        await page.getByRole('button', { name: /^Filters/ }).click();
        const drawer = page.getByRole('dialog', { name: 'Filters' });
        await drawer.getByRole('combobox', { name: new RegExp(`^${label} `) }).click();
        await page.getByRole('option', { name: choice, exact: true }).click();
        await drawer.getByRole('button', { name: `Show ${pageSize + 1} ${nouns}` }).click();
        await expect(drawer).toHaveCount(0);
        await expect(page).toHaveURL(chosen);
        await page.setViewportSize({ width: 1440, height: 900 });
      });

    await test.step('J, K and Enter move through the rows and open one', async () => {
      const focused = place.locator('[data-row]:focus');
      await page.locator('body').press('j');
      await page.keyboard.press('j');
      await expect(place.locator('[data-row]').nth(1)).toBeFocused();
      await page.keyboard.press('k');
      await expect(place.locator('[data-row]').first()).toBeFocused();
      await expect(focused).toHaveCount(1);
      // A dialog's keys are not the page's, which is what the question mark lists.
      if (param) await expectListedKeys(page);
      const search = page.getByRole('search').getByRole('textbox');
      if (param && (await search.count()) > 0) {
        const typed = await search.inputValue();
        await search.press('End');
        await search.pressSequentially('jk');
        await expect(search).toHaveValue(`${typed}jk`);
        await expect(focused).toHaveCount(0);
        await search.fill(typed);
        // A search that is still to come after the pause would take the rows from under the focus.
        await search.press('Enter');
        await expect(rows).toHaveCount(pageSize);
        await expect(place.locator('[data-refetching]')).toHaveCount(0);
        await search.blur();
        await page.keyboard.press('j');
      }
      await expect(focused).toHaveCount(1);
      const { opens } = example;
      const saving = 'download' in opens ? page.waitForEvent('download') : undefined;
      await page.keyboard.press('Enter');
      if (opens instanceof RegExp) await expect(page).toHaveURL(opens);
      else if ('download' in opens)
        expect((await saving)?.suggestedFilename()).toMatch(opens.download);
      else await expect(page.getByRole('dialog', { name: opens.dialog })).toBeVisible();
    });
  });

  test(`${name}: is being loaded, cannot be loaded, has none`, async ({
    page,
    app,
    signInAs,
    problems,
  }) => {
    test.setTimeout(90_000);
    problems.expect(/status of 403/);
    const admin = await signInAs('Admin');
    const { place, table } = listOn(page, example);
    const refuse = { errors: [{ code: 'forbidden', message: 'Your role may not do this.' }] };
    const calls = ({ pathname }: URL) => example.call?.test(pathname) ?? false;
    const address = (await example.empty.address?.(app, admin)) ?? '/user?tab=staff&tokens=list';
    if (example.call) {
      let answer = () => {};
      const held = new Promise<void>((resolve) => (answer = resolve));
      await page.route(calls, async (route) => {
        await held;
        await route.fulfill({ status: 403, json: { message: refuse } });
      });
      await page.goto(address);
      if (example.caption) {
        await expect(table).toHaveAttribute('aria-busy', 'true');
        await expect(table.getByRole('columnheader').first()).toBeVisible();
      } else await expect(place.locator('[aria-busy="true"]').first()).toBeVisible();
      answer();
      const problem = place.getByRole('alert').filter({ hasText: 'could not be loaded' });
      await expect(problem).toContainText('Opps, something wrong...', { timeout: 20_000 });
      await expect(problem).toContainText('Your role may not do this.');
      await page.unroute(calls);
      await problem.getByRole('button', { name: 'Try again' }).click();
      await expect(problem).toHaveCount(0);
    } else await page.goto(address);
    // Other tests of this worker make tokens too.
    if (!example.empty.address) return;
    await expect(place.getByText(example.empty.text, { exact: true }).last()).toBeVisible();
    await expect(place.getByRole('navigation', { name: 'Pages' })).toHaveCount(0);
  });
}
