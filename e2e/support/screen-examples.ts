import { cancelOrder } from 'staffroom-contract/domains/orders/orders.contract.ts';
import { aLessonWith, pupils } from 'staffroom-server/test/factories/announcement.factory.ts';
import { aStay } from 'staffroom-server/test/factories/attendance.factory.ts';
import { aClassWithLessons, aLesson } from 'staffroom-server/test/factories/class.factory.ts';
import { aDiscountCode } from 'staffroom-server/test/factories/discount-code.factory.ts';
import { aFeedback, aFollowUp } from 'staffroom-server/test/factories/feedback.factory.ts';
import { aLessonWithHomework } from 'staffroom-server/test/factories/homework.factory.ts';
import { aLiveSession } from 'staffroom-server/test/factories/live-session.factory.ts';
import { aQuestion } from 'staffroom-server/test/factories/question.factory.ts';
import { aWorksheet } from 'staffroom-server/test/factories/worksheet.factory.ts';
import { anOrder, anUnfinishedOrder } from 'staffroom-server/test/factories/order.factory.ts';
import { aRenewalTicket, aTrialTicket } from 'staffroom-server/test/factories/ticket.factory.ts';
import type { Running } from './running-server.ts';

const filled = new WeakMap<Running, Promise<void>>();

/** Creates a record of every kind, so that no screen is empty; once per server. */
export const fillScreens = (app: Running): Promise<void> => {
  const filling = filled.get(app) ?? makeSomeOfEach(app);
  filled.set(app, filling);
  return filling;
};

const makeSomeOfEach = async (app: Running): Promise<void> => {
  const code = await aDiscountCode(app);
  await anOrder(app, { lessons: 7, discount_code: code.code });
  await anOrder(app, { type: 'TRIAL', lessons: 1 });
  await anOrder(app, { type: 'PAYMENT_VIDEO', meta: { is_renewal: true } });
  const { detail } = await anOrder(app, { lessons: 1 });
  await aLesson(app, detail.class_obj._id, { inDays: 0 });
  await anUnfinishedOrder(app);
  await aLiveSession(app);
  await aFeedback(app);
  await aFollowUp(app);
  await aQuestion(app);
  await aWorksheet(app);
  await aTrialTicket(app, { trialDate: app.clock.now() });
  await aRenewalTicket(app, { subscriptionEndDate: app.clock.now() });
  const given = await anOrder(app);
  const admin = await app.as('Admin');
  await admin.call(cancelOrder, { params: { id: given._id }, body: { remark: 'Moved abroad' } });
};

/** An example address of each screen with a parameter in its path. */
const examples: Record<string, (app: Running) => Promise<string>> = {
  '/discountcode/$discountId': async (app) => {
    const code = await aDiscountCode(app, { usageLimit: 10 });
    await anOrder(app, { discount_code: code.code });
    return `/discountcode/${code.id}`;
  },
  '/course/$classId/lesson/$lessonId': async (app) => {
    const { detail } = await anOrder(app, { lessons: 1 });
    return `/course/${detail.class_obj._id}/lesson/${detail.lesson[0]}`;
  },
  '/course/$classId/lesson/$lessonId/homework/$homeworkId': async (app) => {
    const { lesson, homework } = await aLessonWithHomework(app);
    return `/course/${lesson.classId}/lesson/${lesson.id}/homework/${homework.id}`;
  },
  '/lessons/$lessonId/detail/$platform': async (app) => {
    const { lesson, students } = await aLessonWith(app, pupils(3));
    await aStay(app, lesson, { email: students[0]?.email ?? '' });
    await aStay(app, lesson, { name: 'iPad (2)' });
    return `/lessons/${lesson.id}/detail/staffroom-classroom`;
  },
  '/course/$classId': async (app) => `/course/${(await aClassWithLessons(app, 3)).tuitionClass.id}`,
  '/user/$userId': async (app) => `/user/${(await anOrder(app)).created_by._id}`,
};

/** An address of the screen with this path in routes.ts. */
export const exampleAddress = async (path: string, app: Running): Promise<string> => {
  if (!path.includes('$')) return path;
  const example = examples[path];
  if (!example) throw new Error(`${path} needs an example here.`);
  return example(app);
};
