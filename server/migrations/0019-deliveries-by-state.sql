-- A page of many messages, failed ones first, is read as it stands here: nothing is sorted.
create index announcement_deliveries_by_state on announcement_deliveries (announcement_id, state, id);
create index announcement_recipients_by_delivery on announcement_recipients (delivery_id, id);
