-- Copies of pictures of other websites, which the server makes after a save, are versions of their own (ADR 83).
alter table question_versions drop constraint question_versions_action_check;
alter table question_versions add constraint question_versions_action_check check (
  action in (
    'created', 'updated', 'tagged', 'archived', 'unarchived', 'restored', 'imported', 'pictures_copied'
  )
) not valid;
alter table question_versions validate constraint question_versions_action_check;
