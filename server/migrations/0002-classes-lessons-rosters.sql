create table classes (
  id uuid primary key,
  name text not null,
  subject text not null,
  country text not null default 'SG' check (country in ('SG', 'US', 'ID')),
  class_type text not null default 'Workshop' check (class_type in ('Workshop', 'Regular Classes', 'Recording')),
  description text not null default '',
  start_date timestamptz not null,
  end_date timestamptz not null,
  date_of_week text not null default '',
  start_time text not null default '',
  end_time text not null default '',
  levels text[] not null default '{}',
  is_free boolean not null default false,
  is_trial boolean not null default false,
  is_featured boolean not null default false,
  is_listed boolean not null default true,
  is_sold_out boolean not null default false,
  is_active boolean not null default true,
  force_full_purchase boolean not null default false,
  max_cap int not null default 20 check (max_cap >= 0),
  rate int not null default 1800 check (rate >= 100),
  currency text not null default 'SGD' check (currency in ('SGD', 'USD', 'CNY', 'IDR')),
  created timestamptz not null,
  updated timestamptz not null,
  version int not null default 1
);
comment on column classes.rate is 'cost per lesson in hundredths of the currency';
create index classes_by_updated on classes (updated desc, id desc);
create index classes_by_name on classes (lower(name) text_pattern_ops);
create index classes_name_search on classes using gin (lower(name) gin_trgm_ops);

create table class_staff (
  class_id uuid not null references classes,
  user_id uuid not null references users,
  kind text not null check (kind in ('tutor', 'ta')),
  position int not null default 0,
  primary key (class_id, kind, user_id)
);
create index class_staff_by_user on class_staff (user_id);

create table lessons (
  id uuid primary key,
  class_id uuid not null references classes,
  name text not null,
  description text not null default '',
  term int not null default 1,
  lesson_index int not null default 1,
  scheduled_on timestamptz not null,
  ended_on timestamptz not null,
  hosting_platform text not null,
  hosting_type text not null default 'webinar' check (hosting_type in ('meeting', 'webinar', '1-to-1')),
  is_active boolean not null default true,
  is_released boolean not null default true,
  is_completed boolean not null default false,
  created timestamptz not null,
  updated timestamptz not null,
  version int not null default 1,
  check (ended_on > scheduled_on)
);
create index lessons_by_class on lessons (class_id, scheduled_on, id);
create index lessons_by_time on lessons (scheduled_on, id);
create index lessons_by_end on lessons (ended_on, id);

create table lesson_staff (
  lesson_id uuid not null references lessons on delete cascade,
  user_id uuid not null references users,
  kind text not null check (kind in ('tutor', 'ta')),
  position int not null default 0,
  primary key (lesson_id, kind, user_id)
);
create index lesson_staff_by_user on lesson_staff (user_id, lesson_id);
