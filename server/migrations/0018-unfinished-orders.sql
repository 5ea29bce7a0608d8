-- What waits for a person is summed up on everybody's home page, whatever lies in the years before.
create index orders_unfinished on orders (created desc) include (status, currency, actual_price, student_id, agent_id)
  where status in ('INIT', 'PAID');
