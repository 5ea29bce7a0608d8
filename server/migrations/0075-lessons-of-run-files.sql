-- The lessons that a file of a run was attached to or whose homework it made, so that a run can count different lessons.
-- Null in runs from before this.
alter table material_run_files add column lesson_ids uuid[];
