-- A parent finds the student (ADR 8): the text gets the parent's name, e-mail and numbers, and its lines are always nine,
-- the first empty. A number that the parent shares with the student stands there once.
drop index users_search, users_by_created;
alter table users drop column search;
alter table users add column search text not null generated always as (lower(
  chr(10) || email || chr(10) || replace(name, chr(10), ' ') || chr(10) || phone || chr(10)
    || case when phone = '' or phone_country_code = '' then '' else '+' || phone_country_code || phone end
    || chr(10) || replace(coalesce(parent_name, ''), chr(10), ' ') || chr(10) || coalesce(parent_email, '')
    || case when parent_phone is null or parent_phone = ''
        or (parent_phone = phone and coalesce(parent_phone_country_code, '') = phone_country_code)
      then repeat(chr(10), 2)
      else chr(10) || parent_phone || chr(10)
        || case when coalesce(parent_phone_country_code, '') = '' then '' else '+' || parent_phone_country_code || parent_phone end
      end
)) stored;
create index users_search on users using gin (search gin_trgm_ops);
create index users_by_created on users (created, id) include (type, lead_source, enabled, search);

-- Who has the same parent.
create index users_by_parent_email on users (lower(parent_email)) where parent_email <> '';
create index users_by_parent_phone on users (parent_phone, parent_phone_country_code) where parent_phone <> '';

-- Tutors and TAs are recommended by a link of their own, as students are.
update users set referral_code = right(id::text, 12)
  where type in ('Tutor', 'TA') and referral_code is null;
