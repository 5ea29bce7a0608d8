-- What the web shop received for an order, and why an order waits for a person.
alter table orders
  add column paid_amount bigint check (paid_amount >= 0),
  add column paid_currency text,
  add column accepted_difference bigint not null default 0,
  add column attention text
    check (attention in ('amount_differs', 'paid_after_cancel', 'nothing_left', 'code_unusable', 'blocked')),
  add column attention_code text,
  add column attention_since timestamptz,
  add column expired boolean not null default false,
  add constraint orders_paid_in_a_currency check ((paid_amount is null) = (paid_currency is null)),
  add constraint orders_attention_since check ((attention is null) = (attention_since is null));
comment on column orders.paid_amount is 'hundredths of paid_currency; null unless the web shop said it';
comment on column orders.accepted_difference is 'hundredths: what accepting the amount paid added to the price';
comment on column orders.attention_code is 'the refusal that blocks processing';
comment on column orders.expired is 'cancelled by the system because it was never paid; a later payment revives it';

-- The amount that was paid may be above our price.
alter table orders drop constraint orders_check;
alter table orders add constraint orders_actual_price_check
  check (actual_price >= 0 and actual_price - accepted_difference <= original_price) not valid;
alter table orders validate constraint orders_actual_price_check;

create index orders_attention on orders (created desc) include (status, currency, actual_price, student_id, agent_id)
  where attention is not null;

-- An external id is unique per connected system; the name of its token survives a new token.
alter table integration_items add column system text;
update integration_items set system = coalesce(
  (select name from service_tokens where service_tokens.id = integration_items.service_token_id), '');
alter table integration_items alter column system set not null;
alter table integration_items drop constraint integration_items_pkey;
alter table integration_items add primary key (scope, system, external_id);
comment on column integration_items.system is 'name of the token that sent it';
