-- Pictures in formatted text and profile pictures, decoded and written anew (ADR 9). The content is compressed already.
create table uploaded_images (
  id uuid primary key,
  content bytea not null,
  media_type text not null check (media_type in ('image/jpeg', 'image/png')),
  width integer not null check (width between 1 and 2000),
  height integer not null check (height between 1 and 2000),
  bytes integer not null check (bytes > 0),
  created_by uuid not null references users (id),
  created timestamptz not null
);
alter table uploaded_images alter column content set storage external;
create index uploaded_images_created_by on uploaded_images (created_by);
