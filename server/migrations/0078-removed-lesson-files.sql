-- A file that staff remove from a lesson keeps its place there, so that it can be put back.
alter table lesson_materials
  add column version int not null default 1,
  add column removed_on timestamptz,
  add column removed_by uuid references users,
  add check ((removed_on is null) = (removed_by is null));
