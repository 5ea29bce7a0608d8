import { sql, type SQL } from 'drizzle-orm';

/**
 * SQL for the account of an attendee: matched by staff, sent by the classroom, or found by e-mail, never by name (ADR
 * 20). `row` is the alias of rows with lesson_id, student_id and person; `account` uses the joins.
 */
export const accountOf = (row: 'came' | 'given'): { joins: SQL; account: SQL } => ({
  joins: sql.raw(`
    left join attendance_assignments assigned
      on assigned.lesson_id = ${row}.lesson_id and assigned.person = ${row}.person
    left join users addressed on addressed.email_key = ${row}.person`),
  account: sql.raw(`coalesce(assigned.student_id, ${row}.student_id, addressed.id)`),
});

/** The same for very many rows: an address is looked up only if nothing else identifies the account. */
export const accountOfMany = (row: 'came'): { joins: SQL; account: SQL } => ({
  joins: sql.raw(`
    left join attendance_assignments assigned
      on assigned.lesson_id = ${row}.lesson_id and assigned.person = ${row}.person`),
  account: sql.raw(`coalesce(assigned.student_id, ${row}.student_id,
    (select addressed.id from users addressed where addressed.email_key = ${row}.person))`),
});
