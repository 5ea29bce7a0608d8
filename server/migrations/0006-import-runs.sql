-- Progress is what is no longer queued; the queue is read often, whatever the number of rows done.
alter table order_imports drop column run_done;
create index order_import_rows_planned on order_import_rows (import_id, row_number) where planned is not null;
