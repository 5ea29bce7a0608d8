-- A run pays a month's tutors: one a month, whoever starts it, and how often at once.
create table payment_runs (
  id uuid primary key,
  month text not null constraint payment_runs_one_a_month unique check (month ~ '^\d{4}-\d{2}$'),
  starts timestamptz not null,
  ends timestamptz not null,
  state text not null default 'draft' check (state in ('draft', 'confirmed', 'paid')),
  started_by uuid not null references users,
  confirmed_by uuid references users,
  confirmed_on timestamptz,
  paid_by uuid references users,
  paid_on timestamptz,
  tutor_count int not null default 0,
  lesson_count int not null default 0,
  total int not null default 0,
  created timestamptz not null,
  updated timestamptz not null,
  version int not null default 1,
  check (ends > starts),
  check ((state = 'draft') = (confirmed_on is null)),
  check ((state = 'paid') = (paid_on is not null))
);
comment on column payment_runs.starts is 'of the month in the business time zone of then; ends is the next one''s start';
comment on column payment_runs.total is 'cents, SGD; this and the counts are written when it is confirmed';

create table payment_adjustments (
  id uuid primary key,
  run_id uuid not null references payment_runs,
  tutor_id uuid not null references users,
  amount int not null check (amount between -1000000 and 1000000 and amount <> 0),
  reason text not null,
  added_by uuid not null references users,
  added_on timestamptz not null
);
create index payment_adjustments_by_run on payment_adjustments (run_id, id);
comment on column payment_adjustments.amount is 'cents, SGD';

-- What a confirmed run holds of a lesson and a tutor. The first line pays the lesson, each later one what has changed
-- since the one before it; a lesson may be deleted, its lines stay.
create table payment_run_lines (
  run_id uuid not null references payment_runs,
  tutor_id uuid not null references users,
  lesson_id uuid not null,
  step int not null check (step > 0),
  is_difference boolean not null,
  class_id uuid not null,
  class_name text not null,
  class_type text not null,
  lesson_name text not null,
  term int not null,
  lesson_index int not null,
  scheduled_on timestamptz not null,
  ended_on timestamptz,
  is_active boolean not null,
  is_taught boolean not null,
  kind text not null check (kind in ('tutor', 'ta')),
  hours double precision not null check (hours >= 0),
  students int not null check (students >= 0),
  student_limit int not null,
  per_extra int not null,
  usual_rate int not null,
  rate int not null check (rate >= 0),
  base int not null check (base >= 0),
  extra int not null check (extra >= 0),
  pay int not null check (pay = base + extra),
  paid_before int not null check (paid_before >= 0),
  unpaid text check (unpaid in ('inactive', 'no_end', 'ends_before_start', 'not_taught')),
  rate_reason text,
  rate_set_by text,
  rate_set_on timestamptz,
  primary key (run_id, tutor_id, lesson_id),
  constraint payment_run_lines_paid_once unique (tutor_id, lesson_id, step),
  check (step > 1 or paid_before = 0),
  check (is_difference or step = 1)
);
create index payment_run_lines_by_lesson on payment_run_lines (lesson_id);
comment on column payment_run_lines.pay is 'what the lesson is worth, cents; the run pays it less paid_before';

create function refuse_paid_line_change() returns trigger language plpgsql as $$
begin
  raise exception 'lines of a payment run cannot be changed';
end
$$;
create trigger payment_run_lines_are_append_only before update or delete or truncate on payment_run_lines
  for each statement execute function refuse_paid_line_change();

-- Few are, and each count of paying students leaves them out.
create index users_internal on users (id) where is_internal;
