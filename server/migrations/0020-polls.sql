-- Poll questions of a lesson (part 2 §3); what was answered stands among the classroom's events.
create table poll_questions (
  id uuid primary key,
  lesson_id uuid not null references lessons on delete cascade,
  question_type text not null check (question_type in ('question', 'check_for_understanding')),
  name text not null,
  question text not null,
  choice_type text not null check (choice_type in ('single', 'multiple')),
  -- its place among the questions of the lesson, from 0 without gaps
  question_index integer not null,
  -- {label, content} in their order
  option jsonb not null,
  -- the correct options, counted from 0
  answer_index integer[] not null,
  -- the answer in words
  answer text not null,
  created timestamptz not null,
  updated timestamptz not null,
  version integer not null default 1
);
create index poll_questions_by_lesson on poll_questions (lesson_id, question_index);

-- Results ask for the answers of a lesson and nothing else.
create index classroom_answers_by_lesson on classroom_events (lesson_id, poll_id) where action = 'answer';
