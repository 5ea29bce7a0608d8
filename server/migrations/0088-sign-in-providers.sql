-- Accounts of OpenID Connect services that sign in to accounts of ours.
create table provider_links (
  id uuid primary key,
  user_id uuid not null references users,
  -- the name of the service in the settings
  provider text not null,
  issuer text not null,
  -- the issuer's own, lasting id of its account
  subject text not null,
  -- the verified e-mail by which it was linked
  email text not null,
  linked_at timestamptz not null
);
create unique index provider_links_by_subject on provider_links (issuer, subject);
create unique index provider_links_by_user on provider_links (user_id, issuer);

-- Codes that the sign-in screen exchanges for a session, each once. The browser has the code, the table its SHA-256.
create table provider_codes (
  code_hash bytea primary key,
  user_id uuid not null references users,
  provider text not null,
  -- SHA-256 of the cookie of the browser that began the sign-in
  browser_hash bytea not null,
  expires_at timestamptz not null
);
create index provider_codes_by_user on provider_codes (user_id);
