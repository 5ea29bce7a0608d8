import type {
  Booking,
  checkLessons as checkOperation,
} from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import type { BodyOf } from '@staffroom/contract/shared/operation.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { refusal } from '../../platform/errors.ts';
import { findVisibleStudents } from '../users/users.queries.ts';
import { studentScope } from '../users/users.policy.ts';
import * as bookingQueries from './bookings.queries.ts';

type Candidate = BodyOf<typeof checkOperation>['lessons'][number];

/** Who would be booked twice by each of these lessons; students out of the actor's scope are left out. */
export const checkLessons = async (context: Context, candidates: Candidate[]) => {
  const data = [];
  for (const candidate of candidates) data.push({ bookings: await bookingsOf(context, candidate) });
  return { data };
};

const bookingsOf = async (context: Context, candidate: Candidate): Promise<Booking[]> => {
  const period = periodOf(candidate);
  const staff = await bookingQueries.findStaffBookings(context.db, period, [
    ...candidate.tutor,
    ...candidate.ta,
  ]);
  const teaches = new Set(candidate.tutor);
  return [
    ...staff.map((row) => presentBooking(row, teaches.has(row.personId) ? 'tutor' : 'ta')),
    ...(await studentBookings(context, period)),
  ];
};

const studentBookings = async (
  context: Context,
  { lessonId, ...period }: bookingQueries.Period,
): Promise<Booking[]> => {
  if (lessonId === undefined) return [];
  const rows = await bookingQueries.findStudentBookings(context.db, { ...period, lessonId });
  const visible = await findVisibleStudents(
    context.db,
    rows.map((row) => row.personId),
    studentScope(context.actor),
  );
  return rows
    .filter((row) => visible.has(row.personId))
    .map((row) => presentBooking(row, 'student'));
};

/**
 * Refuses with `tutor_booked`, naming the other lesson and its time, where a tutor already teaches an
 * overlapping active lesson. The tutors' records must be locked by the caller, so that two lessons saved
 * at once see each other.
 */
export const refuseDoubleBooking = async (
  tx: Db,
  context: Pick<Context, 'settings'>,
  candidate: Omit<Candidate, 'ta'>,
) => {
  const [booked] = await bookingQueries.findStaffBookings(tx, periodOf(candidate), candidate.tutor);
  if (booked)
    throw refusal('tutor_booked', {
      field: 'tutor',
      message: `${booked.personName} already teaches ${booked.lessonName} (${booked.className}) ${when(booked.scheduledOn, context.settings.businessTimeZone)}.`,
      current: presentBooking(booked, 'tutor'),
    });
};

const when = (at: Date, timeZone: string) =>
  at.toLocaleString('en-SG', { timeZone, dateStyle: 'medium', timeStyle: 'short' });

const periodOf = (candidate: Omit<Candidate, 'tutor' | 'ta'>): bookingQueries.Period => ({
  lessonId: candidate._id,
  from: new Date(candidate.scheduled_on),
  to: new Date(candidate.ended_on),
});

type Row = Awaited<ReturnType<typeof bookingQueries.findStaffBookings>>[number];

const presentBooking = (row: Row, as: Booking['as']): Booking => ({
  person: { _id: row.personId, name: row.personName },
  as,
  lesson: {
    _id: row.lessonId,
    name: row.lessonName,
    class: row.className,
    scheduled_on: row.scheduledOn.toISOString(),
    ended_on: row.endedOn.toISOString(),
  },
});
