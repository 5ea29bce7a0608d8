create table orders (
  id uuid primary key,
  type text not null check (type in ('PAYMENT', 'TRIAL', 'PAYMENT_VIDEO')),
  status text not null check (status in ('INIT', 'PAID', 'PROCESSED', 'CANCELLED')),
  created timestamptz not null,
  student_id uuid not null references users,
  class_id uuid not null references classes,
  agent_id uuid references users,
  handled_by uuid references users,
  remark text not null,
  currency text not null check (currency in ('SGD', 'USD', 'CNY', 'IDR')),
  original_price int not null check (original_price >= 0),
  actual_price int not null check (actual_price >= 0 and actual_price <= original_price),
  is_renewal boolean not null default false,
  brand text not null default 'HOUSE',
  channel text not null default 'offline' check (channel in ('offline', 'online')),
  provider text check (provider in ('stripe', 'hitpay')),
  platform text check (platform in ('credit-card', 'paynow')),
  completed_on timestamptz,
  cancelled_on timestamptz,
  lesson_ids uuid[] not null default '{}',
  billable_lesson_ids uuid[] not null default '{}',
  discount_code_id uuid references discount_codes,
  updated timestamptz not null,
  version int not null default 1
);
comment on column orders.original_price is 'cents of the currency, before the discount code';
-- Holds every column that the list filters by, so that a count never reads the table.
create index orders_by_created on orders (created desc, id desc) include (status, type, agent_id, handled_by);
create index orders_by_status on orders (status, created desc, id desc);
create index orders_by_agent on orders (agent_id, created desc, id desc) include (status) where agent_id is not null;
create index orders_by_student on orders (student_id, created desc, id desc);
create index orders_by_class on orders (class_id, student_id);
create index orders_by_discount_code on orders (discount_code_id, created desc) where discount_code_id is not null;

create table order_history (
  id uuid primary key,
  order_id uuid not null references orders,
  at timestamptz not null,
  actor_id uuid references users,
  actor_name text not null,
  action text not null check (action in ('created', 'updated', 'cancelled')),
  remark text not null default '',
  changes jsonb not null default '[]'
);
create index order_history_by_order on order_history (order_id, at, id);

-- Why a student stands on a lesson: an order, or a hand. A student's place on a lesson is its strongest live source.
create table roster_sources (
  id uuid primary key,
  lesson_id uuid not null references lessons,
  student_id uuid not null references users,
  kind text not null check (kind in ('PAYMENT', 'TRIAL', 'PAYMENT_VIDEO')),
  order_id uuid references orders,
  added_by uuid references users,
  created timestamptz not null,
  released_on timestamptz,
  check (num_nonnulls(order_id, added_by) = 1)
);
create unique index roster_sources_once_per_order on roster_sources (order_id, lesson_id) where order_id is not null;
create index roster_sources_by_lesson on roster_sources (lesson_id, student_id) include (kind) where released_on is null;
create index roster_sources_by_student on roster_sources (student_id, lesson_id) include (kind) where released_on is null;

create view roster_places as
select distinct on (lesson_id, student_id) lesson_id, student_id, kind, created
from roster_sources
where released_on is null
order by lesson_id, student_id, case kind when 'PAYMENT' then 1 when 'TRIAL' then 2 else 3 end, created;

create table order_imports (
  id uuid primary key,
  content_hash bytea not null unique,
  file_name text not null,
  created timestamptz not null,
  created_by uuid not null references users,
  discount_code text,
  run_state text not null default 'idle' check (run_state in ('idle', 'running', 'stopped', 'done')),
  run_by uuid references users,
  run_id uuid,
  run_total int not null default 0,
  run_done int not null default 0,
  updated timestamptz not null
);
comment on column order_imports.run_id is 'the job that may go on with the run; any older one ends at its next row';

create table order_import_rows (
  import_id uuid not null references order_imports,
  row_number int not null,
  cells jsonb not null,
  state text not null default 'open' check (state in ('open', 'processed', 'skipped', 'rejected', 'ignored')),
  row_key text,
  order_id uuid references orders,
  note text not null default '',
  planned jsonb,
  updated timestamptz not null,
  primary key (import_id, row_number)
);
comment on column order_import_rows.planned is 'class and lessons that the run is still to order; null when it is not queued';
comment on column order_import_rows.row_key is 'hash of e-mail, class, month and transaction number, to know the same order in another file';
create index order_import_rows_by_key on order_import_rows (row_key) where row_key is not null and state = 'processed';
create unique index order_import_rows_by_order on order_import_rows (order_id) where order_id is not null;
