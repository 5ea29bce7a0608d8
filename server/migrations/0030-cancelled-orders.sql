-- The sales report tells what was cancelled in a month, whenever it was ordered; creating an order does not touch this.
create index orders_cancelled on orders (cancelled_on) include (status, type, currency, actual_price, brand, created, id)
  where cancelled_on is not null;
