-- How many users of each kind hold a text of one or two letters (ADR 8), so that a search for it counts without reading
-- everybody; the empty text is held by all. `user_changes` has what is not summed up yet: a row for each user that came
-- (1) or went (-1), both for one that changed. Rows are only added there, so that writers never wait for each other;
-- the worker sums them up.
drop trigger users_added on users;
drop trigger users_removed on users;
drop trigger users_moved on users;
drop function count_users;
drop table user_counts;

create table user_counts (
  part text not null,
  type text not null,
  lead_source text,
  enabled boolean not null,
  count bigint not null,
  unique nulls not distinct (part, type, lead_source, enabled)
);
create table user_changes (
  type text not null,
  lead_source text,
  enabled boolean not null,
  search text not null,
  change smallint not null
);
insert into user_changes select type, lead_source, enabled, search, 1 from users;

create function log_user_changes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into user_changes select type, lead_source, enabled, search, 1 from added;
  elsif tg_op = 'DELETE' then
    insert into user_changes select type, lead_source, enabled, search, -1 from removed;
  else
    insert into user_changes values
      (old.type, old.lead_source, old.enabled, old.search, -1),
      (new.type, new.lead_source, new.enabled, new.search, 1);
  end if;
  return null;
end
$$;
create trigger users_added after insert on users
  referencing new table as added for each statement execute function log_user_changes();
create trigger users_removed after delete on users
  referencing old table as removed for each statement execute function log_user_changes();
create trigger users_changed after update of type, lead_source, enabled, search on users for each row
  when ((old.type, old.lead_source, old.enabled, old.search) is distinct from (new.type, new.lead_source, new.enabled, new.search))
  execute function log_user_changes();
