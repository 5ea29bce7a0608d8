-- Who was there, of participant files; the same row of a file taken twice stands once.
create table attendance_records (
  id uuid primary key,
  lesson_id uuid not null references lessons on delete cascade,
  source text not null check (source in ('zoom', 'clickmeeting')),
  email text not null,
  name text not null,
  joined_on timestamptz not null,
  left_on timestamptz not null check (left_on >= joined_on),
  received timestamptz not null
);
create unique index attendance_records_once
  on attendance_records (lesson_id, source, lower(email), name, joined_on, left_on);

-- Which student of the lesson somebody is that no e-mail says, and who said so. A person is an e-mail in small letters,
-- or the one row of somebody without any.
create table attendance_assignments (
  lesson_id uuid not null references lessons on delete cascade,
  person text not null,
  student_id uuid not null references users,
  assigned_by uuid not null references users,
  assigned_on timestamptz not null,
  primary key (lesson_id, person)
);

-- What staff know better; without a status it was taken back.
create table attendance_corrections (
  lesson_id uuid not null references lessons on delete cascade,
  student_id uuid not null references users,
  status text check (status in ('attended', 'half attended', 'absent')),
  reason text not null,
  corrected_by uuid not null references users,
  corrected_on timestamptz not null,
  version integer not null,
  primary key (lesson_id, student_id)
);

-- The room of a lesson (part 2 §3, platform_integration).
create table lesson_rooms (
  lesson_id uuid primary key references lessons on delete cascade,
  room_id text not null,
  password text not null,
  registration_url text not null,
  host_email text not null,
  alternative_hosts text not null
);

-- Every coming and going of every source.
create view attendance_rows as
select id, lesson_id, 'classroom' as source, email, name, student_id,
  coalesce(nullif(lower(email), ''), id::text) as person,
  case when action = 'join' then at end as joined_on,
  case when action = 'leave' then at end as left_on
from classroom_events where action in ('join', 'leave')
union all
select id, lesson_id, source, email, name, null,
  coalesce(nullif(lower(email), ''), id::text), joined_on, left_on
from attendance_records;
