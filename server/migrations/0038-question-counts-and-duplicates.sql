-- How many questions of a subject the list has: counting a hundred thousand at each look is too slow (ADR 31).
create table question_counts (
  subject text primary key,
  count int not null
);

create function count_questions() returns trigger language plpgsql as $$
begin
  insert into question_counts (subject, count)
  select subject, sum(change)::int
  from (
    select subject, -1 as change from gone where not is_archived
    union all
    select subject, 1 from come where not is_archived
  ) changes
  group by subject having sum(change) <> 0 order by subject
  on conflict (subject) do update set count = question_counts.count + excluded.count;
  return null;
end $$;

create function count_new_questions() returns trigger language plpgsql as $$
begin
  insert into question_counts (subject, count)
  select subject, count(*)::int from come where not is_archived group by subject order by subject
  on conflict (subject) do update set count = question_counts.count + excluded.count;
  return null;
end $$;

create function count_deleted_questions() returns trigger language plpgsql as $$
begin
  update question_counts set count = question_counts.count - less.count
  from (select subject, count(*)::int as count from gone where not is_archived group by subject) less
  where question_counts.subject = less.subject;
  return null;
end $$;

create trigger count_new after insert on questions referencing new table as come
  for each statement execute function count_new_questions();
create trigger count_changed after update on questions referencing old table as gone new table as come
  for each statement execute function count_questions();
create trigger count_deleted after delete on questions referencing old table as gone
  for each statement execute function count_deleted_questions();

insert into question_counts (subject, count)
select subject, count(*) from questions where not is_archived group by subject;

-- By which likely duplicates are found (ADR 31): 20 numbers of a text's pairs of words, of which texts that share j of
-- their pairs have any in common with a chance of 1 - (1 - j²)^20: half of the pairs, nearly always; a hundredth, nearly
-- never. Each is the hash of the least hashes of all pairs in two orders.
create function alike_marks(words text) returns bigint[] language sql immutable strict parallel safe return (
  with pairs as (
    select distinct hashtextextended(word || ' ' || coalesce(lead(word) over (order by place), ''), 0) as pair
    from (select found[1] as word, place from regexp_matches(lower(words), '[[:alnum:]]+', 'g') with ordinality given (found, place)) word
  ), least as (
    select seed, min(hashint8extended(pair, seed)) as least from pairs cross join generate_series(0, 39) seed group by seed
  )
  select coalesce(array_agg(mark), '{}')
  from (select hashtextextended(string_agg(least::text, ' ' order by seed), seed / 2) as mark from least group by seed / 2) marks
);

alter table questions add column alike bigint[] not null generated always as (alike_marks(compared)) stored;
create index questions_alike on questions using gin (alike) where not is_archived;

-- The list by change, and archived questions.
create index questions_by_change on questions (updated desc, id desc) where not is_archived;
create index questions_archived on questions (created desc, id desc) where is_archived;
