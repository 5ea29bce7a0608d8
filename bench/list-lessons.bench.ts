import { addDays, businessDayOf, startOfBusinessDay } from 'staffroom-contract/shared/dates.ts';
import type { Dataset } from './dataset.ts';
import type { Figure } from './figure.ts';
import { measureViews } from './measure-views.ts';
import type { ServerUnderLoad } from './server-under-load.ts';
import { measureDefaultViews, type DefaultView } from './under-load.ts';

const zone = 'Asia/Singapore';

/** Classes, their lessons, the week, a lesson's roster and the home screen. */
export const measureLessons = async (
  server: ServerUnderLoad,
  dataset: Dataset,
  log: (line: string) => void,
): Promise<Figure[]> => {
  const at = { server, dataset };
  const { tuition, lesson, tutor } = await someIds(dataset);
  const week = weekOf(new Date());
  return [
    ...(await measureDefaultViews(dataset, defaultViews({ tuition, lesson, week }), log)),
    ...(await measureViews(
      at,
      { list: 'Classes', path: '/admin/class' },
      [
        ['name', { name: { regex: 'math' } }],
        ['by name, deep page', {}, { sortBy: 'name', order: 'asc', offset: '2900' }],
        [
          'subject, level and type',
          { subject: 'Mathematics', level: 'primary-5', class_type: 'Regular Classes' },
        ],
        ['of a tutor', { tutor }],
        [
          'not ended, active, by start',
          { end_date: { gt: 'now' }, is_active: true },
          { sortBy: 'start_date' },
        ],
      ],
      log,
    )),
    ...(await measureViews(
      at,
      { list: 'Lessons', path: '/admin/lesson' },
      [
        ['all', {}],
        ['deep page by end', {}, { sortBy: 'ended_on', order: 'desc', offset: '55000' }],
        ['of a tutor', { tutor }],
        ['inactive', { is_active: false }],
        ['that have ended', { ended_on: { between: [null, new Date().toISOString()] } }],
        ['week of a tutor', { ...week, tutor }, { max: '200' }],
        ['week of a class', { ...week, class: tuition }, { max: '200' }],
      ],
      log,
    )),
  ];
};

type Ids = { tuition: string; lesson: string; week: object };

/** Requests of the lesson screens when they are opened. */
const defaultViews = ({ tuition, lesson, week }: Ids): DefaultView[] => {
  const filtered = (filter: object, more: Record<string, string>) =>
    new URLSearchParams({ filter: JSON.stringify(filter), ...more }).toString();
  return [
    { what: 'Home', path: '/admin/home' },
    { what: 'Classes, default view', path: '/admin/class?max=10' },
    {
      what: 'Lessons of a class',
      path: `/admin/lesson?${filtered({ class: tuition }, { max: '20' })}`,
    },
    { what: 'Week', path: `/admin/lesson?${filtered(week, { max: '200' })}` },
    { what: 'Lesson', path: `/admin/lesson/${lesson}` },
    { what: 'Roster of a lesson', path: `/admin/lesson/${lesson}/roster` },
  ];
};

const weekOf = (now: Date) => {
  const today = businessDayOf(now.toISOString(), zone);
  const monday = addDays(today, -((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7));
  const next = startOfBusinessDay(addDays(monday, 7), zone);
  return {
    scheduled_on: {
      between: [
        startOfBusinessDay(monday, zone).toString(),
        next.subtract({ milliseconds: 1 }).toString(),
      ],
    },
  };
};

/** The class with the most lessons, and the fullest lesson with the tutor who has taught most. */
const someIds = async (dataset: Dataset) => {
  const [found] = await dataset.rows<{ tuition: string; lesson: string; tutor: string }>(`
    select
      (select class_id from lessons group by class_id order by count(*) desc, class_id limit 1) as tuition,
      (select lesson_id from roster_sources where released_at is null
       group by lesson_id order by count(*) desc, lesson_id limit 1) as lesson,
      (select user_id from lesson_staff group by user_id order by count(*) desc, user_id limit 1) as tutor`);
  if (!found) throw new Error('The data set has no lessons.');
  return found;
};
