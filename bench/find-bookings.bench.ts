import { sql } from 'drizzle-orm';
import pg from 'pg';
import { findStudentBookings } from 'staffroom-server/src/domains/lessons/bookings.queries.ts';
import { readsOf, statementsOf } from 'staffroom-server/test/query-plan.ts';
import type { Dataset } from './dataset.ts';
import type { Figure } from './figure.ts';
import type { ServerUnderLoad } from './server-under-load.ts';

/** Blocks read to find the double bookings of a full lesson's students. */
export const measureBookings = async (
  _server: ServerUnderLoad,
  dataset: Dataset,
  log: (line: string) => void,
): Promise<Figure[]> => {
  const [lesson] = await dataset.rows<{ id: string; starts: Date; ends: Date }>(`
    select id, scheduled_at as starts, ended_at as ends from lessons
    where id = (select lesson_id from roster_sources where released_at is null
      group by lesson_id order by count(*) desc, lesson_id limit 1)`);
  if (!lesson) throw new Error('The data set has no lessons.');
  const candidate = {
    number: 0,
    lesson_id: lesson.id,
    starts: lesson.starts.toISOString(),
    ends: lesson.ends.toISOString(),
    staff: [],
    students: [],
  };
  const client = new pg.Client({ connectionString: dataset.url });
  await client.connect();
  try {
    const sent = await statementsOf(client, (db) =>
      findStudentBookings(db, [candidate], sql`true`),
    );
    const { blocks } = await readsOf(client, sent, 'force_custom_plan');
    log(`booked twice: ${blocks} buffers`);
    const what = 'Double bookings of the fullest lesson: blocks read';
    return [{ what, value: blocks, unit: 'blocks', bar: 1000, atLeast: false }];
  } finally {
    await client.end();
  }
};
