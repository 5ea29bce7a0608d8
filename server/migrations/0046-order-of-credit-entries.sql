-- Entries of a ledger have an order of their own: the time of an entry may be that of a wrong clock.
alter table credit_entries add column position int;
alter table credit_entries disable trigger credit_entries_are_append_only;
update credit_entries set position = numbered.position
  from (
    select id, row_number() over (partition by student_id order by created, id) as position from credit_entries
  ) as numbered
  where numbered.id = credit_entries.id;
alter table credit_entries enable trigger credit_entries_are_append_only;
alter table credit_entries alter column position set not null;
drop index credit_entries_by_student;
create unique index credit_entries_by_student on credit_entries (student_id, position desc);
