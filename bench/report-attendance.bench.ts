import type { Dataset } from './dataset.ts';
import type { Figure } from './figure.ts';
import { percentile } from './figure.ts';
import type { ServerUnderLoad } from './server-under-load.ts';

const rounds = 20;
const warmUp = 2;
const day = 24 * 3_600_000;

const between = (from: number, to: number) => ({
  date_range: {
    between: [from, to].map((days) => new Date(Date.now() - days * day).toISOString()),
  },
});

/** The attendance reports: a page and the totals of a week, by their filters, and the students behind a count. */
export const measureAttendance = async (
  server: ServerUnderLoad,
  dataset: Dataset,
  log: (line: string) => void,
): Promise<Figure[]> => {
  const [lesson] = await dataset.rows<{ id: string }>(
    'select lesson_id as id from classroom_events group by lesson_id order by count(*) desc, lesson_id limit 1',
  );
  const path = '/admin/report/lesson-attendance';
  const figures: Figure[] = [];
  const measure = async (what: string, call: string, bar: number, body?: object) => {
    const ask = () => server.call(call, body ? { method: 'POST', body } : {});
    const samples: number[] = [];
    for (let round = 0; round < warmUp; round += 1) await ask();
    for (let round = 0; round < rounds; round += 1) {
      const began = performance.now();
      await ask();
      samples.push(performance.now() - began);
    }
    log(`${what}: ${Math.round(percentile(samples, 0.5))} ms`);
    figures.push({
      what: `${what}: p95 at one connection`,
      value: percentile(samples, 0.95),
      unit: 'ms',
      bar,
      atLeast: false,
    });
  };
  const week = between(6, 0);
  await measure('Lesson attendance, default view', path, 60, week);
  await measure('Lesson attendance, of a year', path, 300, between(365, 0));
  await measure(
    'Lesson attendance, deep page of a year',
    `${path}?offset=10000`,
    300,
    between(365, 0),
  );
  await measure('Lesson attendance, a class', path, 300, { ...week, class_name: { regex: 'p6' } });
  await measure('Lesson attendance, a tutor', path, 300, { ...week, tutor_name: { regex: 'tan' } });
  await measure('Lesson attendance, missing', path, 300, { ...week, missing: true });
  await measure('Lesson attendance, total of a week', `${path}/total`, 300, week);
  await measure('Lesson attendance, total of a month', `${path}/total`, 1000, between(30, 0));
  await measure('Students of a week who attended', `${path}/total/student`, 300, {
    ...week,
    kind: 'paying',
    attended: 'attended',
  });
  await measure('Students of a month, deep page', `${path}/total/student?offset=10000`, 300, {
    ...between(30, 0),
  });
  await measure('Students of an attended lesson', `${path}/${lesson?.id}/student`, 300);
  await measure('TLS attendance, default view', '/admin/report/tls-attendance', 60, between(13, 0));
  return figures;
};
