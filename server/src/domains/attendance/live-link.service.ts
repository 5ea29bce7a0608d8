import { and, eq, sql, type SQL } from 'drizzle-orm';
import type {
  checkLiveLink as checkOperation,
  getLiveLink as getOperation,
} from '@staffroom/contract/domains/attendance/live-link.contract.ts';
import { can, mayOpen } from '@staffroom/contract/domains/identity/permissions.ts';
import { hostingPlatforms } from '@staffroom/contract/domains/lessons/lessons.rules.ts';
import type { BodyOf, ResponseOf } from '@staffroom/contract/shared/operation.ts';
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

/** Lessons run late, and who dropped out comes back: so long after its end a lesson's links still open it. */
const afterLesson = 2 * 60 * 60_000;

/**
 * The live link of a student, tutor or TA into a lesson, noted in the lesson's trail: of the classroom, valid until two
 * hours after its end; or that of a student as a registrant of the room at Zoom. Throws not_found for who does not come
 * to the lesson or is out of scope, also for a Tutor's colleagues and for students without a ticket where tickets are
 * all that the actor works with, and live_link_missing with the sentence that says why there is none.
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
  const expires = new Date(lesson.endedOn.getTime() + afterLesson);
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
  // After the #: what stands there is never sent to a server, so no log of requests has it.
  link.hash = signLiveLink(said, key);
  return { url: link.href, expires_on: said.expires.toISOString() };
};

/** The student is registered with the room first, unless that was done before; staff come by their own accounts. */
const linkAtZoom = async (
  db: Db,
  zoom: Zoom | undefined,
  lessonId: string,
  { as, name, email }: Coming,
): Promise<string> => {
  if (as !== 'student') throw missing('Tutors and TAs come into Zoom by their own accounts there.');
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
 * Whose link an actor may hand over. Who looks after lessons: students whom it sees, and who teaches, but no Tutor a
 * colleague's. Who works tickets: the student whose ticket is of this lesson.
 */
const mayHandOver = (actor: Actor, lessonId: string): SQL => {
  const ticketed = ticketedOn(actor, lessonId);
  if (!mayOpen(actor, '/lessons') || !can(actor, 'lesson.canCorrectAttendance')) return ticketed;
  return actor.role === 'Tutor'
    ? sql`(${studentScope(actor)} or ${users.id} = ${actor.id} or ${ticketed})`
    : sql`(${studentScope(actor)} or ${users.type} <> 'Student')`;
};

/** Each platform has links of its own: ours are of the classroom alone. */
const requireClassroom = (
  { settings }: Context,
  { hostingPlatform: platform }: { hostingPlatform: string },
) => {
  const [classroom] = hostingPlatforms(settings.productName);
  if (platform !== classroom) throw missing(`${platform} has no live link of each person.`);
  if (!settings.classroom)
    throw missing(
      'No live links are set up: CLASSROOM_URL and LIVE_LINK_KEY are set on the server.',
    );
  return settings.classroom;
};

const missing = (message: string) => refusal('live_link_missing', { message });

/**
 * Whom a link lets into a lesson now, for the classroom. Throws live_link_refused for a link that is forged, expired or
 * of another lesson, and for who does not come to the lesson any more: that takes the link back.
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
        endedOn: lessons.endedOn,
        isActive: lessons.isActive,
      })
      .from(lessons)
      .where(and(eq(lessons.id, id), scope))
  )[0];

type Coming = { _id: string; name: string; email: string; as: LiveLink['as'] };

/** Who comes to a lesson live: its students but those who have the video alone, its tutors and TAs, while enabled. */
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
      -- Who is tutor and TA of it comes as the tutor.
      order by coming.kind desc limit 1`)
  ).rows[0];
