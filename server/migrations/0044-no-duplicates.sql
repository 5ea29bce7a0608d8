-- Pairs of questions of which somebody said that they are no duplicates, whatever their words (ADR 31).
create table no_duplicates (
  first_id uuid not null references questions on delete cascade,
  second_id uuid not null references questions on delete cascade,
  by_id uuid not null references users,
  at timestamptz not null,
  primary key (first_id, second_id),
  check (first_id < second_id)
);
create index no_duplicates_second on no_duplicates (second_id);
