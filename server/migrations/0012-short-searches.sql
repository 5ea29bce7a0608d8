-- A search for one or two letters or digits looks at how e-mail, name and numbers begin (ADR 8); a count of very many
-- matches reads these beginnings instead of the whole texts.
alter table users
  add column search_starts text not null generated always as (
    chr(10) || left(lower(email), 3) || chr(10) || left(lower(replace(name, chr(10), ' ')), 3) || chr(10) || left(lower(phone), 3)
      || case when phone = '' or phone_country_code = '' then ''
        else chr(10) || left(lower('+' || phone_country_code || phone), 3) end
  ) stored;
drop index users_by_created;
create index users_by_created on users (created, id) include (type, lead_source, enabled, search_starts, search);
