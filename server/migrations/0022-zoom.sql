-- What is done about the Zoom room of a lesson, whose parts stand in lesson_rooms (ADR 23).
create table zoom_rooms (
  lesson_id uuid primary key references lessons on delete cascade,
  -- waiting for a try, now or at next_try; given up; or as the lesson is.
  state text not null check (state in ('waiting', 'failed', 'ready')),
  -- Counts what was asked of the room, so that a try knows whether something more was asked meanwhile.
  asked integer not null,
  kind text check (kind in ('meeting', 'webinar')),
  host text,
  -- What Zoom was told last.
  told jsonb,
  -- Zoom was asked to create a room, and no answer was noted.
  creating boolean not null default false,
  tries integer not null default 0,
  error text,
  next_try timestamptz,
  taken_by uuid,
  taken_on timestamptz,
  updated timestamptz not null
);

-- Zoom takes 100 calls that create or change a meeting for each host and day in UTC.
create table zoom_daily_calls (
  host text not null,
  day date not null,
  calls integer not null,
  primary key (host, day)
);
