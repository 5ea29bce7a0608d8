-- What the sales team follows up: trials, and subscriptions that end (part 2 §3, Ticket; ADR 25).
create table tickets (
  id uuid primary key,
  type text not null check (type in ('TrialConversion', 'ClassRenewal')),
  status text not null check (case type
    when 'TrialConversion' then status in ('INIT', 'TRIAL REGISTERED', 'PRE TRIAL FOLLOWED UP',
      'POST TRIAL FOLLOWED UP', 'TRIAL ATTENDED', 'TRIAL ABSENT', 'PENDING DECISION', 'PENDING PAYMENT',
      'CLOSED WON', 'CLOSED LOSE', 'CANCELED')
    else status in ('INIT', 'FOLLOWED UP', 'PENDING DECISION', 'PENDING PAYMENT', 'RENEWED', 'DROPPED', 'CANCELED')
    end),
  status_since timestamptz not null,
  student_id uuid not null references users,
  class_id uuid not null references classes,
  lesson_id uuid not null references lessons,
  order_id uuid references orders,
  result_order_id uuid references orders,
  trial_date timestamptz,
  subscription_end_date timestamptz,
  attended text check (attended in ('attended', 'absent')),
  next_action_date date,
  remark text not null default '',
  handled_by uuid references users,
  prev_handled_by uuid references users,
  agent_id uuid references users,
  lead_source text,
  tutor_comment text not null default '',
  withdrawn boolean not null default false,
  created timestamptz not null,
  updated timestamptz not null,
  version int not null default 1,
  check (num_nonnulls(trial_date, subscription_end_date) = 1),
  check ((type = 'TrialConversion') = (trial_date is not null)),
  check ((type = 'TrialConversion') = (order_id is not null))
);
comment on column tickets.lesson_id is 'the trial, or the last lesson that is paid for';
comment on column tickets.order_id is 'the trial order';
comment on column tickets.result_order_id is 'the purchase that won the ticket, or the order that renewed it';
comment on column tickets.attended is 'how the trial was attended, as far as data came; null until then';
comment on column tickets.next_action_date is 'a business day';
comment on column tickets.withdrawn is
  'cancelled because what it rested on fell away: should that come back, another ticket is opened';

-- Opened once, however often and by however many it is looked for.
create unique index tickets_once_per_trial on tickets (order_id) where order_id is not null;
create unique index tickets_once_per_subscription on tickets (student_id, class_id, lesson_id)
  where type = 'ClassRenewal' and not withdrawn;

create index tickets_by_trial_date on tickets (trial_date, id) where trial_date is not null;
-- Whose attendance is missing, or still to come.
create index tickets_without_attendance on tickets (trial_date, id) include (lesson_id)
  where trial_date is not null and attended is null;
create index tickets_by_subscription_end on tickets (subscription_end_date, id) where subscription_end_date is not null;
create index tickets_by_created on tickets (type, created, id);
create index tickets_by_next_action on tickets (type, coalesce(next_action_date, 'infinity'::date), id);
create index tickets_by_handler on tickets (handled_by, type, coalesce(next_action_date, 'infinity'::date), id);
-- What is to be followed up, by whom and when; the closed are many and never asked for here.
create index tickets_open on tickets (type, handled_by, next_action_date)
  where status not in ('CLOSED WON', 'CLOSED LOSE', 'RENEWED', 'DROPPED', 'CANCELED');
create index tickets_by_student on tickets (student_id, class_id);
create index tickets_by_class on tickets (class_id, type);
create index tickets_by_lesson on tickets (lesson_id);
create index tickets_by_result on tickets (result_order_id) where result_order_id is not null;

-- One step in a ticket's life; without an actor_id Staffroom itself did it.
create table ticket_history (
  id uuid primary key,
  ticket_id uuid not null references tickets,
  at timestamptz not null,
  actor_id uuid references users,
  actor_name text not null,
  from_status text,
  to_status text not null,
  remark text not null default '',
  action text not null default '',
  changes jsonb not null default '[]'
);
create index ticket_history_by_ticket on ticket_history (ticket_id, at, id);
