import { and, gte, lt, sql } from 'drizzle-orm';
import type {
  DayLesson,
  listDayLessons as listOperation,
} from '@staffroom/contract/domains/lessons/lesson-day.contract.ts';
import {
  kindOfGroup,
  type RosterGroup,
} from '@staffroom/contract/domains/lessons/rosters.rules.ts';
import { addDays, businessDayOf, startOfBusinessDay } from '@staffroom/contract/shared/dates.ts';
import type { QueryOf, ResponseOf } from '@staffroom/contract/shared/operation.ts';
import type { Context } from '../../platform/context.ts';
import type { CsvColumn } from '../../platform/csv.ts';
import type { Db } from '../../platform/database.ts';
import { anyOf, defineListQuery } from '../../platform/list-query.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { lessonCards, lessonColumns, taughtBy } from './lesson-list.ts';
import { lessonScope } from './lessons.policy.ts';
import { lessons } from './lessons.schema.ts';
import { countPlaces } from './rosters.queries.ts';

type DayQuery = QueryOf<typeof listOperation>;

const ofClass = anyOf(lessons.classId);

const dayOf = ({ filter: { date } }: Pick<DayQuery, 'filter'>, { clock, settings }: Context) =>
  date ?? businessDayOf(clock.now().toISOString(), settings.businessTimeZone);

/**
 * How many paying and trial students were there, as the sources and then staff say; lessons of which nothing is known
 * are absent. Of whom each row is, is decided as in the lesson's attendance (ADR 20).
 */
const countAttended = async (db: Db, ids: string[]): Promise<Map<string, number>> => {
  const these = (column: string) => anyOfList(sql.raw(column), ids, 'uuid');
  const { rows } = await db.execute<{ lesson: string; attended: number }>(sql`
    with came as (
      select seen.lesson_id, coalesce(given.student_id, seen.student_id, known.id) as student_id
      from attendance_rows seen
      left join attendance_assignments given
        on given.lesson_id = seen.lesson_id and given.person = seen.person
      left join users known on known.email_key = seen.person
      where ${these('seen.lesson_id')}
    )
    select place.lesson_id as lesson,
      count(*) filter (where coalesce(fix.status <> 'absent', exists (
        select from came where came.lesson_id = place.lesson_id and came.student_id = place.student_id
      )))::int as attended
    from roster_places place
    left join attendance_corrections fix
      on fix.lesson_id = place.lesson_id and fix.student_id = place.student_id
    where ${these('place.lesson_id')} and place.kind <> 'PAYMENT_VIDEO' and (
      exists (select from came where came.lesson_id = place.lesson_id)
      or exists (select from attendance_corrections any_fix
        where any_fix.lesson_id = place.lesson_id and any_fix.status is not null))
    group by 1`);
  return new Map(rows.map(({ lesson, attended }) => [lesson, attended]));
};

/** The lessons that begin on a business day, with the students of each kind. */
const dayList = defineListQuery<DayQuery, DayLesson>({
  from: lessons,
  id: lessons.id,
  scope: lessonScope,
  sort: { scheduled_on: lessons.scheduledOn },
  where: (filter, context) => {
    const day = dayOf({ filter }, context);
    const startOf = (date: string) =>
      new Date(startOfBusinessDay(date, context.settings.businessTimeZone).toString());
    return and(
      gte(lessons.scheduledOn, startOf(day)),
      lt(lessons.scheduledOn, startOf(addDays(day, 1))),
      filter.tutor === undefined ? undefined : taughtBy(filter.tutor),
      filter.class === undefined ? undefined : ofClass(filter.class, context),
    );
  },
  cards: async (db, ids) => {
    const cards = await lessonCards(db, ids);
    const hosting = await db
      .select({ id: lessons.id, platform: lessons.hostingPlatform, type: lessons.hostingType })
      .from(lessons)
      .where(anyOfList(lessons.id, ids, 'uuid'));
    const hostedAs = new Map(hosting.map((row) => [row.id, row]));
    const places = await countPlaces(db, ids);
    const attended = await countAttended(db, ids);
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
      { header: 'video_student', value: ({ counts }) => counts.video_student },
    ],
  ],
});

/** A page of a business day's lessons; which day that is, and the instant by which they come, are live or over. */
const page = async (
  context: Context,
  query: DayQuery,
): Promise<ResponseOf<typeof listOperation>> => ({
  ...(await dayList.page(context, query)),
  date: dayOf(query, context),
  now: context.clock.now().toISOString(),
});

export const lessonDay = { page, csv: dayList.csv };
