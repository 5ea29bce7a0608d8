import { addCredit } from 'staffroom-contract/domains/users/credit.contract.ts';
import type { AnyOperation } from 'staffroom-contract/shared/operation.ts';
import { signInAttempts } from '../../src/domains/identity/identity.schema.ts';
import { hashPassword } from '../../src/domains/identity/passwords.ts';
import { newId } from '../../src/platform/ids.ts';
import { type TestApp } from '../build-test-app.ts';
import { unique } from '../unique.ts';
import {
  aLargeClass,
  aLessonOfOne,
  aLessonId,
  anEmail,
  ofRecord,
  type Example,
  type MakeExample,
} from './example.ts';
import { feedbackExamples } from './feedback-examples.ts';
import { identityExamples } from './identity-examples.ts';
import { homeworkExamples } from './homework-examples.ts';
import { integrationExamples } from './integration-examples.ts';
import { liveLessonExamples } from './live-lesson-examples.ts';
import { opsExamples } from './ops-examples.ts';
import { orderExamples } from './order-examples.ts';
import { questionBankExamples } from './question-bank-examples.ts';
import { reportExamples } from './report-examples.ts';
import { salesExamples } from './sales-examples.ts';
import { systemExamples } from './system-examples.ts';
import { ticketExamples } from './ticket-examples.ts';
import { tutorPaymentExamples } from './tutor-payment-examples.ts';
import { anAnnouncement, anEmailBody } from '../factories/announcement.factory.ts';
import { aConfirmedRun } from '../factories/tutor-payment.factory.ts';
import { aClass, aClassWithLessons, aLesson } from '../factories/class.factory.ts';
import { aDiscountCode, aDiscountCodeBody } from '../factories/discount-code.factory.ts';
import {
  aLessonWithHomework,
  aLibraryFile,
  aMaterial,
  aMaterialUpload,
} from '../factories/homework.factory.ts';
import { anImageFile } from '../factories/image.factory.ts';
import { pictureWebsite } from '../picture-website.ts';
import { anOrder } from '../factories/order.factory.ts';
import { aServiceToken, examplePassword } from '../factories/service-token.factory.ts';
import { aStudent, aUser } from '../factories/user.factory.ts';

const nothing: MakeExample = async () => ({});

const announcementByPath: MakeExample = async (app) => {
  const { lesson } = await aLessonOfOne(app);
  return { params: { announcementId: (await anAnnouncement(app, lesson.id))._id } };
};

const lessonMessage = async (app: TestApp) => ({
  scope: 'lesson',
  id: (await aLessonOfOne(app)).lesson.id,
  type: 'email',
});

const aFailedDelivery: MakeExample = async (app) => {
  const { params } = await announcementByPath(app);
  const { rows } = await app.database.pool.query<{ delivery: string }>(
    `with failed as (update announcement_deliveries set state = 'failed' where announcement_id = $1 returning id)
     select r.id as delivery from announcement_recipients r join failed on failed.id = r.delivery_id`,
    [params?.['announcementId']],
  );
  return { params: { ...params, delivery: rows[0]?.delivery ?? '' }, body: { at: 'student' } };
};

const anUnknownDelivery: MakeExample = async (app) => {
  const { params } = await announcementByPath(app);
  const { rows } = await app.database.pool.query<{ delivery: string }>(
    `with unknown as (update announcement_deliveries set state = 'unknown' where announcement_id = $1 returning id)
     select r.id as delivery from announcement_recipients r join unknown on unknown.id = r.delivery_id`,
    [params?.['announcementId']],
  );
  return { ...(params && { params }), body: { delivery: rows[0]?.delivery, outcome: 'sent' } };
};

const homeworkByPath: MakeExample = async (app) => ({
  params: { id: (await aLessonWithHomework(app)).homework.id },
});

const uploadByPath: MakeExample = async (app) => ({
  params: { id: (await aMaterialUpload(app)).id },
});

