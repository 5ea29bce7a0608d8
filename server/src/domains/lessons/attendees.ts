import { sql, type SQL } from 'drizzle-orm';

/**
 * Whose account somebody has who came to a lesson or answered in it: as staff said by hand, as the classroom had it, or
 * by e-mail, and never by name (ADR 20). `row` is the alias of what they did, with lesson_id, student_id and person; the
 * account, null for who is nobody that we know, is of the joined tables.
 */
export const accountOf = (row: 'came' | 'given'): { joins: SQL; account: SQL } => ({
  joins: sql.raw(`
    left join attendance_assignments assigned
      on assigned.lesson_id = ${row}.lesson_id and assigned.person = ${row}.person
    left join users addressed on addressed.email_key = ${row}.person`),
  account: sql.raw(`coalesce(assigned.student_id, ${row}.student_id, addressed.id)`),
});

/**
 * The same of very many rows: an address is looked up only where nothing else says whose it is. The account is an
 * expression over `row` and the joined table.
 */
export const accountOfMany = (row: 'came'): { joins: SQL; account: SQL } => ({
  joins: sql.raw(`
    left join attendance_assignments assigned
      on assigned.lesson_id = ${row}.lesson_id and assigned.person = ${row}.person`),
  account: sql.raw(`coalesce(assigned.student_id, ${row}.student_id,
    (select addressed.id from users addressed where addressed.email_key = ${row}.person))`),
});
