-- Every coming and going of every source, as they said it.
create view attendance_source_rows as
select id, lesson_id, 'classroom' as source, email, name, student_id,
  coalesce(nullif(lower(email), ''), id::text) as person,
  case when action = 'join' then at end as joined_on,
  case when action = 'leave' then at end as left_on
from classroom_events where action in ('join', 'leave')
union all
select id, lesson_id, source, email, name, null,
  coalesce(nullif(lower(email), ''), person, id::text), joined_on, left_on
from attendance_records
union all
select id, lesson_id, 'zoom', email, name, null,
  coalesce(nullif(lower(email), ''), person),
  case when kind = 'joined' then at end,
  case when kind = 'left' then at end
from zoom_events event
where kind in ('joined', 'left')
  and not exists (
    select from zoom_reports report
    where report.lesson_id = event.lesson_id and report.state = 'taken'
  );

-- Those of the lesson. A wrong clock is none of it: what ended more than 2 hours before the start or began more than 2
-- hours after the end counts for nothing, and a leave after that time is not known.
create or replace view attendance_rows as
select came.id, came.lesson_id, came.source, came.email, came.name, came.student_id, came.person, came.joined_on,
  case when came.left_on <= lesson.ended_on + interval '2 hours' then came.left_on end as left_on
from attendance_source_rows came
join lessons lesson on lesson.id = came.lesson_id
where coalesce(came.left_on, came.joined_on) >= lesson.scheduled_on - interval '2 hours'
  and coalesce(came.joined_on, came.left_on) <= lesson.ended_on + interval '2 hours';

-- Those with a time outside it.
create view attendance_outside_rows as
select came.*
from attendance_source_rows came
join lessons lesson on lesson.id = came.lesson_id
where coalesce(came.left_on, came.joined_on) < lesson.scheduled_on - interval '2 hours'
  or coalesce(came.joined_on, came.left_on) > lesson.ended_on + interval '2 hours'
  or came.left_on > lesson.ended_on + interval '2 hours';
