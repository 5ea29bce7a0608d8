create function refuse_credit_change() returns trigger language plpgsql as $$
begin
  raise exception 'credit entries cannot be changed';
end
$$;
create trigger credit_entries_are_append_only before update or delete or truncate on credit_entries
  for each statement execute function refuse_credit_change();
