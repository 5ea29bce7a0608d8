import type { Dataset } from './dataset.ts';
import type { Figure } from './figure.ts';
import { measureViews } from './measure-views.ts';
import type { ServerUnderLoad } from './server-under-load.ts';
import { measureDefaultViews } from './under-load.ts';

/** Homework with its counts, submissions, and a student's homework. */
export const measureHomework = async (
  server: ServerUnderLoad,
  dataset: Dataset,
  log: (line: string) => void,
): Promise<Figure[]> => {
  const at = { server, dataset };
  const { homework, more, lesson, tuition, student } = await someIds(dataset);
  const asked = (filter: object, max: number) =>
    new URLSearchParams({ filter: JSON.stringify(filter), max: String(max) }).toString();
  const month = (column: string) => ({
    [column]: { between: [monthsAgo(1).toISOString(), new Date().toISOString()] },
  });
  return [
    ...(await measureDefaultViews(
      dataset,
      [
        { what: 'Homework, default view', path: '/homework?max=10' },
        { what: 'Homework of a lesson', path: `/homework?${asked({ lesson }, 20)}` },
        { what: 'Homework with its counts', path: `/homework/${homework}` },
        {
          what: 'Students without a submission',
          path: `/homework/${homework}/pending-submission`,
        },
        {
          what: 'Submissions of a homework',
          path: `/submission?${asked({ homework }, 20)}`,
        },
        { what: 'Counts of 10 homeworks', path: `/submission/stat?homework=${more.join(',')}` },
        { what: 'Homework of a student', path: `/homework/student/${student}` },
      ],
      log,
    )),
    ...(await measureViews(
      at,
      { list: 'Homework', path: '/homework' },
      [
        ['deep page', {}, { offset: '55000' }],
        ['by name, deep page', {}, { sortBy: 'name', order: 'asc', offset: '55000' }],
        ['name', { name: { regex: 'fractions' } }],
        ['of a class', { class: tuition }],
        ['of a student', { student }],
        ['released in a month', month('released_on')],
        ['due in a month', month('due_on')],
        ['to return in a month', month('return_on'), { sortBy: 'return_on' }],
        ['with work to mark', { to_mark: true }],
        ['200 with their counts', {}, { max: '200', offset: '3000' }],
      ],
      log,
    )),
    ...(await measureViews(
      at,
      { list: 'Submissions', path: '/submission' },
      [
        ['all', {}],
        ['deep page', {}, { offset: '1000000' }],
        ['marked', { status: 'marked' }],
        ['to be marked', { status: { in: ['SUBMITTED', 'RESUBMITTED'] } }],
        ['of a student', { created_by: student }],
        ['of a month', month('created')],
        ['by change', {}, { sortBy: 'updated', order: 'asc', offset: '500' }],
      ],
      log,
    )),
    ...(await measureViews(
      at,
      { list: 'Homework of a student', path: `/homework/student/${student}` },
      [
        ['deep page', {}, { offset: '40' }],
        ['pending', { status: 'PENDING_SUBMISSION' }],
      ],
      log,
    )),
  ];
};

const monthsAgo = (months: number) => new Date(Date.now() - months * 30 * 24 * 60 * 60_000);

/** The homework with the most submissions, its lesson and class, and the student with the most submissions. */
const someIds = async (dataset: Dataset) => {
  const [found] = await dataset.rows<{
    homework: string;
    more: string[];
    lesson: string;
    tuition: string;
    student: string;
  }>(`
    select h.id as homework, h.lesson_id as lesson, l.class_id as tuition,
      array(select id from homework where due_at < now() order by due_at desc, id limit 10) as more,
      (select student_id from submissions group by student_id order by count(*) desc, student_id limit 1) as student
    from homework h join lessons l on l.id = h.lesson_id
    where h.id = (select homework_id from submissions group by homework_id order by count(*) desc, homework_id limit 1)`);
  if (!found) throw new Error('The data set has no homework.');
  return found;
};
