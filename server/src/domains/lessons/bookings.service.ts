import type {
  Booking,
  checkLessons as checkOperation,
} from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import type { BodyOf } from 'staffroom-contract/shared/operation.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { refusal } from '../../platform/errors.ts';
import { studentScope } from '../users/users.policy.ts';
import * as bookingQueries from './bookings.queries.ts';

type Asked = BodyOf<typeof checkOperation>['lessons'][number];

/** Returns the double bookings that each of these lessons would cause, without students out of the actor's scope. */
export const checkLessons = async (context: Context, lessons: Asked[]) => {
  const candidates = lessons.map((lesson, number) =>
    candidateOf(lesson, [...lesson.tutor, ...lesson.ta], number),
  );
  const ofCandidate = (row: Row) => row.candidate;
  const staff = Map.groupBy(
    await bookingQueries.findStaffBookings(context.db, candidates),
    ofCandidate,
  );
  const students = Map.groupBy(
    await bookingQueries.findStudentBookings(context.db, candidates, studentScope(context.actor)),
    ofCandidate,
  );
  const data = lessons.map((lesson, number) => ({
    bookings: [
      ...(staff.get(number) ?? []).map((row) =>
        presentBooking(row, lesson.tutor.includes(row.personId) ? 'tutor' : 'ta'),
      ),
      ...(students.get(number) ?? []).map((row) => presentBooking(row, 'student')),
    ],
  }));
  return { data };
};

/**
 * Throws `tutor_booked` with the other lessons and their times if a tutor of one of these lessons already teaches an
 * overlapping active lesson. The caller must lock the tutors' records, so that concurrent saves see each other.
 */
export const refuseDoubleBooking = async (
  tx: Db,
  context: Pick<Context, 'settings'>,
  ...lessons: Omit<Asked, 'ta' | 'student'>[]
) => {
  const booked = await bookingQueries.findStaffBookings(
    tx,
    lessons.map((lesson, number) => candidateOf(lesson, lesson.tutor, number)),
  );
  if (booked.length === 0) return;
  const zone = context.settings.businessTimeZone;
  const sentences = [...Map.groupBy(booked, ({ personName }) => personName)].map(
    ([name, rows]) => `${name} already teaches ${inWords(rows.map((row) => named(row, zone)))}.`,
  );
  throw refusal('tutor_booked', {
    field: 'tutor',
    message: sentences.join(' '),
    current: booked.map((row) => presentBooking(row, 'tutor')),
  });
};

/** Most names in a message; the others are counted. */
const mostNamed = 3;

/** Names in a sentence: "one", "one and two", "one, two, three and 4 more". */
export const inWords = (words: readonly string[]) => {
  const more = words.length - mostNamed;
  const shown = more > 0 ? [...words.slice(0, mostNamed), `${more} more`] : words;
  return [shown.slice(0, -1).join(', '), shown.at(-1)].filter(Boolean).join(' and ');
};

/** A lesson in a sentence: "Surds (Maths P5) 27 Nov 2026, 14:00". */
export const named = (
  { lessonName, className, scheduledAt }: Pick<Row, 'lessonName' | 'className' | 'scheduledAt'>,
  timeZone: string,
) => `${lessonName} (${className}) ${when(scheduledAt, timeZone)}`;

const when = (at: Date, timeZone: string) =>
  at.toLocaleString('en-GB', { timeZone, dateStyle: 'medium', timeStyle: 'short' });

type Times = Pick<Asked, '_id' | 'scheduled_on' | 'ended_on'> & Partial<Pick<Asked, 'student'>>;

const candidateOf = (
  { _id, scheduled_on, ended_on, student }: Times,
  staff: readonly string[],
  number = 0,
): bookingQueries.Candidate => ({
  number,
  lesson_id: _id,
  starts: scheduled_on,
  ends: ended_on,
  staff,
  students: student ?? [],
});

type Row = Awaited<ReturnType<typeof bookingQueries.findStaffBookings>>[number];

const presentBooking = (row: Row, as: Booking['as']): Booking => ({
  person: { _id: row.personId, name: row.personName },
  as,
  lesson: {
    _id: row.lessonId,
    name: row.lessonName,
    class: row.className,
    scheduled_on: row.scheduledAt.toISOString(),
    ended_on: row.endedAt.toISOString(),
  },
});
