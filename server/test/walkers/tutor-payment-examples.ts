import { addAdjustment } from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import {
  aConfirmedRun,
  aDifference,
  aPaidTutor,
  aLeftOutDebt,
  aPaymentRun,
  aTaughtLesson,
} from '../factories/tutor-payment.factory.ts';
import type { MakeExample } from './example.ts';

const adjustment = { amount: 24.5, reason: 'Printing of notes, receipt of 20 Feb' };

export const tutorPaymentExamples: Record<string, MakeExample> = {
  readTutorPay: async (app) => {
    const tutor = await aPaidTutor(app);
    await aTaughtLesson(app, tutor, { inDays: 0 });
    return { query: { tutor: tutor.id, month: '2026-11' } };
  },
  setTutorRate: async (app) => {
    const tutor = await aPaidTutor(app);
    const lesson = await aTaughtLesson(app, tutor);
    return {
      params: { tutorId: tutor.id, lessonId: lesson.id },
      body: { rate: 55.5, reason: 'Took over at two hours’ notice' },
    };
  },
  startPaymentRun: async (app) => {
    await aTaughtLesson(app, await aPaidTutor(app), {
      scheduledAt: new Date('2026-10-07T06:00:00Z'),
    });
    return { body: { month: '2026-10' } };
  },
  listPaymentRuns: async (app) => {
    const { month } = await aPaymentRun(app);
    return { query: { max: 5, filter: { month } } };
  },
  getPaymentRun: async (app) => ({ params: { id: (await aConfirmedRun(app)).id } }),
  getPaymentRunTutor: async (app) => {
    const { id, tutor } = await aPaymentRun(app);
    return { params: { id, tutorId: tutor.id } };
  },
  listPaymentRunSlips: async (app) => ({
    params: { id: (await aConfirmedRun(app)).id },
    query: { max: 5 },
  }),
  addAdjustment: async (app) => {
    const { id, tutor } = await aPaymentRun(app);
    return { params: { id }, body: { tutor: tutor.id, ...adjustment } };
  },
  removeAdjustment: async (app) => {
    const { id, tutor } = await aPaymentRun(app);
    const body = { tutor: tutor.id, ...adjustment };
    const { data } = await (await app.as('Admin')).call(addAdjustment, { params: { id }, body });
    return { params: { id, adjustmentId: data.adjustments[0]?._id ?? '' } };
  },
  setDifferencesWaiting: async (app) => {
    const { id, tutor, lesson } = await aDifference(app);
    const differences = [{ tutor: tutor.id, lesson: lesson.id }];
    return { params: { id }, body: { wait: true, differences } };
  },
  confirmPaymentRun: async (app) => ({
    params: { id: (await aPaymentRun(app)).id },
    body: { version: 1 },
  }),
  settleLeftOutDebt: async (app) => {
    const { id, tutor } = await aLeftOutDebt(app);
    return {
      params: { id, tutorId: tutor.id },
      body: { version: 2, decision: 'write_off', reason: 'Left the company in spring' },
    };
  },
  markPaymentRunPaid: async (app) => ({
    params: { id: (await aConfirmedRun(app)).id },
    body: { version: 2 },
  }),
};
