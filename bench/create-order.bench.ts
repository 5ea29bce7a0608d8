import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import { cpuTimeOf } from './cpu-time.ts';
import type { Dataset } from './dataset.ts';
import type { Figure } from './figure.ts';
import type { ServerUnderLoad } from './server-under-load.ts';

const clients = 16;
const orders = 2000;
const lessonsEach = 10;

type Choice = { classId: string; start: string; end: string };

/** Orders for 10 lessons each, for various students and classes, 16 at a time. */
export const measurePlacing = async (
  server: ServerUnderLoad,
  dataset: Dataset,
  log: (line: string) => void,
): Promise<Figure[]> => {
  const choices = await classesWithLessons(dataset);
  const run = Date.now().toString(36);
  let next = 0;
  const before = cpuTimeOf([server.pid, dataset.postmaster]);
  const began = performance.now();
  const place = async () => {
    for (let index = next++; index < orders; index = next++) {
      const choice = choices[index % choices.length];
      if (!choice) throw new Error('No class has enough lessons.');
      await server.call('/admin/order', {
        method: 'POST',
        key: `bench-${run}-${index}`,
        body: {
          type: 'PAYMENT',
          email: `bench.${run}.${index}@example.com`,
          name: `Bench Student ${index}`,
          class: choice.classId,
          start_date: choice.start,
          end_date: choice.end,
          remark: `Bench ${index}`,
          allow_overbook: true,
        },
      });
    }
  };
  await Promise.all(Array.from({ length: clients }, place));
  const rate = (orders * 1000) / (performance.now() - began);
  const after = cpuTimeOf([server.pid, dataset.postmaster]);
  log(`creating orders: ${Math.round(rate)}/s`);
  return [
    {
      what: `Creating an order for ${lessonsEach} lessons, ${clients} connections`,
      value: rate,
      unit: '/s',
      bar: 200,
      atLeast: true,
      cpu: before && after && (after - before) / orders,
    },
  ];
};

const classesWithLessons = async (dataset: Dataset): Promise<Choice[]> => {
  const rows = await dataset.rows<{ class_id: string; days: Date[] }>(
    `select lessons.class_id, array_agg(scheduled_at order by scheduled_at) as days
     from lessons join classes on classes.id = lessons.class_id
     where lessons.is_active and classes.is_active and not classes.force_full_purchase
     group by lessons.class_id having count(*) >= $1 limit 500`,
    [lessonsEach],
  );
  return rows.flatMap(({ class_id, days }) => {
    const first = days[0];
    const last = days[lessonsEach - 1];
    if (!first || !last) return [];
    const dayOf = (date: Date) => businessDayOf(date.toISOString(), 'Asia/Singapore');
    return [{ classId: class_id, start: dayOf(first), end: dayOf(last) }];
  });
};
