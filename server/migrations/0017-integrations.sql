-- What other systems sent, so that what comes twice is done once (decisions: Integrations).
create table integration_items (
  scope text not null,
  -- as the other system calls the item
  external_id text not null,
  -- SHA-256 of the content: the same id with other content is refused
  content_hash bytea not null,
  -- what was sent of the item: an order is begun, then paid
  steps text[] not null,
  record_id uuid not null,
  service_token_id uuid not null,
  received timestamptz not null,
  primary key (scope, external_id)
);

-- What students did in the classroom; an address that is no student's is kept for a person to match.
create table classroom_events (
  id uuid primary key,
  lesson_id uuid not null references lessons on delete cascade,
  student_id uuid references users,
  email text not null,
  name text not null,
  action text not null check (action in ('join', 'leave', 'answer')),
  at timestamptz not null,
  poll_id uuid,
  answer integer[],
  received timestamptz not null
);
create index classroom_events_by_lesson on classroom_events (lesson_id, at);
create index classroom_events_by_student on classroom_events (student_id, at);

-- What students say of their lessons.
create table feedback (
  id uuid primary key,
  lesson_id uuid not null references lessons on delete cascade,
  student_id uuid not null references users,
  rating integer not null check (rating between 1 and 5),
  content text not null,
  created timestamptz not null,
  received timestamptz not null
);
create index feedback_by_created on feedback (created desc, id desc);
create index feedback_by_lesson on feedback (lesson_id, created desc);
create index feedback_by_student on feedback (student_id, created desc);