/** For every operation an input with which an Admin succeeds; a new operation needs a line here, for the walkers. */
export const examples: Record<string, MakeExample> = {
  ...orderExamples,
  ...homeworkExamples,
  ...integrationExamples,
  ...liveLessonExamples,
  ...salesExamples,
  ...ticketExamples,
  ...tutorPaymentExamples,
  ...feedbackExamples,
  ...questionBankExamples,
  ...reportExamples,
  ...opsExamples,
  ...systemExamples,
  ...identityExamples,
  getClientSettings: nothing,
  signIn: async (app) => {
    const account = await aUser(app, {
      type: 'Admin',
      passwordHash: await hashPassword(examplePassword),
    });
    return { body: { email: account.email, password: examplePassword } };
  },
  getMe: nothing,
  getHome: nothing,
  searchRecords: async () => ({ query: { text: 'maths' } }),
  refreshToken: nothing,
  signOut: nothing,
  releaseSignIn: async (app) => {
    const account = await aUser(app, { type: 'Agent' });
    const at = app.clock.now();
    await app.database.db.insert(signInAttempts).values({
      id: newId(at),
      emailKey: account.email.toLowerCase(),
      address: '203.0.113.9',
      succeeded: false,
      at,
    });
    return { params: { id: account.id } };
  },
  listServiceTokens: async (app) => {
    await aServiceToken(app);
    return { query: { max: 5, offset: 0 } };
  },
  getServiceToken: async (app) => ({ params: { id: (await aServiceToken(app))._id } }),
  createServiceToken: async () => ({ body: { name: 'Web shop', scopes: ['orders'] } }),
  updateServiceToken: async (app) => ({
    params: { id: (await aServiceToken(app))._id },
    body: { addresses: ['203.0.113.0/24'] },
  }),
  revokeServiceToken: async (app) => ({ params: { id: (await aServiceToken(app))._id } }),
  listUsers: async (app) => {
    const student = await aStudent(app);
    return { query: { max: 5, sortBy: 'name', filter: { search: { regex: student.email } } } };
  },
  findUsers: async (app) => {
    const student = await aStudent(app);
    return { query: { filter: { email: student.email, _type: { in: ['Student'] } } } };
  },
  listCredit: async (app) => {
    const student = await aStudent(app);
    const entry = { target_id: student.id, qty: 2, remark: 'Welcome credit' };
    await (await app.as('Admin')).call(addCredit, { body: entry });
    return { query: { created_by: student.id, max: 5 } };
  },
  addCredit: async (app) => ({
    body: { target_id: (await aStudent(app)).id, qty: 2, remark: 'Lesson ended early' },
  }),
  listStudentLessons: async (app) => {
    const order = await anOrder(app, { lessons: 1 });
    return { params: { id: order.created_by._id }, query: { period: 'past', max: 5 } };
  },
  ...ofRecord('User', aStudent, {
    create: async () => ({
      body: { _type: 'Tutor', name: 'Farah Aziz', ...anEmail() },
      fresh: anEmail,
    }),
    update: {},
  }),
  updateUser: async (app) => ({
    params: { type: 'Student', id: (await aStudent(app)).id },
    body: { name: 'Tan Jun Wei', school: 'Raffles Girls' },
  }),
  uploadImage: async () => ({ file: await anImageFile() }),
  copyImage: async () => ({ body: { address: `${pictureWebsite}/40.png` } }),
  listClasses: async (app) => {
    const { tuitionClass } = await aLargeClass(app);
    return { query: { filter: { _id: tuitionClass.id, end_date: { gt: 'now' } } } };
  },
  ...ofRecord('Class', async (app) => (await aClassWithLessons(app, 1)).tuitionClass, {
    create: async (app) => ({
      body: {
        name: unique('P6 Maths'),
        subject: 'Mathematics',
        start_date: '2027-01-09T02:00:00Z',
        end_date: '2027-03-27T04:00:00Z',
        schedule: { start_time: '10:00', end_time: '12:00', date_of_week: 'Sat' },
        level: ['primary-6'],
        tutor: [(await aUser(app, { type: 'Tutor' })).id],
      },
    }),
    update: { is_sold_out: true, version: 1 },
  }),
  listDayLessons: async (app) => {
    const { classId } = await aLesson(app, (await aClass(app)).id, { inDays: 0 });
    return { query: { max: 5, filter: { class: classId } } };
  },
  listLessons: async (app) => {
    const { tuitionClass } = await aLargeClass(app);
    return { query: { order: 'desc', filter: { class: tuitionClass.id, is_active: true } } };
  },
  ...ofRecord('Lesson', async (app) => ({ id: await aLessonId(app) }), {
    create: async (app) => ({
      body: {
        class: (await aLargeClass(app)).tuitionClass.id,
        name: 'Surds',
        scheduled_on: '2027-03-14T06:00:00Z',
        ended_on: '2027-03-14T08:00:00Z',
        tutor: [(await aUser(app, { type: 'Tutor' })).id],
        // For repeated calls: the lesson number is taken after the first one.
        allow_unusual: true,
      },
    }),
    update: { name: 'Surds again', is_released: false, version: 1 },
  }),
  checkLessons: async () => ({
    body: {
      lessons: [{ scheduled_on: '2027-03-14T06:00:00Z', ended_on: '2027-03-14T08:00:00Z' }],
    },
  }),
  findLessonStudents: async (app) => ({
    params: { id: await aLessonId(app) },
    body: { emails: [(await aStudent(app)).email, 'unknown@example.com'] },
  }),
  addLessonStudents: async (app) => ({
    params: { id: await aLessonId(app) },
    body: { student: [(await aStudent(app)).id], kind: 'video_student' },
  }),
  getLessonRoster: async (app) => {
    const order = await anOrder(app, { lessons: 1 });
    return { params: { id: order.detail.lesson[0] ?? '' } };
  },
  listHomework: async (app) => {
    const { lesson } = await aLessonWithHomework(app);
    return { query: { max: 5, sortBy: 'name', filter: { lesson: lesson.id } } };
  },
  getHomework: homeworkByPath,
  listPendingSubmissions: homeworkByPath,
  listSubmissions: async (app) => {
    const { homework } = await aLessonWithHomework(app);
    return { query: { filter: { homework: homework.id, status: 'SUBMITTED' } } };
  },
  getSubmissionStats: async (app) => ({
    query: { homework: (await aLessonWithHomework(app)).homework.id },
  }),
  listStudentHomework: async (app) => ({
    params: { id: (await aLessonWithHomework(app)).late.id },
    query: { filter: { status: 'PENDING_SUBMISSION' } },
  }),
  previewMaterialUpload: async (app) => {
    await aLibraryFile(app, 'science', `${unique('P4 T1 L1')}.pdf`);
    return { params: { id: 'science' }, query: { max: 5 } };
  },
  startMaterialUpload: async () => ({ params: { id: 'science' } }),
  getMaterialUpload: uploadByPath,
  listMaterialUploadFiles: uploadByPath,
  listMaterialUploads: async (app) => {
    await aMaterialUpload(app);
    return { query: { max: 5 } };
  },
  stopMaterialUpload: uploadByPath,
  resumeMaterialUpload: uploadByPath,
  listLessonMaterials: async (app) => {
    const id = await aLessonId(app);
    await aMaterial(app, id);
    return { params: { id } };
  },
  openMaterial: async (app) => ({
    params: { id: (await aMaterial(app, await aLessonId(app))).id },
  }),
  listAuditTrail: async (app) => {
    const { id } = await aConfirmedRun(app);
    return { query: { max: 5, filter: { entity: 'payment_run', entity_id: id } } };
  },
  listDiscountCodes: async (app) => {
    const { code } = await aDiscountCode(app);
    return { params: { type: 'general' }, query: { filter: { search: { regex: code } } } };
  },
  getDiscountCode: async (app) => ({ params: { id: (await aDiscountCode(app)).id } }),
  listDiscountCodeChanges: async (app) => ({
    params: { id: (await aDiscountCode(app)).id },
    query: { max: 5 },
  }),
  createDiscountCode: async (app) => ({
    params: { type: 'general' },
    body: { ...aDiscountCodeBody(app, { merchandise_id: [(await aClass(app)).id] }) },
    fresh: () => ({ code: unique('EXAMPLE') }),
  }),
  updateDiscountCode: async (app) => ({
    params: { id: (await aDiscountCode(app)).id },
    body: { is_active: false },
  }),
  sendAnnouncement: async (app) => ({
    params: { ...(await lessonMessage(app)), recipients: 'student' },
    body: { ...anEmailBody() },
  }),
  testAnnouncement: async (app) => ({
    params: await lessonMessage(app),
    body: { ...anEmailBody() },
  }),
  previewAnnouncement: async (app) => ({
    params: { id: (await aLessonOfOne(app)).lesson.id, type: 'sms' },
  }),
  listAnnouncements: async (app) => {
    const { lesson } = await aLessonOfOne(app);
    await anAnnouncement(app, lesson.id);
    return { params: { id: lesson.id }, query: { max: 5 } };
  },
  getAnnouncement: announcementByPath,
  listDeliveries: async (app) => ({
    ...(await announcementByPath(app)),
    query: { max: 5, filter: { state: { in: ['queued'] } } },
  }),
  retryAnnouncement: announcementByPath,
  retryDelivery: aFailedDelivery,
  settleUnknown: anUnknownDelivery,
  listStudentMessages: async (app) => {
    const { lesson, students } = await aLessonOfOne(app);
    await anAnnouncement(app, lesson.id);
    return { params: { id: students[0]?.id ?? '' }, query: { max: 5 } };
  },
};

/** Returns the example of an operation; throws if it is missing. */
export const exampleOf = (operation: AnyOperation, app: TestApp): Promise<Example> => {
  const make = examples[operation.name];
  if (!make) throw new Error(`examples.ts has no line for ${operation.name}.`);
  return make(app);
};
