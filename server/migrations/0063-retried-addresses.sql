-- A retry writes to the address that the person has now: what it was before, and when the retry changed it.
alter table announcement_deliveries add column former_address text, add column readdressed timestamptz;

create or replace view announcement_messages as
  select r.id, r.announcement_id, a.lesson_id, a.method, r.student_id,
    coalesce(nullif(u.name, ''), u.email) as student_name, r.recipient_group, r.address_of, r.created,
    d.id as delivery_id, d.address, d.state, d.tries, d.via, d.error, d.next_try, d.updated,
    array_position(array['failed', 'unknown', 'sending', 'queued', 'sent'], d.state) as state_rank,
    d.former_address, d.readdressed
  from announcement_recipients r
  join announcements a on a.id = r.announcement_id
  join announcement_deliveries d on d.id = r.delivery_id
  join users u on u.id = r.student_id;
