-- Instants end with _at (ADR 87). The contents of the columns do not change.
alter table users rename column first_purchased_on to first_purchased_at;
alter table lessons rename column scheduled_on to scheduled_at;
alter table lessons rename column ended_on to ended_at;
alter table orders rename column completed_on to completed_at;
alter table orders rename column cancelled_on to cancelled_at;
alter table roster_sources rename column released_on to released_at;
alter table lesson_materials rename column attached_on to attached_at;
alter table lesson_materials rename column removed_on to removed_at;
alter table homework rename column released_on to released_at;
alter table homework rename column due_on to due_at;
alter table homework rename column return_on to return_at;
alter table homework rename column removed_on to removed_at;
alter table submissions rename column marked_on to marked_at;
alter table material_runs rename column ended_on to ended_at;
alter table attendance_records rename column joined_on to joined_at;
alter table attendance_records rename column left_on to left_at;
alter table attendance_assignments rename column assigned_on to assigned_at;
alter table attendance_corrections rename column corrected_on to corrected_at;
alter table live_sessions rename column scheduled_on to scheduled_at;
alter table live_session_attendees rename column signed_up_on to signed_up_at;
alter table zoom_rooms rename column taken_on to taken_at;
alter table live_session_stays rename column joined_on to joined_at;
alter table live_session_stays rename column left_on to left_at;
alter table tutor_rates rename column set_on to set_at;
alter table payment_runs rename column confirmed_on to confirmed_at;
alter table payment_runs rename column paid_on to paid_at;
alter table payment_adjustments rename column added_on to added_at;
alter table payment_run_lines rename column scheduled_on to scheduled_at;
alter table payment_run_lines rename column ended_on to ended_at;
alter table payment_run_lines rename column rate_set_on to rate_set_at;
alter table carried_pay_settled rename column settled_on to settled_at;
alter table attendance_imports rename column imported_on to imported_at;
alter table attendance_imports rename column undone_on to undone_at;
alter table attendee_roles rename column given_on to given_at;
alter table payment_run_waits rename column set_on to set_at;
alter table zoom_reports rename column requested_on to requested_at;
alter table left_out_files rename column removed_on to removed_at;

-- Views keep the names of their own columns, and functions the text of their bodies.
alter view attendance_source_rows rename column joined_on to joined_at;
alter view attendance_source_rows rename column left_on to left_at;
alter view attendance_rows rename column joined_on to joined_at;
alter view attendance_rows rename column left_on to left_at;
alter view attendance_outside_rows rename column joined_on to joined_at;
alter view attendance_outside_rows rename column left_on to left_at;

create or replace function move_homework() returns trigger language plpgsql as $$
begin
  update homework set
    released_at = released_at + (new.scheduled_at - old.scheduled_at),
    due_at = due_at + (new.scheduled_at - old.scheduled_at),
    return_at = return_at + (new.scheduled_at - old.scheduled_at),
    updated = new.updated
  where lesson_id = new.id and material_id is not null;
  return null;
end $$;
