-- Columns whose names puzzled. Their contents do not change.
alter table zoom_rooms rename column told to synced_plan;
alter table zoom_rooms rename column asked to requests;

alter table questions rename column compared to plain_text;
alter table questions rename column searched to search_text;
alter table questions rename column alike to similarity_marks;
alter function alike_marks(text) rename to similarity_marks_of;
alter index questions_searched rename to questions_by_search_text;
alter index questions_alike rename to questions_by_similarity_marks;

alter table question_versions rename column by_id to changed_by;
alter table no_duplicates rename column by_id to decided_by;
