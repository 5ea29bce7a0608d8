-- Known from now on; null for the rows of earlier imports.
alter table order_imports add column column_count int;
alter table order_import_rows add column cell_count int;
comment on column order_imports.column_count is 'cells of the file''s header';
comment on column order_import_rows.cell_count is 'cells of the row in the file; another number than the header''s means that they may have moved';
create index order_imports_by_created on order_imports (created desc, id desc);
