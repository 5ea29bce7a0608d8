-- Passkeys: key pairs of browsers and phones, of which the public key is stored here.
create table passkeys (
  id uuid primary key,
  user_id uuid not null references users,
  -- the authenticator's own id of the key pair
  credential_id bytea not null,
  -- as a COSE key
  public_key bytea not null,
  -- the authenticator's count of signatures; 0 if it does not count
  counter bigint not null,
  name text not null,
  added_at timestamptz not null,
  last_used_at timestamptz
);
create unique index passkeys_by_credential on passkeys (credential_id);
create index passkeys_by_user on passkeys (user_id, added_at);

-- Challenges that authenticators sign, each once. The browser has the challenge, the table its SHA-256.
create table passkey_challenges (
  challenge_hash bytea primary key,
  -- the account that adds a passkey; null for a sign-in, whose account is not known yet
  user_id uuid references users,
  -- the network of the request
  network text not null,
  expires_at timestamptz not null
);
create index passkey_challenges_by_user on passkey_challenges (user_id) where user_id is not null;
create index passkey_challenges_by_network on passkey_challenges (network, expires_at) where user_id is null;
