import { and, eq, gt, gte, lt, lte, not, sql, type SQL } from 'drizzle-orm';
import type {
  DayLesson,
  listDayLessons as listOperation,
} from 'staffroom-contract/domains/lessons/lesson-day.contract.ts';
import { kindOfGroup, type RosterGroup } from 'staffroom-contract/domains/lessons/rosters.rules.ts';
import { addDays, businessDayOf, startOfBusinessDay } from 'staffroom-contract/shared/dates.ts';
import type { QueryOf, ResponseOf } from 'staffroom-contract/shared/operation.ts';
import type { Context } from '../../platform/context.ts';
import type { CsvColumn } from '../../platform/csv.ts';
import type { Db } from '../../platform/database.ts';
import { anyOf, defineListQuery } from '../../platform/list-query.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { accountOf } from './attendees.ts';
import { findJoined } from './joining.ts';
import { lessonCards, lessonColumns, taughtBy } from './lesson-list.ts';
import { lessonScope } from './lessons.policy.ts';
import { lessonRooms, lessons } from './lessons.schema.ts';
import { countPlaces } from './rosters.queries.ts';
import { findHostBookings } from './zoom/host-bookings.ts';

type DayQuery = QueryOf<typeof listOperation>;

const ofClass = anyOf(lessons.classId);
const ofPlatform = anyOf(lessons.hostingPlatform);

const dayOf = ({ filter: { date } }: Pick<DayQuery, 'filter'>, { clock, settings }: Context) =>
  date ?? businessDayOf(clock.now().toISOString(), settings.businessTimeZone);

const came = accountOf('came');
const given = accountOf('given');

/** The attendees of these lessons, by account. */
const cameTo = (ids: string[]) => sql`
  select came.lesson_id, ${came.account} as account from attendance_rows came ${came.joins}
  where ${anyOfList(sql.raw('came.lesson_id'), ids, 'uuid')}`;

/** Counts the paying and trial students who attended, with corrections; lessons without data are absent. */
const countAttended = async (db: Db, ids: string[]): Promise<Map<string, number>> => {
  const { rows } = await db.execute<{ lesson: string; attended: number }>(sql`
    with came as (${cameTo(ids)})
    select place.lesson_id as lesson,
      count(*) filter (where coalesce(fix.status <> 'absent', exists (
        select from came where came.lesson_id = place.lesson_id and came.account = place.student_id
      )))::int as attended
    from roster_places place
    left join attendance_corrections fix
      on fix.lesson_id = place.lesson_id and fix.student_id = place.student_id
    where ${anyOfList(sql.raw('place.lesson_id'), ids, 'uuid')} and place.kind <> 'PAYMENT_VIDEO' and (
      exists (select from came where came.lesson_id = place.lesson_id)
      or exists (select from attendance_corrections any_fix
        where any_fix.lesson_id = place.lesson_id and any_fix.status is not null))
    group by 1`);
  return new Map(rows.map(({ lesson, attended }) => [lesson, attended]));
};

/**
 * Whether a tutor has joined, by account or match, or a person who may be the tutor is there: host, staff, unmatched.
 * Lessons without any attendee are absent.
 */
const findTutorsIn = async (db: Db, ids: string[]): Promise<Map<string, boolean>> => {
  const { rows } = await db.execute<{ lesson: string; tutor_in: boolean }>(sql`
    with people as (
      select came.lesson_id, came.person, ${came.account} as account,
        max(came.joined_at) > coalesce(max(came.left_at), '-infinity') as is_in
      from attendance_rows came ${came.joins}
      where ${anyOfList(sql.raw('came.lesson_id'), ids, 'uuid')}
      group by 1, 2, 3
    )
    select people.lesson_id as lesson, coalesce(bool_or(
      exists (
        select from lesson_staff teacher where teacher.lesson_id = people.lesson_id
          and teacher.kind = 'tutor' and teacher.user_id in (people.account, role.user_id)
      ) or (
        people.is_in and place.student_id is null and (
          who.type not in ('Student', 'Tutor', 'TA')
          or (coalesce(who.type, 'Student') = 'Student' and coalesce(role.role, 'host') = 'host')
        )
      )
    ), false) as tutor_in
    from people
    left join users who on who.id = people.account
    left join attendee_roles role on role.person = people.person
    left join roster_places place
      on place.lesson_id = people.lesson_id and place.student_id = people.account
    group by 1`);
  return new Map(rows.map((row) => [row.lesson, row.tutor_in]));
};

