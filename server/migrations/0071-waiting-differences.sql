-- Differences that a draft run leaves for a later run.
create table payment_run_waits (
  run_id uuid not null references payment_runs,
  tutor_id uuid not null references users,
  lesson_id uuid not null,
  set_by uuid not null references users,
  set_on timestamptz not null,
  primary key (run_id, tutor_id, lesson_id)
);
