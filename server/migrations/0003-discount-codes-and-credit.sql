create table discount_codes (
  id uuid primary key,
  code text not null unique check (code = upper(btrim(code))),
  description text not null default '',
  discount_type text not null check (discount_type in ('Percent', 'Absolute', 'Each Element Dollar Off', 'Number of Element Free')),
  value int not null check (value >= 0),
  currency text not null default 'SGD' check (currency in ('SGD', 'USD', 'CNY', 'IDR')),
  start_date date not null,
  end_date date not null,
  usage_limit int not null default 0 check (usage_limit >= 0),
  total_usage int not null default 0 check (total_usage >= 0),
  is_active boolean not null default true,
  agent_id uuid references users,
  block_trial boolean not null default false,
  class_ids uuid[] not null default '{}',
  created timestamptz not null,
  updated timestamptz not null,
  version int not null default 1,
  check (end_date >= start_date),
  check (discount_type <> 'Percent' or value <= 10000),
  constraint discount_codes_usage_within_limit check (usage_limit = 0 or total_usage <= usage_limit)
);
comment on column discount_codes.value is 'hundredths of a percent, cents, or whole lessons, by discount_type';

create table credit_entries (
  id uuid primary key,
  student_id uuid not null references users,
  action text not null check (action in ('ADD', 'REDEEM', 'BLOCK')),
  qty int not null check (qty between 1 and 100),
  remark text not null,
  handled_by uuid references users,
  created timestamptz not null
);
create index credit_entries_by_student on credit_entries (student_id, created desc, id desc);
