import { isNotNull, sql } from 'drizzle-orm';
import type { Db } from './database.ts';
import { jobStarts } from './platform.schema.ts';

export type QueueCount = {
  job: string;
  waiting: number;
  delayed: number;
  active: number;
  failed: number;
  /** Seconds since the oldest waiting job was due. */
  age: number;
};

/** Counts the jobs of each queue in one statement; a job that is due later or waits for a retry is `delayed`. */
export const countJobs = async (db: Db): Promise<QueueCount[]> => {
  const { rows } = await db.execute<QueueCount>(sql`
    with open_jobs as (
      select name, state, start_after, state in ('created', 'retry') as waits, start_after <= now() as is_due
      from pgboss.job where state in ('created', 'retry', 'active', 'failed')
    )
    select queue.name as job,
      count(*) filter (where waits and is_due)::int as waiting,
      count(*) filter (where waits and not is_due)::int as delayed,
      count(*) filter (where state = 'active')::int as active,
      count(*) filter (where state = 'failed')::int as failed,
      coalesce(extract(epoch from now() - min(start_after) filter (where waits and is_due)), 0)::float8 as age
    from pgboss.queue left join open_jobs on open_jobs.name = queue.name
    group by queue.name`);
  return rows;
};

/** Counts the jobs in quarantine (ADR 44). */
export const countQuarantined = (db: Db): Promise<number> =>
  db.$count(jobStarts, isNotNull(jobStarts.quarantinedAt));
