-- What Zoom's webhook told of a lesson's meeting, each event once.
create table zoom_events (
  id uuid primary key,
  identity text not null unique,
  lesson_id uuid not null references lessons on delete cascade,
  kind text not null check (kind in ('started', 'ended', 'joined', 'left')),
  -- Who has no e-mail is known by the meeting and a number in it.
  email text not null,
  name text not null,
  person text not null,
  at timestamptz not null,
  received timestamptz not null
);
create index zoom_events_lesson on zoom_events (lesson_id, kind, at);

-- Events name a lesson by its room.
create index lesson_rooms_room on lesson_rooms (room_id);

-- The participant report of a lesson's meeting, asked for after its end.
create table zoom_reports (
  lesson_id uuid primary key references lessons on delete cascade,
  state text not null check (state in ('waiting', 'taken', 'failed')),
  tries integer not null,
  error text,
  next_try timestamptz,
  updated timestamptz not null
);

-- The name under which a report knows who has no e-mail; the webhook has the same.
alter table attendance_records add column person text;

-- Every coming and going of every source; once Zoom's report is there, it is the record and its events are not.
create or replace view attendance_rows as
select id, lesson_id, 'classroom' as source, email, name, student_id,
  coalesce(nullif(lower(email), ''), id::text) as person,
  case when action = 'join' then at end as joined_on,
  case when action = 'leave' then at end as left_on
from classroom_events where action in ('join', 'leave')
union all
select id, lesson_id, source, email, name, null,
  coalesce(nullif(lower(email), ''), person, id::text), joined_on, left_on
from attendance_records
union all
select id, lesson_id, 'zoom', email, name, null,
  coalesce(nullif(lower(email), ''), person),
  case when kind = 'joined' then at end,
  case when kind = 'left' then at end
from zoom_events event
where kind in ('joined', 'left')
  and not exists (
    select from zoom_reports report
    where report.lesson_id = event.lesson_id and report.state = 'taken'
  );
