-- Live sharing sessions (part 2 §3, Event). They take place as Zoom webinars, all of them.
create table live_sessions (
  id uuid primary key,
  name text not null,
  description text not null,
  level text not null,
  subject text not null,
  keywords text[] not null,
  -- both or neither
  series_name text,
  series_order integer check ((series_name is null) = (series_order is null)),
  scheduled_on timestamptz not null,
  -- minutes
  event_duration integer not null check (event_duration between 1 and 720),
  host_id uuid not null references users,
  is_listed boolean not null,
  is_public_viewable boolean not null,
  playback_url text not null,
  target_audience text not null check (target_audience in ('student', 'parent')),
  -- the address of an uploaded picture
  cover_photo text not null,
  created timestamptz not null,
  updated timestamptz not null,
  version integer not null default 1
);
create index live_sessions_by_time on live_sessions (scheduled_on desc, id desc);

-- Who signed up: the student whose account it is, also where a parent comes.
create table live_session_attendees (
  id uuid primary key,
  session_id uuid not null references live_sessions,
  student_id uuid not null references users,
  signed_up_on timestamptz not null,
  unique (session_id, student_id)
);
