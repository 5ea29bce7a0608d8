-- Jobs that were started and have not ended, so that one that ends its worker is found and set aside (ADR 44).
create table job_starts (
  job_id uuid primary key,
  name text not null,
  -- What the queue would need to run it again.
  data jsonb not null,
  -- The process that runs it, by an id of its own.
  process_id uuid not null,
  started timestamptz not null,
  -- Starts that ended with their process, without the one in progress.
  crashes integer not null,
  -- Whether an end of the process now counts as this job's crash.
  blamed boolean not null,
  quarantined_at timestamptz
);
create index job_starts_process on job_starts (process_id);
create index job_starts_quarantined on job_starts (quarantined_at) where quarantined_at is not null;
