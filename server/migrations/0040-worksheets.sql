-- Worksheets (ADR 33): questions of the bank in an order, each in the version that was picked, and how they are printed.

create table worksheets (
  id uuid primary key,
  title text not null check (title <> ''),
  header text not null,
  second_line text not null,
  instructions text not null,
  minutes int check (minutes between 1 and 600),
  has_logo boolean not null,
  has_boxes boolean not null,
  has_section_notes boolean not null,
  has_sources boolean not null,
  working text not null check (working in ('none', 'by_marks', 'large')),
  subject text not null,
  created_by uuid not null references users,
  updated_by uuid not null references users,
  created timestamptz not null,
  updated timestamptz not null,
  version int not null default 1
);
comment on column worksheets.subject is 'that of its questions';
create index worksheets_updated on worksheets (updated desc, id desc);

create table worksheet_questions (
  worksheet_id uuid not null references worksheets on delete cascade,
  place int not null,
  question_id uuid not null,
  question_version int not null,
  primary key (worksheet_id, place),
  unique (worksheet_id, question_id),
  foreign key (question_id, question_version) references question_versions (question_id, version)
);
comment on table worksheet_questions is 'a printed worksheet is printed again as it was: a version of a question stays what it is';
create index worksheet_questions_question on worksheet_questions (question_id, question_version);
