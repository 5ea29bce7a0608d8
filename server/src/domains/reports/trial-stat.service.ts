import { and, eq, gte, lt, sql } from 'drizzle-orm';
import { percentOf } from 'staffroom-contract/domains/reports/report-days.ts';
import {
  mostDaysSorted,
  trialStudentSchema,
  type listTrialStat,
  type TrialCount,
  type TrialStat,
  type TrialStudent,
} from 'staffroom-contract/domains/reports/trial-stat.contract.ts';
import { periodProblem } from 'staffroom-contract/domains/tickets/ticket-stat.rules.ts';
import { countDays, toBusinessDay } from 'staffroom-contract/shared/dates.ts';
import { spanOf } from '../../platform/business-period.ts';
import type { Context } from '../../platform/context.ts';
import { shownColumns } from '../../platform/csv.ts';
import { refusal } from '../../platform/errors.ts';
import type { ListQueryOf } from '../../platform/handle-record.ts';
import { anyOf, defineListQuery } from '../../platform/list-query.ts';
import { classScope } from '../classes/classes.policy.ts';
import { classes } from '../classes/classes.schema.ts';
import { lessons } from '../lessons/lessons.schema.ts';
import { teachers } from '../lessons/lesson-record.queries.ts';
import { countedRows } from './counted-students.ts';
import * as queries from './trial-stat.queries.ts';

type TrialStatQuery = ListQueryOf<typeof listTrialStat>;

const ofLesson = sql.raw('lessons.id');

/** The lessons of a period with trials, and their results (part 2 §3, Trial stat row). */
export const trialStatList = defineListQuery<TrialStatQuery, TrialStat>({
  from: lessons,
  check: (context, query) => requireSortable(context, query),
  sort: {
    scheduled_on: lessons.scheduledAt,
    class: sql`(select lower(classes.name) from classes where classes.id = lessons.class_id)`,
    registered: queries.trialCountOf(ofLesson),
    attended: (context) => queries.countOf(ofLesson, 'attended', context),
    converted: (context) => queries.countOf(ofLesson, 'converted', context),
    'attended-converted': (context) => queries.countOf(ofLesson, 'attended-converted', context),
  },
  matchesOnce: true,
  where: (filter, context) => {
    const { from, to } = spanOf(context, daysOf(filter, context));
    const ofClasses = and(
      classScope(context.actor),
      filter.subject && anyOf(classes.subject)(filter.subject, context),
    );
    return and(
      eq(lessons.isActive, true),
      gte(lessons.scheduledAt, from),
      lt(lessons.scheduledAt, to),
      ofClasses &&
        sql`exists (select from ${classes} where ${classes.id} = ${lessons.classId} and ${ofClasses})`,
      sql`exists (select from roster_sources place where place.lesson_id = ${lessons.id}
        and place.released_at is null and place.kind = 'TRIAL')`,
    );
  },
  cards: async (db, ids, context) => {
    const [taught, held, trials] = [
      await teachers.list(db, ids),
      await queries.listLessons(db, ids),
      await queries.listTrials(db, ids, context),
    ];
    const ofLessons = Map.groupBy(trials, ({ lesson_id: id }) => id);
    return held.map((lesson) => ({
      _id: lesson.id,
      class: { _id: lesson.class_id, name: lesson.class_name },
      lesson: {
        _id: lesson.id,
        name: lesson.name,
        meta: { index: lesson.index, term: lesson.term },
        scheduled_on: new Date(lesson.scheduled_at).toISOString(),
      },
      tutor: taught.get(lesson.id)?.tutor ?? [],
      ...countsOf((ofLessons.get(lesson.id) ?? []).map(presentTrial)),
    }));
  },
  csv: [
    'trial-stat.csv',
    [
      { header: 'class', value: (row) => row.class.name },
      { header: 'lesson', value: (row) => row.lesson.name },
      { header: 'term', value: (row) => row.lesson.meta.term },
      { header: 'index', value: (row) => row.lesson.meta.index },
      { header: 'scheduled_on', time: (row) => row.lesson.scheduled_on },
      { header: 'tutor', value: (row) => row.tutor.map(({ name }) => name).join(', ') },
      { header: 'registered_trial_count', value: (row) => row.registered_trial_count },
      { header: 'attendance_count', value: (row) => row.attendance_count },
      { header: 'attendance_percentage', value: (row) => row.attendance_percentage },
      { header: 'converted_count', value: (row) => row.converted_count },
      { header: 'attended_converted_count', value: (row) => row.attended_converted_count },
      {
        header: 'attended_converted_percentage',
        value: (row) => row.attended_converted_percentage,
      },
      {
        header: 'trial_student',
        value: (row) =>
          row.trial_student
            .map(({ name, email }) => (name ? `${name} <${email}>` : email))
            .join('; '),
      },
    ],
  ],
});

