-- A file of the library, known by where it stands there; its bytes are never copied.
create table materials (
  id uuid primary key,
  key text not null unique,
  folder text not null,
  name text not null,
  size bigint not null,
  created timestamptz not null
);

-- A file on a lesson, once however often and by whomever it is uploaded.
create table lesson_materials (
  lesson_id uuid not null references lessons on delete cascade,
  material_id uuid not null references materials,
  attached_on timestamptz not null,
  attached_by uuid not null references users,
  primary key (lesson_id, material_id)
);
create index lesson_materials_by_material on lesson_materials (material_id, lesson_id);

create table homework (
  id uuid primary key,
  lesson_id uuid not null references lessons,
  name text not null,
  material_id uuid references materials,
  attachments jsonb not null default '[]',
  released_on timestamptz not null,
  due_on timestamptz not null,
  return_on timestamptz not null,
  created timestamptz not null,
  updated timestamptz not null,
  check (released_on <= due_on and due_on <= return_on)
);
comment on column homework.attachments is 'name and url of what does not stand in the library';
create unique index homework_once_per_material on homework (lesson_id, material_id) where material_id is not null;
create index homework_by_lesson on homework (lesson_id, due_on desc, id desc);
create index homework_by_due on homework (due_on desc, id desc);
create index homework_by_release on homework (released_on desc, id desc);
create index homework_by_return on homework (return_on desc, id desc);
create index homework_by_name on homework (name desc, id desc);

-- What a student handed in. Who has handed in nothing has no row: that is read from the lesson's roster.
create table submissions (
  id uuid primary key,
  homework_id uuid not null references homework,
  student_id uuid not null references users,
  status text not null check (status in ('SUBMITTED', 'RESUBMITTED', 'RESUBMISSION_REQUIRE', 'marked')),
  created timestamptz not null,
  updated timestamptz not null,
  marked_on timestamptz,
  check (status <> 'marked' or marked_on is not null)
);
create unique index submissions_once_per_student on submissions (homework_id, student_id);
create index submissions_by_homework on submissions (homework_id, status);
create index submissions_by_student on submissions (student_id, created desc, id desc);
create index submissions_by_created on submissions (created desc, id desc);
create index submissions_by_updated on submissions (updated desc, id desc);

-- Homework that the upload created rests on its lesson's start, and moves with it.
create function move_homework() returns trigger language plpgsql as $$
begin
  update homework set
    released_on = released_on + (new.scheduled_on - old.scheduled_on),
    due_on = due_on + (new.scheduled_on - old.scheduled_on),
    return_on = return_on + (new.scheduled_on - old.scheduled_on),
    updated = new.updated
  where lesson_id = new.id and material_id is not null;
  return null;
end $$;
create trigger homework_moves_with_lesson after update of scheduled_on on lessons
  for each row when (old.scheduled_on is distinct from new.scheduled_on) execute function move_homework();

create table material_runs (
  id uuid primary key,
  folder text not null,
  state text not null check (state in ('running', 'stopped', 'done', 'failed')),
  started_by uuid not null references users,
  job_id uuid not null,
  total int,
  problem text not null default '',
  created timestamptz not null,
  updated timestamptz not null,
  ended_on timestamptz
);
comment on column material_runs.job_id is 'the job that may go on with the run; any older one ends at its next file';
create index material_runs_by_created on material_runs (created desc, id desc);
-- One at a time, whoever starts it.
create unique index material_runs_one_running on material_runs ((true)) where state = 'running';

create table material_run_files (
  run_id uuid not null references material_runs,
  key text not null,
  folder text not null,
  name text not null,
  size bigint not null,
  outcome text not null check (outcome in ('attached', 'already_attached', 'unmatched', 'refused')),
  reason text,
  attached int not null default 0,
  homework int not null default 0,
  primary key (run_id, key)
);
create index material_run_files_by_name on material_run_files (run_id, name, key);
create index lessons_by_number on lessons (term, lesson_index, class_id) where is_active;
