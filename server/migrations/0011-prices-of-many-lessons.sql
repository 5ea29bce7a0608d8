-- Two million rupiah a lesson for a term is more hundredths than an int holds.
alter table orders
  alter column original_price type bigint,
  alter column actual_price type bigint;
