import type { FileStay } from 'staffroom-contract/domains/attendance/attendance-file.rules.ts';
import type {
  Attendee,
  AttendingStudent,
  LessonAttendance,
} from 'staffroom-contract/domains/attendance/attendance.contract.ts';
import {
  attendanceOf,
  mergeStays,
  presenceOf,
  type AttendanceStatus,
  type LessonPresence,
} from 'staffroom-contract/domains/attendance/attendance.rules.ts';

type Held = { scheduled_on: string; ended_on: string };

/** A person of a participant file: all their rows. */
export type FilePerson = { key: string; name: string; email: string; presence: LessonPresence };

/** The people of a file: rows with the same e-mail, or without e-mail the same name. */
export const peopleIn = (stays: readonly FileStay[], lesson: Held, now: string): FilePerson[] => {
  const groups = Map.groupBy(stays, ({ email, name }) => email.toLowerCase() || name);
  return [...groups].flatMap(([key, rows]) => {
    const presence = presenceOf(rows, lesson, now);
    const [{ name, email } = { name: '', email: '' }] = rows;
    return presence ? [{ key, name, email, presence }] : [];
  });
};

/** Whom a person of the file is matched to; a student has the attendance that they will have. */
type Match =
  | { as: 'student'; name: string; status: AttendanceStatus | null }
  | { as: Exclude<Attendee['as'], 'student' | 'unmatched'>; name: string };

export type MatchedPerson = FilePerson & { match: Match | null };

type Known = Pick<LessonAttendance, 'students' | 'attendees'>;

/**
 * The attendance after an import, by the server's rules. A person is matched by the e-mail of a student, by an earlier
 * match of the lesson, or by the choice for their key (match-dialog.tsx). People to look at come first.
 */
export const previewOf = (
  people: readonly FilePerson[],
  { students, attendees }: Known,
  { lesson, now, choices }: { lesson: Held; now: string; choices: ReadonlyMap<string, string> },
): { people: MatchedPerson[]; students: AttendingStudent[] } => {
  const byEmail = new Map(students.map((student) => [student.email.toLowerCase(), student]));
  const byId = new Map(students.map((student) => [student._id, student]));
  const studentOf = ({ key, email }: FilePerson) =>
    byId.get(choices.get(key) ?? '') ?? byEmail.get(email.toLowerCase());
  const rowsOf = Map.groupBy(people, (person) => studentOf(person)?._id);
  const presences = new Map(
    students.map(({ _id, presence }) => [
      _id,
      mergeStays([
        ...(presence ? [presence] : []),
        ...(rowsOf.get(_id) ?? []).map((row) => row.presence),
      ]),
    ]),
  );
  const statuses = attendanceOf(presences, lesson, { now, hasRows: people.length > 0 });
  const after = students.map((student) => ({
    ...student,
    status: student.correction?.status ?? statuses.get(student._id) ?? null,
  }));
  const statusOf = new Map(after.map(({ _id, status }) => [_id, status]));
  const matchOf = (person: FilePerson): Match | null => {
    const student = studentOf(person);
    if (student)
      return {
        as: 'student',
        name: student.name || student.email,
        status: statusOf.get(student._id) ?? null,
      };
    const chosen = choices.get(person.key)?.split(':')[0];
    if (chosen === 'tutor' || chosen === 'ta' || chosen === 'host' || chosen === 'other')
      return { as: chosen, name: person.name };
    const known =
      person.email !== '' &&
      attendees.find(({ email }) => email.toLowerCase() === person.email.toLowerCase());
    return known && known.as !== 'unmatched' && known.as !== 'student'
      ? { as: known.as, name: known.person?.name ?? person.name }
      : null;
  };
  const matched = people.map((person) => ({ ...person, match: matchOf(person) }));
  return {
    // The order stays while choices are made.
    people: matched.toSorted((one, other) => placeOf(one, choices) - placeOf(other, choices)),
    students: after,
  };
};

const placeOf = ({ key, match }: MatchedPerson, choices: ReadonlyMap<string, string>) => {
  if (match === null || choices.has(key)) return 0;
  if (match.as !== 'student') return 3;
  return match.status === 'half attended' ? 1 : 2;
};
