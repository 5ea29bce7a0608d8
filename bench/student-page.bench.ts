import type { Dataset } from './dataset.ts';
import type { Figure } from './figure.ts';
import { measureViews } from './measure-views.ts';
import type { ServerUnderLoad } from './server-under-load.ts';
import { measureDefaultViews } from './under-load.ts';

export const measureStudent = async (
  server: ServerUnderLoad,
  dataset: Dataset,
  log: (line: string) => void,
): Promise<Figure[]> => {
  const { student, credited } = await someStudents(dataset);
  const orders = new URLSearchParams({
    filter: JSON.stringify({ created_by: student }),
  }).toString();
  return [
    ...(await measureDefaultViews(
      dataset,
      [
        { what: 'Student', path: `/admin/user/${student}` },
        { what: 'Orders of a student', path: `/admin/order?${orders}` },
        { what: 'Coming lessons of a student', path: `/admin/lesson/student/${student}` },
        { what: 'Past lessons of a student', path: `/admin/lesson/student/${student}?period=past` },
        { what: 'Credit of a student', path: `/admin/credit?created_by=${credited}` },
        { what: 'Timeline of a student', path: `/admin/audit/user/${student}` },
        { what: 'Order imports', path: '/admin/order/csv' },
        { what: 'Service tokens', path: '/admin/service-token' },
      ],
      log,
    )),
    ...(await measureViews(
      { server, dataset },
      { list: 'Past lessons of a student', path: `/admin/lesson/student/${student}` },
      [['deep page', {}, { period: 'past', offset: '60' }]],
      log,
    )),
  ];
};

/** The student with the most orders, and the one with the longest ledger. */
const someStudents = async (dataset: Dataset) => {
  const [found] = await dataset.rows<{ student: string; credited: string }>(`
    select
      (select student_id from orders group by student_id order by count(*) desc, student_id limit 1) as student,
      (select student_id from credit_entries group by student_id order by count(*) desc, student_id limit 1) as credited`);
  if (!found) throw new Error('The data set has no students.');
  return found;
};
