-- A word that most questions have is looked for in all of them: making each small took three times as long as looking.
alter table questions add column searched text not null generated always as (lower(compared)) stored;
drop index questions_compared;
create index questions_searched on questions using gin (searched gin_trgm_ops);
comment on column questions.compared is 'the words of all that is asked, formulas as their LaTeX: an import knows by them what is there already';
comment on column questions.searched is 'the same in lower case: searched, and compared for likely duplicates';