/** Throws invalid_value if the days are too many to sort by attendance or purchases. */
const requireSortable = (context: Context, { sortBy, filter }: TrialStatQuery) => {
  const isLookedUp = sortBy !== 'scheduled_on' && sortBy !== 'class' && sortBy !== 'registered';
  if (isLookedUp && countDays(daysOf(filter, context)) > mostDaysSorted)
    throw refusal('invalid_value', {
      field: 'date_range',
      message: `At most ${mostDaysSorted} days are sorted by this count.`,
    });
};

/** Throws invalid_value at the range of days for a start after the end and for more than three years. */
const daysOf = ({ date_range: range }: TrialStatQuery['filter'], { settings }: Context) => {
  const [start, end] = range.between.map((day) =>
    toBusinessDay(day, settings.businessTimeZone),
  ) as [string, string];
  const problem = periodProblem({ start, end });
  if (problem) throw refusal('invalid_value', { field: 'date_range', message: problem[1] });
  return { start, end };
};

const presentTrial = (trial: queries.Trial): TrialStudent => ({
  _id: trial.student_id,
  name: trial.name,
  email: trial.email,
  attendance: trial.attended,
  class_purchased: trial.purchase_id !== null,
  purchase:
    trial.purchase_id === null || trial.purchased_at === null
      ? null
      : { _id: trial.purchase_id, on: new Date(trial.purchased_at).toISOString() },
});

/** The counts of a lesson's trial students; unknown attendance is neither attended nor absent. */
const countsOf = (students: TrialStudent[]) => {
  const attended = students.filter(({ attendance }) => attendance === 'attended');
  const known = students.filter(({ attendance }) => attendance !== null).length;
  const bought = (some: TrialStudent[]) =>
    some.filter(({ class_purchased: hasBought }) => hasBought).length;
  return {
    registered_trial_count: students.length,
    attendance_count: attended.length,
    converted_count: bought(students),
    attended_converted_count: bought(attended),
    attendance_percentage: percentOf(attended.length, known),
    attended_converted_percentage: percentOf(bought(attended), attended.length),
    trial_student: students,
  };
};

type BehindCount = { id: string; count: TrialCount };

/** The students behind a count of a lesson. Throws not_found for a lesson outside the statistics. */
export const studentsBehind = async (context: Context, { id, count }: BehindCount) => {
  if (!(await queries.isSeen(context.db, id, context))) throw refusal('not_found');
  const column = shownColumns(trialStudentSchema);
  return countedRows<TrialStudent>({
    ids: queries.studentsBehind(id, count, context),
    fileName: 'trial-students.csv',
    cards: async (db, found) =>
      (await queries.listTrials(db, [id], context))
        .map(presentTrial)
        .filter(({ _id }) => found.includes(_id)),
    columns: [
      ...column('name', 'email'),
      { header: 'attendance', value: ({ attendance }) => attendance ?? 'N/A' },
      ...column('class_purchased'),
      { header: 'purchased_on', time: ({ purchase }) => purchase?.on },
    ],
  });
};
