import { aPaidTutor, aTaughtLesson } from '../factories/tutor-payment.factory.ts';
import type { MakeExample } from './example.ts';

/** Examples of what payroll does. */
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
};
