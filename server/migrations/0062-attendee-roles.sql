-- Who an attendee is that is no student and no account says: a tutor or TA (user_id), the host, or other (not a person to
-- match, as a recorder). A person is an e-mail in small letters, in every lesson, or a number in one meeting.
create table attendee_roles (
  person text primary key,
  role text not null check (role in ('tutor', 'ta', 'host', 'other')),
  user_id uuid references users,
  given_by uuid not null references users,
  given_on timestamptz not null,
  check ((role in ('tutor', 'ta')) = (user_id is not null))
);
