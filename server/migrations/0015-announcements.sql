-- What was written to the students of a lesson. Calls of one composition are one announcement.
create table announcements (
  id uuid primary key,
  lesson_id uuid not null references lessons,
  method text not null check (method in ('email', 'sms')),
  groups text[] not null default '{}',
  subject text not null,
  content text not null,
  cta_text text,
  cta_link text,
  composition text,
  is_test boolean not null default false,
  sent_by uuid not null references users,
  created timestamptz not null,
  check ((cta_text is null) = (cta_link is null)),
  unique (sent_by, composition)
);
create index announcements_by_lesson on announcements (lesson_id, created desc, id desc) where not is_test;

-- One message to one address.
create table announcement_deliveries (
  id uuid primary key,
  announcement_id uuid not null references announcements,
  address text not null,
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'failed', 'unknown')),
  tries int not null default 0,
  via text check (via in ('smtp', 'twilio', 'outbox')),
  error text,
  next_try timestamptz,
  -- The job that is sending it: when that job runs again, its worker had died.
  taken_by uuid,
  updated timestamptz not null
);
-- Siblings without an address of their own get one message, at their parent's.
create unique index announcement_deliveries_by_address on announcement_deliveries (announcement_id, lower(address));

-- Which student it is for, and in which group of the lesson.
create table announcement_recipients (
  id uuid primary key,
  announcement_id uuid not null references announcements,
  student_id uuid not null references users,
  recipient_group text not null check (recipient_group in ('student', 'trial_student', 'video_student')),
  address_of text not null check (address_of in ('student', 'parent')),
  delivery_id uuid not null references announcement_deliveries,
  created timestamptz not null,
  unique (announcement_id, student_id)
);
create index announcement_recipients_by_student on announcement_recipients (student_id, created desc, id desc);

-- What stands in lists of messages: the recipient with the state of its message.
create view announcement_messages as
  select r.id, r.announcement_id, a.lesson_id, a.method, r.student_id,
    coalesce(nullif(u.name, ''), u.email) as student_name, r.recipient_group, r.address_of, r.created,
    d.id as delivery_id, d.address, d.state, d.tries, d.via, d.error, d.next_try, d.updated,
    array_position(array['failed', 'unknown', 'sending', 'queued', 'sent'], d.state) as state_rank
  from announcement_recipients r
  join announcements a on a.id = r.announcement_id
  join announcement_deliveries d on d.id = r.delivery_id
  join users u on u.id = r.student_id;
