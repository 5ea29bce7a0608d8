-- Who has which record open now, by the streams of changes that say so (ADR 21). It need not outlive the database.
create unlogged table live_viewers (
  stream_id uuid not null,
  topic text not null,
  user_id uuid not null references users,
  until timestamptz not null,
  primary key (stream_id, topic)
);
comment on column live_viewers.until is 'it counts until then, unless the process that holds the stream says so again';
create index live_viewers_by_topic on live_viewers (topic);
