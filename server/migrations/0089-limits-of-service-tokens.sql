-- When a service token expires (null: never), and the addresses and ranges it may be used from (empty: any).
alter table service_tokens
  add column expires_at timestamptz,
  add column addresses text[] not null default '{}',
  add column last_address text,
  add column updated timestamptz,
  add column version integer not null default 1;
update service_tokens set updated = coalesce(revoked, created);
alter table service_tokens alter column updated set not null;
