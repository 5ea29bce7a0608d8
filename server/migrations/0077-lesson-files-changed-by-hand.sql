-- Staff change the homework of one lesson, or remove it. Removed homework stays, with what students handed in.
alter table homework
  add column version int not null default 1,
  add column removed_on timestamptz,
  add column removed_by uuid references users,
  add check ((removed_on is null) = (removed_by is null));

-- Files that staff took off a lesson: an upload of the library does not bring them back.
create table left_out_files (
  lesson_id uuid not null references lessons on delete cascade,
  material_id uuid not null references materials,
  use text not null check (use in ('material', 'homework')),
  removed_on timestamptz not null,
  removed_by uuid not null references users,
  primary key (lesson_id, material_id, use)
);
