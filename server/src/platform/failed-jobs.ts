import { eq, sql } from 'drizzle-orm';
import type { Db } from './database.ts';
import type { Jobs } from './jobs.ts';
import { jobStarts } from './platform.schema.ts';

/** A job that failed: it retries by itself, runs again, has no retries left, or is in quarantine (ADR 44). */
export type FailedJob = {
  id: string;
  name: string;
  /** As another version may have queued it. */
  payload: Record<string, unknown> | null;
  state: 'waiting' | 'running' | 'failed' | 'quarantined';
  tries: number;
  mostTries: number;
  cause: string;
  since: Date;
  nextTry: Date | null;
};

type Row = Omit<FailedJob, 'since' | 'nextTry' | 'cause'> & {
  cause: string | null;
  since: string;
  nextTry: string | null;
};

/** Failed jobs, those in quarantine first, then the oldest; with the number of all of them. */
export const listFailedJobs = async (
  db: Db,
  max: number,
): Promise<{ jobs: FailedJob[]; count: number }> => {
  const { rows } = await db.execute<Row & { count: number }>(sql`
    with failed as (
      select job.id, job.name, job.data->'payload' as payload,
        case job.state when 'retry' then 'waiting' when 'active' then 'running' else 'failed' end as state,
        job.retry_count + case when job.state = 'active' then 0 else 1 end as tries,
        job.retry_limit + 1 as "mostTries",
        coalesce(job.output->>'message', job.output->'value'->>'message') as cause,
        job.created_on as since,
        case when job.state = 'retry' then job.start_after end as "nextTry"
      from pgboss.job
      where (job.state = 'failed' or job.state = 'retry' and job.output is not null
          or job.state = 'active' and job.retry_count > 0)
        and not exists (select from ${jobStarts} where job_id = job.id and quarantined_at is not null)
      union all
      select job_id, name, data->'payload', 'quarantined', crashes, crashes, null, quarantined_at, null
      from ${jobStarts} where quarantined_at is not null
    )
    select *, (select count(*) from failed)::int as count from failed
    order by state <> 'quarantined', since, id limit ${max}`);
  return {
    count: rows[0]?.count ?? 0,
    jobs: rows.map(({ count: _count, ...row }) => ({
      ...row,
      cause: row.state === 'quarantined' ? 'It ended its worker too often' : causeOf(row.cause),
      since: new Date(row.since),
      nextTry: row.nextTry === null ? null : new Date(row.nextTry),
    })),
  };
};

const longestCause = 200;

/** The first line of an error; the values of a failed statement are personal data and left out. */
const causeOf = (message: string | null): string => {
  if (!message) return 'Unknown error';
  if (message.startsWith('Failed query')) return 'A statement of the database failed';
  if (message === 'job heartbeat timeout') return 'Its worker was lost';
  if (message === 'job timed out') return 'It took too long';
  const [line = ''] = message.split('\n');
  return line.length > longestCause ? `${line.slice(0, longestCause)}…` : line;
};

/** Above the usual 0, so that the queue takes it first. */
const front = 100;

type Retried = { id: string; name: string; state: 'waiting' | 'running' };

/**
 * Moves a failed job to the front of the queue and releases it from quarantine; one that already waits there or runs
 * stays as it is (`isMoved` is false). Undefined if no failed job has this id.
 */
export const retryJob = async (
  tx: Db,
  jobs: Jobs,
  id: string,
): Promise<(Retried & { isMoved: boolean }) | undefined> => {
  const [start] = await tx.select().from(jobStarts).where(eq(jobStarts.jobId, id)).for('update');
  const isQuarantined = Boolean(start?.quarantinedAt);
  if (isQuarantined) await tx.delete(jobStarts).where(eq(jobStarts.jobId, id));
  // A job in quarantine was completed, so that the queue does not start it again.
  const { rows } = await tx.execute<Retried>(sql`
    update pgboss.job
    set state = 'retry', start_after = now(), priority = ${front}, completed_on = null,
      retry_limit = greatest(retry_limit, retry_count + 1)
    where id = ${id} and (state = 'failed' or state = 'retry' and (start_after > now() or priority <> ${front})
      or state = 'completed' and ${isQuarantined})
    returning id, name, 'waiting' as state`);
  if (rows[0]) return { ...rows[0], isMoved: true };
  if (isQuarantined && start) {
    // The queue deletes completed jobs after some days.
    await jobs.requeue(tx, { id, name: start.name, data: start.data as object, priority: front });
    return { id, name: start.name, state: 'waiting', isMoved: true };
  }
  const { rows: open } = await tx.execute<Retried>(sql`
    select id, name, case when state = 'active' then 'running' else 'waiting' end as state
    from pgboss.job where id = ${id} and state in ('created', 'retry', 'active')`);
  return open[0] && { ...open[0], isMoved: false };
};