/** Counts the poll questions of lessons, those that were asked, and the answers, one per person and question. */
const countPolls = async (db: Db, ids: string[]): Promise<Map<string, DayLesson['polls']>> => {
  const these = (column: string) => anyOfList(sql.raw(column), ids, 'uuid');
  const { rows } = await db.execute<DayLesson['polls'] & { lesson: string }>(sql`
    with answered as (
      select given.lesson_id, given.poll_id,
        count(distinct coalesce(${given.account}::text, given.person)) as answers
      from (select *, lower(email) as person from classroom_events) given ${given.joins}
      where ${these('given.lesson_id')} and given.action = 'answer' and cardinality(given.answer) > 0
      group by 1, 2
    )
    select question.lesson_id as lesson, count(*)::int as questions, count(answered.poll_id)::int as asked,
      coalesce(sum(answered.answers), 0)::int as answers
    from poll_questions question
    left join answered
      on answered.lesson_id = question.lesson_id and answered.poll_id = question.id
    where ${these('question.lesson_id')}
    group by 1`);
  return new Map(rows.map(({ lesson, ...polls }) => [lesson, polls]));
};

const isLive = (live: boolean, now: Date): SQL => {
  const takesPlace = sql`(${and(lte(lessons.scheduledAt, now), gt(lessons.endedAt, now))})`;
  return live ? takesPlace : not(takesPlace);
};

/** The lessons that begin on a business day, with the number of students of each kind. */
const dayList = defineListQuery<DayQuery, DayLesson>({
  from: lessons,
  scope: lessonScope,
  sort: { scheduled_on: lessons.scheduledAt },
  where: (filter, context) => {
    const day = dayOf({ filter }, context);
    const startOf = (date: string) =>
      new Date(startOfBusinessDay(date, context.settings.businessTimeZone).toString());
    return and(
      gte(lessons.scheduledAt, startOf(day)),
      lt(lessons.scheduledAt, startOf(addDays(day, 1))),
      filter.tutor === undefined ? undefined : taughtBy(filter.tutor),
      filter.class === undefined ? undefined : ofClass(filter.class, context),
      filter.hosting_platform === undefined
        ? undefined
        : ofPlatform(filter.hosting_platform, context),
      filter.is_active === undefined ? undefined : eq(lessons.isActive, filter.is_active),
      filter.is_live === undefined ? undefined : isLive(filter.is_live, context.clock.now()),
    );
  },
  cards: async (db, ids, context) => {
    const cards = await lessonCards(db, ids);
    const hosting = await db
      .select({
        id: lessons.id,
        platform: lessons.hostingPlatform,
        type: lessons.hostingType,
        isCompleted: lessons.isCompleted,
        room: lessonRooms.lessonId,
      })
      .from(lessons)
      .leftJoin(lessonRooms, eq(lessonRooms.lessonId, lessons.id))
      .where(anyOfList(lessons.id, ids, 'uuid'));
    const hostedAs = new Map(hosting.map((row) => [row.id, row]));
    const places = await countPlaces(db, ids);
    const attended = await countAttended(db, ids);
    const tutorsIn = await findTutorsIn(db, ids);
    const polls = await countPolls(db, ids);
    const joined = await findJoined(db, context, ids);
    const booked = await findHostBookings(db, ids);
    return cards.flatMap((card) => {
      const hosted = hostedAs.get(card._id);
      const countOf = (group: RosterGroup) =>
        places.get(card._id)?.find(({ kind }) => kind === kindOfGroup[group])?.students ?? 0;
      return hosted === undefined
        ? []
        : {
            ...card,
            hosting_platform: hosted.platform,
            hosting_type: hosted.type,
            attended: attended.get(card._id) ?? null,
            tutor_in: tutorsIn.get(card._id) ?? null,
            joined: joined.get(card._id) ?? 'unknown',
            host_booked: booked.has(card._id),
            has_room: hosted.room !== null,
            is_completed: hosted.isCompleted,
            polls: polls.get(card._id) ?? { questions: 0, asked: 0, answers: 0 },
            counts: {
              student: countOf('student'),
              trial_student: countOf('trial_student'),
              video_student: countOf('video_student'),
            },
          };
    });
  },
  csv: [
    'lessons-of-the-day.csv',
    [
      ...(lessonColumns as CsvColumn<DayLesson>[]),
      { header: 'hosting_platform', value: (lesson) => lesson.hosting_platform },
      { header: 'attended', value: ({ attended }) => attended },
      { header: 'student', value: ({ counts }) => counts.student },
      { header: 'trial_student', value: ({ counts }) => counts.trial_student },
      { header: 'poll_questions', value: ({ polls }) => polls.questions },
      { header: 'poll_questions_asked', value: ({ polls }) => polls.asked },
      { header: 'poll_answers', value: ({ polls }) => polls.answers },
      { header: 'video_student', value: ({ counts }) => counts.video_student },
    ],
  ],
});

/** Returns a page of a business day's lessons, with the day and the instant that decides which are live or over. */
const page = async (
  context: Context,
  query: DayQuery,
): Promise<ResponseOf<typeof listOperation>> => ({
  ...(await dayList.page(context, query)),
  date: dayOf(query, context),
  now: context.clock.now().toISOString(),
});

/** A business day's lessons as a page and as a download. */
export const lessonDay = { page, csv: dayList.csv, where: dayList.where };
