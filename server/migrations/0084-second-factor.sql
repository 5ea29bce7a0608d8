-- Second factors: the time-based code of an authenticator app, and recovery codes.
create table second_factors (
  user_id uuid primary key references users,
  -- encrypted with SECOND_FACTOR_KEY if it is set
  secret bytea,
  confirmed_at timestamptz,
  -- the step of the last used code: a code works once
  last_step bigint,
  -- a new secret until its first code is confirmed
  pending_secret bytea,
  check ((secret is null) = (confirmed_at is null))
);

create table recovery_codes (
  user_id uuid not null references users,
  -- argon2id, salted by the account
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

create table second_factor_failures (
  id uuid primary key,
  user_id uuid not null references users,
  at timestamptz not null
);
create index second_factor_failures_by_user on second_factor_failures (user_id, at);

-- Sign-ins with the right password that wait for their code.
create table sign_in_challenges (
  token_hash bytea primary key,
  user_id uuid not null references users,
  attempt_id uuid not null,
  network text not null,
  expires_at timestamptz not null
);
create index sign_in_challenges_by_user on sign_in_challenges (user_id);
