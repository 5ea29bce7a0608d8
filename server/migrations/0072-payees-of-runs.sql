-- A confirmed run keeps the people as it paid them: later changes of an account do not change it.
create table payment_run_payees (
  run_id uuid not null references payment_runs,
  tutor_id uuid not null references users,
  name text not null,
  email text not null,
  type text not null check (type in ('Tutor', 'TA')),
  is_enabled boolean not null,
  reference text not null,
  primary key (run_id, tutor_id),
  unique (run_id, reference)
);
comment on column payment_run_payees.reference is 'of the payment in the bank file, and number of the payslip';

-- Runs that were confirmed before keep the accounts as they are now.
insert into payment_run_payees (run_id, tutor_id, name, email, type, is_enabled, reference)
select run.id, payee.tutor_id, coalesce(nullif(users.name, ''), users.email), users.email,
  case when users.type = 'TA' then 'TA' else 'Tutor' end, users.enabled,
  run.month || '-' || lpad((row_number() over (partition by run.id order by payee.tutor_id))::text, 4, '0')
from (
  select run_id, tutor_id from payment_run_lines
  union select run_id, tutor_id from payment_adjustments
  union select run_id, tutor_id from carried_pay_settled where run_id is not null
) payee
join payment_runs run on run.id = payee.run_id and run.state <> 'draft'
join users on users.id = payee.tutor_id;

create function refuse_payee_change() returns trigger language plpgsql as $$
begin
  raise exception 'payees of a payment run cannot be changed';
end
$$;
create trigger payment_run_payees_are_append_only before update or delete or truncate on payment_run_payees
  for each statement execute function refuse_payee_change();
