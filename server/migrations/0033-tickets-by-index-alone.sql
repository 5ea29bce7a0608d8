-- Deep pages, counts and statistics of tickets read indexes alone: each holds one kind, so that no ticket is read for its
-- kind, and what such a statement asks of it.
drop index tickets_by_trial_date;
create index tickets_by_trial_date on tickets (trial_date, id)
  include (type, status, status_since, next_action_date) where type = 'TrialConversion';
drop index tickets_by_subscription_end;
create index tickets_by_subscription_end on tickets (subscription_end_date, id)
  include (type, status, status_since, next_action_date) where type = 'ClassRenewal';
drop index tickets_without_attendance;
-- Whose attendance is missing, or still to come.
create index tickets_without_attendance on tickets (trial_date, id) include (lesson_id)
  where type = 'TrialConversion' and attended is null;
drop index tickets_by_student;
-- The list by student goes through the students by name.
create index tickets_by_student on tickets (student_id, class_id, type, id);
-- When staff first followed up: what Staffroom did itself, or a purchase, is none.
create index ticket_history_by_staff on ticket_history (ticket_id, at)
  where actor_id is not null and (action = '' or starts_with(action, 'Reminder sent by '));
