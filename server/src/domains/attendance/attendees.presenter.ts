import type { Attendee } from 'staffroom-contract/domains/attendance/attendance.contract.ts';
import type { LessonPresence } from 'staffroom-contract/domains/attendance/attendance.rules.ts';
import { can, type UserType } from 'staffroom-contract/domains/identity/permissions.ts';
import type { Context } from '../../platform/context.ts';
import type { AttendanceRow, listRoster } from './attendance.queries.ts';

/** Attendees who may be the tutor under an unknown address; a student, a TA and one marked as no person may not. */
export const mayTeach: ReadonlySet<Attendee['as']> = new Set(['host', 'staff', 'unmatched']);

/** Returns the addresses of a room's hosts, in lower case. */
export const hostAddresses = (
  room: { hostEmail: string; alternativeHosts: string } | undefined,
): ReadonlySet<string> =>
  new Set(
    `${room?.hostEmail ?? ''},${room?.alternativeHosts ?? ''}`
      .toLowerCase()
      .replaceAll(';', ',')
      .split(',')
      .map((address) => address.trim())
      .filter((address) => address !== ''),
  );

type Around = {
  context: Pick<Context, 'actor'>;
  stayOf: (rows: readonly AttendanceRow[]) => LessonPresence | null;
  hosts: ReadonlySet<string>;
};

/**
 * Returns all attendees: students and staff by account, then matches by hand, then the room's hosts. Unmatched people
 * are visible to users who correct attendance, students to users who may see them.
 */
export const attendeesOf = (
  groups: ReadonlyMap<string, readonly AttendanceRow[]>,
  roster: Awaited<ReturnType<typeof listRoster>>,
  { context: { actor }, stayOf, hosts }: Around,
): (Attendee & { isVisible: boolean })[] => {
  const places = new Map(roster.map((place) => [place.id, place]));
  const mayCorrect = can(actor, 'lesson.canCorrectAttendance');
  return [...groups.values()].flatMap((rows) => {
    const [first] = rows;
    const presence = stayOf(rows);
    if (!first || !presence) return [];
    const place = first.account === null ? undefined : places.get(first.account);
    const byAccount = place ? 'student' : staffWord(first.account_type);
    const role = byAccount === 'unmatched' ? rows.find((row) => row.role !== null) : undefined;
    const as =
      byAccount === 'unmatched'
        ? (role?.role ?? (hosts.has(first.person) ? 'host' : byAccount))
        : byAccount;
    const given = rows.find(({ assigned_at }) => assigned_at !== null);
    const shown = given ?? role ?? first;
    // An unknown address may be a parent's, which a Tutor never sees.
    const hidesEmail =
      actor.role === 'Tutor' && (as === 'unmatched' || given !== undefined || role !== undefined);
    return {
      _id: shown.id,
      name: shown.name,
      email: hidesEmail ? '' : shown.email,
      ...presence,
      as,
      person: personOf(first, byAccount, role),
      assigned: assignedOf(given, role),
      isVisible: place ? place.is_visible : as !== 'unmatched' || mayCorrect,
    };
  });
};

const staffWord = (type: UserType | null): Attendee['as'] => {
  if (type === null || type === 'Student') return 'unmatched';
  return type === 'Tutor' ? 'tutor' : type === 'TA' ? 'ta' : 'staff';
};

const personOf = (
  first: AttendanceRow,
  byAccount: Attendee['as'],
  role: AttendanceRow | undefined,
): Attendee['person'] => {
  if (role?.role_user) return { _id: role.role_user, name: role.role_name ?? '' };
  if (byAccount === 'unmatched' || first.account === null) return null;
  return { _id: first.account, name: first.account_name ?? '' };
};

const assignedOf = (
  given: AttendanceRow | undefined,
  role: AttendanceRow | undefined,
): Attendee['assigned'] => {
  if (given?.assigned_at)
    return { by: given.assigned_by ?? '', at: new Date(given.assigned_at).toISOString() };
  return role?.role_at
    ? { by: role.role_by ?? '', at: new Date(role.role_at).toISOString() }
    : null;
};
