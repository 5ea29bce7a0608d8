import { and, gte, lt } from 'drizzle-orm';
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
