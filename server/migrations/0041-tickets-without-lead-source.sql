-- Trials whose lead source nobody has chosen yet are few, and are looked for in the list's own order.
create index tickets_without_lead_source on tickets (trial_date, id)
  where type = 'TrialConversion' and lead_source is null;
