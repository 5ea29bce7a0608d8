create extension if not exists pg_trgm;

create table users (
  id uuid primary key,
  type text not null check (type in ('Student', 'Tutor', 'TA', 'Agent', 'Partner', 'Admin', 'DataAdmin', 'SalesAdmin', 'CustService', 'Typist')),
  email text not null,
  email_key text not null generated always as (lower(email)) stored,
  name text not null default '',
  phone_country_code text not null default '',
  phone text not null default '',
  email_verified boolean not null default false,
  phone_verified boolean not null default false,
  password_hash text,
  enabled boolean not null default true,
  -- staff: what the specification ties to hard-coded accounts
  acts_as text check (acts_as in ('Tutor', 'Agent', 'Partner', 'Admin', 'DataAdmin', 'SalesAdmin', 'CustService', 'Typist')),
  extra_routes text[] not null default '{}',
  sees_order_id boolean not null default false,
  order_agents uuid[] not null default '{}',
  lead_source_scope text,
  -- students
  is_internal boolean not null default false,
  referral_code text unique,
  referred_by uuid references users,
  lead_source text,
  lead_medium text,
  lead_campaign text,
  lead_meta jsonb not null default '{}',
  first_purchased_on timestamptz,
  gender text check (gender in ('f', 'm')),
  date_of_birth date,
  level text,
  school text,
  first_language text,
  background text not null default '',
  parent_salute text check (parent_salute in ('Mr', 'Mrs', 'Ms')),
  parent_name text,
  parent_email text,
  parent_phone_country_code text,
  parent_phone text,
  contact_preference jsonb not null default '{}',
  -- tutors
  profile_pic text,
  description text not null default '',
  subjects text[] not null default '{}',
  years_of_experience int,
  track_record text[] not null default '{}',
  search text not null generated always as (lower(email || chr(10) || name || chr(10) || phone_country_code || phone)) stored,
  created timestamptz not null,
  updated timestamptz not null,
  version int not null default 1
);
create unique index users_email_key on users (email_key);
create index users_by_type on users (type, created, id);
create index users_by_created on users (created, id);
create index users_by_lead_source on users (lead_source, created, id) where type = 'Student';
create index users_search on users using gin (search gin_trgm_ops);
create index users_email_prefix on users (email_key text_pattern_ops);
create index users_name_prefix on users (lower(name) text_pattern_ops);
create index users_phone_prefix on users (phone text_pattern_ops);

create table user_sessions (
  id uuid primary key,
  token_hash bytea not null unique,
  user_id uuid not null references users,
  started timestamptz not null,
  last_used timestamptz not null,
  address text not null,
  user_agent text not null
);
create index user_sessions_by_user on user_sessions (user_id);

create table sign_in_attempts (
  id uuid primary key,
  email_key text not null,
  address text not null,
  succeeded boolean not null,
  at timestamptz not null
);
create index sign_in_attempts_by_email on sign_in_attempts (email_key, at);
create index sign_in_attempts_by_address on sign_in_attempts (address, at);
