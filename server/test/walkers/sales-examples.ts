import type { TestApp } from '../build-test-app.ts';
import { anOrder } from '../factories/order.factory.ts';

export const salesExamples = {
  readSalesReport: async (app: TestApp) => {
    await anOrder(app);
    return { query: { start: '2026-11-01', end: '2026-11-30' } };
  },
  listSalesStudents: async (app: TestApp) => {
    await anOrder(app);
    return { query: { start: '2026-11-01', end: '2026-11-30', max: 5 } };
  },
};
