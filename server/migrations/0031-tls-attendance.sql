-- Who was there at a live sharing session, of participant files; the same row of a file taken twice stands once.
create table live_session_stays (
  id uuid primary key,
  session_id uuid not null references live_sessions on delete cascade,
  email text not null,
  name text not null,
  joined_on timestamptz not null,
  left_on timestamptz not null check (left_on >= joined_on),
  received timestamptz not null
);
create unique index live_session_stays_once
  on live_session_stays (session_id, lower(email), name, joined_on, left_on);
