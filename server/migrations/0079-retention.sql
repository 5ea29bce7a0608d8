-- Rows of the audit trail can expire (ADR 86). None younger than 90 days can be deleted, and none can be changed.
create function refuse_audit_deletion() returns trigger language plpgsql as $$
begin
  if exists (select from deleted where at > now() - interval '90 days') then
    raise exception 'audit rows of the last 90 days cannot be deleted';
  end if;
  return null;
end
$$;
drop trigger audit_log_is_append_only on audit_log;
create trigger audit_log_is_append_only before update or truncate on audit_log
  for each statement execute function refuse_audit_change();
create trigger audit_log_keeps_90_days after delete on audit_log
  referencing old table as deleted
  for each statement execute function refuse_audit_deletion();

-- Finds expired rows without a large index: rows arrive in the order of this column.
create index classroom_events_by_arrival on classroom_events using brin (received);

-- Tutors see the material of homework in their lessons.
create index homework_by_material on homework (material_id) where material_id is not null;
