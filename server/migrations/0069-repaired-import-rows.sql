-- A row whose number of cells differs from the header's is kept as the file has it, so that a person can repair it.
alter table order_imports add column columns text[];
comment on column order_imports.columns is 'header of the file; null where it was not noted';

alter table order_import_rows
  add column file_cells text[],
  add column repaired boolean not null default false;
comment on column order_import_rows.file_cells is
  'cells in the order of the file, where their number differs from the header''s';
comment on column order_import_rows.repaired is 'a person replaced the cells';
