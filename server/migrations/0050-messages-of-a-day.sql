-- Metrics count the messages that wait, and those of the last day by their state, without reading all that were ever sent.
create index announcement_deliveries_by_state_and_time on announcement_deliveries (state, updated);
