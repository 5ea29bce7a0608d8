-- The board counts all tickets of some weeks by status and how long they have it: what that needs stands in the index of
-- their day, so that no ticket is read for it.
create index tickets_on_trial_date on tickets (trial_date, id)
  include (type, status, status_since, next_action_date) where trial_date is not null;
drop index tickets_by_trial_date;
alter index tickets_on_trial_date rename to tickets_by_trial_date;
create index tickets_on_subscription_end on tickets (subscription_end_date, id)
  include (type, status, status_since, next_action_date) where subscription_end_date is not null;
drop index tickets_by_subscription_end;
alter index tickets_on_subscription_end rename to tickets_by_subscription_end;
