-- How people are found (ADR 8): one text of a user's e-mail, name and numbers, each on a line of its own.
alter table users
  drop column search,
  add column name_key text not null generated always as (lower(replace(name, chr(10), ' '))) stored,
  add column search text not null generated always as (lower(
    chr(10) || email || chr(10) || replace(name, chr(10), ' ') || chr(10) || phone
      || case when phone = '' or phone_country_code = '' then '' else chr(10) || '+' || phone_country_code || phone end
  )) stored;
create index users_search on users using gin (search gin_trgm_ops);

-- A count or a page that must look at every user reads these indexes and never the table.
drop index users_by_created, users_email_key, users_email_prefix, users_name_prefix, users_phone_prefix;
create index users_by_created on users (created, id) include (type, lead_source, enabled, search);
create index users_by_name on users (name_key, id) include (type, lead_source, enabled);
create unique index users_email_key on users (email_key) include (id, type, lead_source, enabled);

-- How many users there are of each kind: the sum of `change`. Rows are only added, so that writers never wait for each
-- other; the worker sums them up now and then.
create table user_counts (
  type text not null,
  lead_source text,
  enabled boolean not null,
  change bigint not null
);
insert into user_counts select type, lead_source, enabled, count(*) from users group by 1, 2, 3;

create function count_users() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into user_counts select type, lead_source, enabled, count(*) from added group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into user_counts select type, lead_source, enabled, -count(*) from removed group by 1, 2, 3;
  else
    insert into user_counts values
      (old.type, old.lead_source, old.enabled, -1),
      (new.type, new.lead_source, new.enabled, 1);
  end if;
  return null;
end
$$;
create trigger users_added after insert on users
  referencing new table as added for each statement execute function count_users();
create trigger users_removed after delete on users
  referencing old table as removed for each statement execute function count_users();
create trigger users_moved after update of type, lead_source, enabled on users for each row
  when ((old.type, old.lead_source, old.enabled) is distinct from (new.type, new.lead_source, new.enabled))
  execute function count_users();
