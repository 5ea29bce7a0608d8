create table service_tokens (
  id uuid primary key,
  name text not null,
  -- which integration calls it may make
  scopes text[] not null,
  -- SHA-256 of the token, which is kept nowhere
  token_hash bytea not null unique,
  -- its last four characters, by which people tell tokens apart
  hint text not null,
  created timestamptz not null,
  created_by uuid not null references users,
  last_used timestamptz,
  revoked timestamptz
);
create index service_tokens_by_created on service_tokens (created desc, id desc);
