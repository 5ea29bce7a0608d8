-- The running processes of the product; each updates its row every few seconds.
create table processes (
  id uuid primary key,
  role text not null check (role in ('api', 'worker', 'all')),
  machine text not null,
  pid int not null,
  version text not null,
  started timestamptz not null,
  seen timestamptz not null,
  memory_bytes bigint not null,
  cpu_percent int not null
);

-- The most jobs that waited within each hour of the last days.
create table queue_hours (
  hour timestamptz primary key,
  most_waiting int not null
);
