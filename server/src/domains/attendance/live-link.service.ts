import { and, eq, sql, type SQL } from 'drizzle-orm';
import type {
  checkLiveLink as checkOperation,
  getLiveLink as getOperation,
} from 'staffroom-contract/domains/attendance/live-link.contract.ts';
import { can, mayOpen } from 'staffroom-contract/domains/identity/permissions.ts';
import { hostingPlatforms } from 'staffroom-contract/domains/lessons/lessons.rules.ts';
import type { BodyOf, ResponseOf } from 'staffroom-contract/shared/operation.ts';
import { recordAudit } from '../../platform/audit.ts';
import { inTransaction, type Actor, type Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { notFound, refusal } from '../../platform/errors.ts';
import { ZoomRefusal, type Zoom } from '../../platform/zoom.ts';
import { users } from '../identity/users.schema.ts';
import { lessonScope } from '../lessons/lessons.policy.ts';
import { lessons } from '../lessons/lessons.schema.ts';
import { register } from '../lessons/zoom/zoom-meetings.ts';
import { findRoom } from '../lessons/zoom/zoom-rooms.queries.ts';
import { studentScope } from '../users/users.policy.ts';
import { ticketedOn } from './attendance.policy.ts';
import { signLiveLink, verifyLiveLink, type LiveLink } from './live-link-token.ts';

/** Links still work this long after a lesson, because lessons run late and people reconnect. */
const afterLesson = 2 * 60 * 60_000;

/**
 * Returns a person's live link into a lesson and notes it in the trail: a classroom link, valid until two hours after
 * the end, or a student's registrant link at Zoom. Throws not_found for people not expected or out of scope, also a
 * Tutor's colleagues and students without a ticket if the actor only works tickets; live_link_missing with the reason.
 */
export const readLiveLink = async (
  context: Context,
  zoom: Zoom | undefined,
  { id, userId }: { id: string; userId: string },
): Promise<ResponseOf<typeof getOperation>> => {
  const { db } = context;
  const lesson = await findLesson(db, id, lessonScope(context.actor));
  if (!lesson) throw notFound('id');
  const person = await findComing(db, id, userId, mayHandOver(context.actor, id));
  if (!person) throw notFound('userId');
  const isOnZoom = lesson.hostingPlatform === 'Zoom';
  const classroom = isOnZoom ? undefined : requireClassroom(context, lesson);
  const expires = new Date(lesson.endedAt.getTime() + afterLesson);
  if (expires <= context.clock.now()) throw missing('This lesson is over.');
  if (!lesson.isActive) throw missing('This lesson is not active.');
  const data = classroom
    ? linkToClassroom(classroom, { lesson: id, user: userId, as: person.as, expires })
    : { url: await linkAtZoom(db, zoom, id, person), expires_on: null };
  return inTransaction(context, async (tx) => {
    await recordAudit(tx, context, {
      action: 'lesson.liveLinkGiven',
      entity: 'lesson',
      entityId: id,
      after: { attendee: person.name || person.email },
    });
    return { data };
  });
};

const linkToClassroom = ({ url, key }: { url: string; key: string }, said: LiveLink) => {
  const link = new URL(url);
  // In the fragment, which is never sent to a server, so it is in no request log.
  link.hash = signLiveLink(said, key);
  return { url: link.href, expires_on: said.expires.toISOString() };
};

/** Registers the student with the room unless that was done before; staff join by their own accounts. */
const linkAtZoom = async (
  db: Db,
  zoom: Zoom | undefined,
  lessonId: string,
  { as, name, email }: Coming,
): Promise<string> => {
  if (as !== 'student') throw missing('Tutors and TAs join with their own Zoom accounts.');
  const room = await findRoom(db, lessonId);
  if (!room) throw missing('No zoom room created');
  if (!zoom) throw missing('The ZOOM settings are missing on the server.');
  try {
    return await register(zoom, room, { email, name });
  } catch (error) {
    if (!(error instanceof ZoomRefusal)) throw error;
    throw missing(`Zoom gives no link: ${error.message}.`);
  }
};

/**
 * Condition for people whose link an actor may hand over. An actor who corrects attendance: visible students and the
 * teachers; a Tutor only itself of the teachers. An actor who works tickets: the student of a ticket of this lesson.
 */
const mayHandOver = (actor: Actor, lessonId: string): SQL => {
  const ticketed = ticketedOn(actor, lessonId);
  if (!mayOpen(actor, '/lessons') || !can(actor, 'lesson.canCorrectAttendance')) return ticketed;
  return actor.role === 'Tutor'
    ? sql`(${studentScope(actor)} or ${users.id} = ${actor.id} or ${ticketed})`
    : sql`(${studentScope(actor)} or ${users.type} <> 'Student')`;
};

/** Our links work only in the classroom; each platform has its own. */
const requireClassroom = (
  { settings }: Context,
  { hostingPlatform: platform }: { hostingPlatform: string },
) => {
  const [classroom] = hostingPlatforms(settings.productName);
  if (platform !== classroom) throw missing(`${platform} has no personal live links.`);
  if (!settings.classroom)
    throw missing('Live links are not set up. Set CLASSROOM_URL and LIVE_LINK_KEY on the server.');
  return settings.classroom;
};

const missing = (message: string) => refusal('live_link_missing', { message });

/**
 * Returns the person of a link that is valid for a lesson now, for the classroom. Throws live_link_refused for a link that is
 * forged, expired or for another lesson, and for a person who is no longer expected, which revokes the link.
 */
export const checkLiveLink = async (
  { db, clock, settings }: Context,
  { lesson: id, link }: BodyOf<typeof checkOperation>,
): Promise<ResponseOf<typeof checkOperation>> => {
  const { classroom } = settings;
  const said =
    classroom && verifyLiveLink(link, { key: classroom.key, lesson: id, now: clock.now() });
  const person =
    said && (await findLesson(db, id, undefined))?.isActive
      ? await findComing(db, id, said.user, sql`true`)
      : undefined;
  if (!said || person?.as !== said.as) throw refusal('live_link_refused', { field: 'link' });
  const { _id, name, email, as } = person;
  return {
    data: { lesson: id, user: { _id, name, email }, as, expires_on: said.expires.toISOString() },
  };
};

const findLesson = async (db: Db, id: string, scope: SQL | undefined) =>
  (
    await db
      .select({
        hostingPlatform: lessons.hostingPlatform,
        endedAt: lessons.endedAt,
        isActive: lessons.isActive,
      })
      .from(lessons)
      .where(and(eq(lessons.id, id), scope))
  )[0];

type Coming = { _id: string; name: string; email: string; as: LiveLink['as'] };

/** Finds a person expected live in a lesson: a student without a video place, a tutor or a TA, if enabled. */
const findComing = async (db: Db, lessonId: string, userId: string, scope: SQL) =>
  (
    await db.execute<Coming>(sql`
      select ${users.id} as _id, ${users.name}, ${users.email}, coming.kind as "as"
      from ${users} join (
        select user_id, kind from lesson_staff where lesson_id = ${lessonId}
        union all
        select student_id, 'student' from roster_places
        where lesson_id = ${lessonId} and kind <> 'PAYMENT_VIDEO'
      ) coming on coming.user_id = ${users.id}
      where ${users.id} = ${userId} and ${users.enabled} and ${scope}
      -- A person who is tutor and TA joins as the tutor.
      order by coming.kind desc limit 1`)
  ).rows[0];
