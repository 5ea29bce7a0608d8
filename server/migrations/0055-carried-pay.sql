-- A total below 0 is carried to the next run that is confirmed, whatever its month. It is settled once: a run takes it,
-- or an Admin writes it off with a reason.
create table carried_pay (
  run_id uuid not null references payment_runs,
  tutor_id uuid not null references users,
  amount int not null check (amount < 0),
  primary key (run_id, tutor_id)
);
comment on column carried_pay.run_id is 'the run whose total was below 0';
comment on column carried_pay.amount is 'cents, SGD';

create table carried_pay_settled (
  from_run_id uuid not null,
  tutor_id uuid not null,
  run_id uuid references payment_runs,
  reason text check (reason <> ''),
  settled_by uuid not null references users,
  settled_on timestamptz not null,
  constraint carried_pay_settled_once primary key (from_run_id, tutor_id),
  foreign key (from_run_id, tutor_id) references carried_pay (run_id, tutor_id),
  check ((run_id is null) = (reason is not null)),
  check (run_id <> from_run_id)
);
create index carried_pay_settled_by_run on carried_pay_settled (run_id);
comment on column carried_pay_settled.run_id is 'the run that took it; null when it was written off';

create function refuse_carried_pay_change() returns trigger language plpgsql as $$
begin
  raise exception 'carried pay cannot be changed';
end
$$;
create trigger carried_pay_is_append_only before update or delete or truncate on carried_pay
  for each statement execute function refuse_carried_pay_change();
create trigger carried_pay_settled_is_append_only before update or delete or truncate on carried_pay_settled
  for each statement execute function refuse_carried_pay_change();

alter table payment_runs
  add column to_bank int not null default 0 check (to_bank >= 0),
  add column carried_forward int not null default 0 check (carried_forward <= 0);
comment on column payment_runs.to_bank is 'cents, SGD: the sum of the totals above 0';
comment on column payment_runs.carried_forward is 'cents, SGD: the sum of the totals below 0 that the next runs take';

-- Earlier runs carried no debts: totals below 0 were left out of the bank file.
update payment_runs set to_bank = sums.to_bank
from (
  select run_id, sum(greatest(total, 0)) as to_bank from (
    select run_id, tutor_id, sum(amount) as total from (
      select run_id, tutor_id, pay - paid_before as amount from payment_run_lines
      union all select run_id, tutor_id, amount from payment_adjustments
    ) amounts group by 1, 2
  ) totals group by 1
) sums
where sums.run_id = payment_runs.id and payment_runs.state <> 'draft';
