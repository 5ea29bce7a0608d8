import { and, eq, gt, lte, or, sql } from 'drizzle-orm';
import {
  liveSessionSchema,
  type listLiveSessions,
  type LiveSession,
} from 'staffroom-contract/domains/live-sessions/live-sessions.contract.ts';
import {
  sessionAttendeeSchema,
  type listSessionAttendees,
  type SessionAttendee,
} from 'staffroom-contract/domains/live-sessions/live-session-record.contract.ts';
import type { QueryOf } from 'staffroom-contract/shared/operation.ts';
import type { Context } from '../../platform/context.ts';
import { shownColumns } from '../../platform/csv.ts';
import type { Db } from '../../platform/database.ts';
import { anyOf, defineListQuery, equalTo, within } from '../../platform/list-query.ts';
import { requireRow } from '../../platform/record.ts';
import { containsText } from '../../platform/sql-conditions.ts';
import { mayReadParent } from '../users/users.policy.ts';
import { attendeeScope } from './live-sessions.policy.ts';
import { presentLiveSession } from './live-sessions.presenter.ts';
import * as sessionQueries from './live-sessions.queries.ts';
import { liveSessionAttendees, liveSessions } from './live-sessions.schema.ts';

const column = shownColumns(liveSessionSchema);

const endsOn = sql<Date>`${liveSessions.scheduledAt} + ${liveSessions.eventDuration} * interval '1 minute'`;

/** The live sessions; a search matches name, series, keywords and host. */
export const liveSessionList = defineListQuery<QueryOf<typeof listLiveSessions>, LiveSession>({
  from: liveSessions,
  sort: {
    scheduled_on: liveSessions.scheduledAt,
    name: liveSessions.name,
    attendee_count: sql`(select count(*)::int from live_session_attendees own where own.session_id = live_sessions.id)`,
  },
  where: {
    _id: anyOf(liveSessions.id),
    search: ({ regex }) => holding(regex.trim().toLowerCase()),
    scheduled_on: within(liveSessions.scheduledAt),
    period: (period, { clock }) => (period === 'past' ? lte : gt)(endsOn, clock.now()),
    'meta.level': anyOf(liveSessions.level),
    'meta.subject': anyOf(liveSessions.subject),
    host_by: anyOf(liveSessions.hostId),
    target_audience: equalTo(liveSessions.targetAudience),
    is_listed: equalTo(liveSessions.isListed),
    is_public_viewable: equalTo(liveSessions.isPublicViewable),
  },
  cards: async (db, ids, { actor }) => {
    const cards = await sessionQueries.listCards(db, ids);
    return cards.map((card) => presentLiveSession(card, actor));
  },
  csv: [
    'tls-sessions.csv',
    [
      ...column('name'),
      { header: 'series', value: ({ meta }) => meta.series?.name ?? '' },
      { header: 'episode', value: ({ meta }) => meta.series?.order },
      { header: 'level', value: ({ meta }) => meta.level },
      { header: 'subject', value: ({ meta }) => meta.subject },
      { header: 'keywords', value: ({ meta }) => meta.keywords.join(', ') },
      ...column('scheduled_on', 'event_duration', 'host_by', 'target_audience', 'is_listed'),
      ...column('is_public_viewable', 'attendee_count', 'playback_url', 'desc'),
    ],
  ],
});

const holding = (text: string) =>
  text === ''
    ? undefined
    : or(
        containsText(sql`lower(${liveSessions.name})`, text),
        containsText(sql`lower(coalesce(${liveSessions.seriesName}, ''))`, text),
        containsText(sql`lower(array_to_string(${liveSessions.keywords}, chr(10)))`, text),
        sql`exists (select from users where users.id = ${liveSessions.hostId} and ${containsText(sql`users.name_key`, text)})`,
      );

type AttendeeQuery = QueryOf<typeof listSessionAttendees>;

/** Returns the attendees of a session. Throws not_found. */
export const attendeesOf = async (context: Context, sessionId: string) => {
  await requireSession(context, sessionId);
  return listOf(sessionId);
};

const requireSession = (context: Context, id: string) =>
  requireRow(context.db, { table: liveSessions, scope: () => undefined }, context, id);

const listOf = (sessionId: string) =>
  defineListQuery<AttendeeQuery, SessionAttendee>({
    from: liveSessionAttendees,
    scope: (actor) => and(eq(liveSessionAttendees.sessionId, sessionId), attendeeScope(actor)),
    sort: {
      name: sql`(select name_key from users where users.id = ${liveSessionAttendees.studentId})`,
      signed_up_on: liveSessionAttendees.signedUpAt,
    },
    where: {},
    cards: presentAttendees,
    csv: ['attendees.csv', attendeeColumns],
  });

const presentAttendees = async (
  db: Db,
  ids: string[],
  { actor }: Context,
): Promise<SessionAttendee[]> =>
  (await sessionQueries.listAttendees(db, ids)).map(
    ({ id, student, email, parentName, signedUpAt }) => ({
      _id: id,
      student,
      email,
      parent_name: (mayReadParent(actor) && parentName) || '',
      signed_up_on: signedUpAt.toISOString(),
    }),
  );

const attendeeColumns = shownColumns(sessionAttendeeSchema)(
  'student',
  'email',
  'parent_name',
  'signed_up_on',
);
