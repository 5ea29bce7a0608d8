-- An announcement goes to the student or else the parent, to the students, to the parents, or to both.
alter table announcements add column addressed_to text not null default 'student_else_parent'
  check (addressed_to in ('student_else_parent', 'student', 'parent', 'both'));

-- The composer begins with the sender's last choice.
create index announcements_by_sender on announcements (sent_by, created desc) where not is_test;

-- A student to whom both is written is a recipient twice.
alter table announcement_recipients
  drop constraint announcement_recipients_announcement_id_student_id_key,
  add unique (announcement_id, student_id, address_of);
