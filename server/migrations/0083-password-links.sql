-- Links in e-mails with which an account sets its password: invitations, and requests for a forgotten password.
create table password_links (
  id uuid primary key,
  kind text not null check (kind in ('invitation', 'reset')),
  -- to whom it is sent; a request for an unknown e-mail stays without an account, and counts for the throttle
  email_key text not null,
  user_id uuid references users,
  invited_by uuid references users,
  -- the network of the request
  network text not null,
  -- SHA-256, in hexadecimal, of the token of every try to send it; the token itself is only in the e-mail
  token_hashes text[] not null default '{}',
  created timestamptz not null,
  expires_at timestamptz not null,
  sent_at timestamptz,
  -- why the last try was not sent
  error text,
  -- when it was used, or replaced by another one
  ended_at timestamptz
);
create index password_links_by_email on password_links (email_key, created);
create index password_links_by_network on password_links (network, created);
create index password_links_by_user on password_links (user_id, created) where user_id is not null;
