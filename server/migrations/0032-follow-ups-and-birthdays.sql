-- What becomes of feedback that somebody should answer; one for a feedback at most (ADR 27).
create table feedback_follow_ups (
  id uuid primary key,
  feedback_id uuid not null references feedback on delete cascade,
  owner_id uuid not null references users,
  state text not null check (state in ('open', 'done')),
  due_date date,
  remark text not null default '',
  created timestamptz not null,
  updated timestamptz not null,
  version int not null default 1
);
comment on column feedback_follow_ups.due_date is 'a business day';
create unique index feedback_follow_ups_once on feedback_follow_ups (feedback_id);
create index feedback_follow_ups_by_state on feedback_follow_ups (state, feedback_id);
create index feedback_follow_ups_open on feedback_follow_ups (owner_id, due_date, feedback_id) where state = 'open';

-- Both directions of a list by rating.
create index feedback_by_rating on feedback (rating, created desc, id desc);

-- Whose birthday it is, whatever the year: month × 100 + day.
create index users_by_birthday on users ((extract(month from date_of_birth) * 100 + extract(day from date_of_birth)))
  where type = 'Student' and enabled and date_of_birth is not null;
