import { enrolledKinds } from 'staffroom-contract/domains/reports/class-enrolment.contract.ts';
import { trialCounts } from 'staffroom-contract/domains/reports/trial-stat.contract.ts';
import type { TestApp } from '../build-test-app.ts';
import { anOrder } from '../factories/order.factory.ts';
import { aTrialTicket } from '../factories/ticket.factory.ts';
import type { MakeExample } from './example.ts';

export const reportExamples: Record<string, MakeExample> = {
  listClassEnrolment: async (app: TestApp) => {
    await anOrder(app);
    return {
      query: { max: 5, sortBy: 'orders_7' },
      body: { class_type: 'Regular Classes', end_date: { gt: 'now' }, is_active: true },
    };
  },
  getLastContact: async (app: TestApp) => ({ params: { id: (await aTrialTicket(app)).studentId } }),
  readEnrolmentFigures: async () => ({ body: { subject: { in: ['Mathematics', 'English'] } } }),
  listStudentsOfClasses: async (app: TestApp) => {
    await anOrder(app);
    return { params: { kind: enrolledKinds[0] }, query: { max: 5 }, body: { is_active: true } };
  },
  listEnrolledStudents: async (app: TestApp) => {
    const { detail } = await anOrder(app);
    return { params: { id: detail.class_obj._id, kind: enrolledKinds[0] }, query: { max: 5 } };
  },
  listTrialStudents: async (app: TestApp) => {
    const { detail } = await anOrder(app, { type: 'TRIAL', lessons: 1 });
    return { params: { id: detail.lesson[0] ?? '', count: trialCounts[0] }, query: { max: 5 } };
  },
  listTrialStat: async (app: TestApp) => {
    await anOrder(app, { type: 'TRIAL', lessons: 1 });
    return { body: { date_range: { between: ['2026-11-01', '2026-12-31'] } } };
  },
};
