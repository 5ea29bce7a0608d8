import { and, eq, sql, type SQL } from 'drizzle-orm';
import type {
  checkLiveLink as checkOperation,
  getLiveLink as getOperation,
} from '@staffroom/contract/domains/attendance/live-link.contract.ts';
import { hostingPlatforms } from '@staffroom/contract/domains/lessons/lessons.rules.ts';
import type { BodyOf, ResponseOf } from '@staffroom/contract/shared/operation.ts';
import { recordAudit } from '../../platform/audit.ts';
import { inTransaction, type Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { notFound, refusal } from '../../platform/errors.ts';
import { users } from '../identity/users.schema.ts';
import { lessonScope } from '../lessons/lessons.policy.ts';
import { lessons } from '../lessons/lessons.schema.ts';
import { studentScope } from '../users/users.policy.ts';
import { signLiveLink, verifyLiveLink, type LiveLink } from './live-link-token.ts';

/** Lessons run late, and who dropped out comes back: so long after its end a lesson's links still open it. */
const afterLesson = 2 * 60 * 60_000;

/**
 * The live link of a student, tutor or TA into a lesson, valid until two hours after its end; noted in the lesson's
 * trail. Throws not_found for who does not come to the lesson or is out of scope, also for another's link than the
 * own of a Tutor's colleagues, and live_link_missing with the sentence that says why there is none.
 */
export const readLiveLink = (
  context: Context,
  { id, userId }: { id: string; userId: string },
): Promise<ResponseOf<typeof getOperation>> =>
  inTransaction(context, async (tx) => {
    const lesson = await findLesson(tx, id, lessonScope(context.actor));
    if (!lesson) throw notFound('id');
    const person = await findComing(tx, id, userId, mayHandOver(context));
    if (!person) throw notFound('userId');
    const { url, key } = requireClassroom(context, lesson);
    const expires = new Date(lesson.endedOn.getTime() + afterLesson);
    if (expires <= context.clock.now()) throw missing('This lesson is over.');
    if (!lesson.isActive) throw missing('This lesson is not active.');
    const link = new URL(url);
    // After the #: what stands there is never sent to a server, so no log of requests has it.
    link.hash = signLiveLink({ lesson: id, user: userId, as: person.as, expires }, key);
    await recordAudit(tx, context, {
      action: 'lesson.liveLinkGiven',
      entity: 'lesson',
      entityId: id,
      after: { attendee: person.name || person.email },
    });
    return { data: { url: link.href, expires_on: expires.toISOString() } };
  });

/** Whose link an actor may hand over: students whom it sees; who teaches is its colleague, whose link is not a Tutor's. */
const mayHandOver = ({ actor }: Context): SQL =>
  actor.role === 'Tutor'
    ? sql`(${studentScope(actor)} or ${users.id} = ${actor.id})`
    : sql`(${studentScope(actor)} or ${users.type} <> 'Student')`;

/** Each platform has links of its own: ours are of the classroom alone. */
const requireClassroom = (
  { settings }: Context,
  { hostingPlatform: platform }: { hostingPlatform: string },
) => {
  const [classroom] = hostingPlatforms(settings.productName);
  if (platform !== classroom)
    throw missing(`${platform} has no live link of each person: send the registration url.`);
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

/** Who comes to a lesson live: its students but those who have the video alone, its tutors and TAs, while enabled. */
const findComing = async (db: Db, lessonId: string, userId: string, scope: SQL) =>
  (
    await db.execute<{ _id: string; name: string; email: string; as: LiveLink['as'] }>(sql`
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
