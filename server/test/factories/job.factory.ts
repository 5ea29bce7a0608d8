import { sql } from 'drizzle-orm';
import type { JobDefinition } from '../../src/platform/jobs.ts';
import { keepZoomRoomJob } from '../../src/domains/lessons/zoom/keep-zoom-room.job.ts';
import { jobStarts } from '../../src/platform/platform.schema.ts';
import { newId } from '../../src/platform/ids.ts';
import type { TestApp } from '../build-test-app.ts';
import { aClassWithLessons } from './class.factory.ts';

type Values = {
  state?: 'failed' | 'retry' | 'active' | 'completed';
  message?: string;
  /** The lesson of the job; by default that of a new class. */
  lesson?: string;
};

/** Queues a job of a lesson's Zoom room that has failed twice; returns its id. */
export const aFailedJob = async (
  app: TestApp,
  { state = 'failed', message = 'Zoom cannot be reached', lesson }: Values = {},
): Promise<string> => {
  const lessonId = lesson ?? (await aClassWithLessons(app, 1)).lessons[0]!.id;
  const { db } = app.database;
  const actor = { id: newId(app.clock.now()) } as never;
  await db.transaction((tx) =>
    app.jobs.enqueue(
      tx,
      { actor, requestId: 'a-request' },
      keepZoomRoomJob as unknown as JobDefinition,
      { lesson: lessonId },
    ),
  );
  const { rows } = await db.execute<{ id: string }>(sql`
    update pgboss.job set state = ${state}::pgboss.job_state, retry_count = 2, started_on = now(),
      start_after = now() + interval '1 hour', output = jsonb_build_object('message', ${message}::text, 'stack', 'at secret')
    where data->'payload'->>'lesson' = ${lessonId} returning id`);
  return rows[0]!.id;
};

/** A job in quarantine, which the queue has completed. */
export const aQuarantinedJob = async (app: TestApp): Promise<string> => {
  const id = await aFailedJob(app, { state: 'completed' });
  await app.database.db.execute(sql`
    insert into ${jobStarts} (job_id, name, data, process_id, started, crashes, blamed, quarantined_at)
    select id, name, data, ${newId(app.clock.now())}, now(), 3, false, now() from pgboss.job where id = ${id}`);
  return id;
};
