-- Each participant file that was imported, and each report taken from Zoom (imported_by is null), so that an import can be
-- undone. The row stays after that, with who undid it.
create table attendance_imports (
  id uuid primary key,
  lesson_id uuid not null references lessons on delete cascade,
  source text not null check (source in ('zoom', 'clickmeeting')),
  file_name text not null,
  -- Stays in the file, and how many of them were new.
  rows integer not null,
  added integer not null,
  imported_by uuid references users,
  imported_on timestamptz not null,
  undone_by uuid references users,
  undone_on timestamptz
);
create index attendance_imports_by_lesson on attendance_imports (lesson_id, imported_on);

-- Which imports contain a record. A record without any was there before imports were kept; undoing never removes it.
create table attendance_import_rows (
  import_id uuid not null references attendance_imports on delete cascade,
  record_id uuid not null references attendance_records on delete cascade,
  primary key (import_id, record_id)
);
create index attendance_import_rows_by_record on attendance_import_rows (record_id);
