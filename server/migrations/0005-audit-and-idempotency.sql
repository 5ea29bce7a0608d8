create table audit_log (
  id uuid primary key,
  at timestamptz not null,
  actor_id uuid,
  actor_name text not null,
  address text not null,
  request_id text not null,
  action text not null,
  entity text not null,
  entity_id uuid not null,
  before jsonb,
  after jsonb
);
create index audit_log_by_entity on audit_log (entity, entity_id, at desc);
create index audit_log_by_time on audit_log (at desc, id desc);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit rows cannot be changed';
end
$$;
create trigger audit_log_is_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_audit_change();

create table idempotency_keys (
  actor_id uuid not null,
  operation text not null,
  key text not null,
  body_hash bytea not null,
  status int,
  -- json, not jsonb: a repeat gets the first answer to the letter
  answer json,
  created timestamptz not null,
  primary key (actor_id, operation, key)
);
create index idempotency_keys_by_age on idempotency_keys (created);
