-- What an hour of a lesson pays a tutor in place of the usual rate; null where that was taken back.
create table tutor_rates (
  lesson_id uuid not null references lessons on delete cascade,
  tutor_id uuid not null references users,
  rate int check (rate between 0 and 100000),
  reason text not null,
  set_by uuid not null references users,
  set_on timestamptz not null,
  version int not null,
  primary key (lesson_id, tutor_id)
);
comment on column tutor_rates.rate is 'cents an hour, SGD';
