-- Requests of an API process within its last minute: how many a second, and how many took how long (request-meter.ts).
alter table processes
  add column requests_per_second double precision not null default 0,
  add column durations integer[] not null default '{}';

-- When a part of the product had a problem; kept for 90 days.
create table part_problems (
  id uuid primary key,
  part text not null,
  began timestamptz not null,
  -- null while it lasts
  ended timestamptz
);
create unique index part_problems_open on part_problems (part) where ended is null;
create index part_problems_by_part on part_problems (part, began desc);

-- The first start of each version on this database.
create table installed_versions (
  version text primary key,
  installed timestamptz not null
);

-- The start of the session in which a user acted; null for jobs, systems and older entries.
alter table audit_log add column session_started timestamptz;
