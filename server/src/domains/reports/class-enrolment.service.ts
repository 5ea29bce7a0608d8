import { and, sql } from 'drizzle-orm';
import {
  recentDays,
  type ClassEnrolment,
  type EnrolledKind,
  type EnrolmentFilter,
  type listClassEnrolment,
  type listStudentsOfClasses,
  type readEnrolmentFigures,
  type RecentDays,
  type RecentOrders,
} from 'staffroom-contract/domains/reports/class-enrolment.contract.ts';
import type { ResponseOf } from 'staffroom-contract/shared/operation.ts';
import type { Actor, Context } from '../../platform/context.ts';
import type { CsvColumn } from '../../platform/csv.ts';
import { refusal } from '../../platform/errors.ts';
import type { ListQueryOf } from '../../platform/handle-record.ts';
import { defineListQuery, withQuery } from '../../platform/list-query.ts';
import { teachers } from '../classes/classes.queries.ts';
import { classes } from '../classes/classes.schema.ts';
import { reportedStudentScope } from '../users/users.policy.ts';
import * as queries from './class-enrolment.queries.ts';
import { countedStudents } from './counted-students.ts';

/** Tutors see the number of orders of their classes, but not the agents (ADR 26). */
const seesAgents = (actor: Actor) => actor.role !== 'Tutor';

const noAgent = 'No agent';

/** Returns the figures of all matching classes (part 2 §2, Class enrolment). */
export const readFigures = async (
  context: Context,
  filter: EnrolmentFilter,
): Promise<ResponseOf<typeof readEnrolmentFigures>> => {
  const figures = await queries.readFigures(context.db, filter, context);
  if (!figures) throw new Error('The counts returned no row.');
  const ordersOf = (days: RecentDays) => ({
    total: figures[`total_${days}`],
    before: figures[`before_${days}`],
  });
  return {
    data: {
      classes: figures.classes,
      students: { active: figures.active, aggregate: figures.aggregate },
      next_lesson_trials: { students: figures.trials, classes: figures.trial_classes },
      orders: { '1': ordersOf(1), '7': ordersOf(7), '30': ordersOf(30) },
    },
  };
};

const ordersIn = (days: RecentDays): CsvColumn<ClassEnrolment>[] => {
  const of = (row: ClassEnrolment) => row.recent_order_summary[days];
  const header = days === 1 ? 'orders_1_day' : `orders_${days}_days`;
  return [
    { header, value: (row) => of(row).total },
    {
      header: `${header}_by_agent`,
      value: (row) =>
        of(row)
          .agents?.map(({ name, count }) => `${name} ${count}`)
          .join('; '),
    },
  ];
};

/** The list of classes with their students and orders. */
export const enrolmentList = defineListQuery<
  ListQueryOf<typeof listClassEnrolment>,
  ClassEnrolment
>({
  from: classes,
  sort: {
    active: queries.activeCount,
    aggregate: queries.aggregateCount,
    name: sql`lower(${classes.name})`,
    trials: queries.trialCount,
    orders_1: queries.recentCount(1),
    orders_7: queries.recentCount(7),
    orders_30: queries.recentCount(30),
  },
  where: ({ next_lesson_trial: isTried, ...filter }, context) =>
    and(queries.matchingClasses(filter, context), isTried && queries.isNextTried(context)),
  cards: async (db, ids, context) => {
    const [taught, enrolments, orders] = [
      await teachers.list(db, ids),
      await queries.listEnrolments(db, ids, context),
      await queries.listRecentOrders(db, ids, context),
    ];
    const ofClass = Map.groupBy(orders, ({ class_id: id }) => id);
    return enrolments.map((row) => {
      const recent = (days: RecentDays) =>
        recentOrders(ofClass.get(row.id) ?? [], days, context.actor);
      return {
        _id: row.id,
        class: {
          _id: row.id,
          name: row.name,
          tutor: taught.get(row.id)?.tutor ?? [],
          next_lesson: row.next && {
            ...row.next,
            scheduled_on: new Date(row.next.scheduled_on).toISOString(),
            ended_on: new Date(row.next.ended_on).toISOString(),
            trial_student: row.trials,
            trial_student_count: row.trial_count,
          },
        },
        aggregate_student_count: row.aggregate,
        active_student_count: row.active,
        recent_order_summary: { '1': recent(1), '7': recent(7), '30': recent(30) },
      };
    });
  },
  csv: [
    'class-enrolment.csv',
    [
      { header: 'class', value: (row) => row.class.name },
      { header: 'tutor', value: (row) => row.class.tutor.map(({ name }) => name).join(', ') },
      { header: 'next_lesson', time: (row) => row.class.next_lesson?.scheduled_on },
      {
        header: 'next_lesson_trial_count',
        value: (row) => row.class.next_lesson?.trial_student_count ?? 0,
      },
      {
        header: 'next_lesson_trial_student',
        value: (row) => row.class.next_lesson?.trial_student.map(({ name }) => name).join(', '),
      },
      { header: 'aggregate_student_count', value: (row) => row.aggregate_student_count },
      { header: 'active_student_count', value: (row) => row.active_student_count },
      ...recentDays.flatMap(ordersIn),
    ],
  ],
});

/** A class's orders of the last `days` days by agent, most orders first. */
const recentOrders = (
  rows: readonly queries.AgentOrders[],
  days: RecentDays,
  actor: Actor,
): RecentOrders => {
  const counted = rows
    .map((row) => ({ _id: row.agent_id, name: row.agent ?? noAgent, count: row[`days_${days}`] }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count);
  return {
    total: counted.reduce((sum, { count }) => sum + count, 0),
    agents: seesAgents(actor) ? counted : null,
  };
};

type BehindCount = { id: string; kind: EnrolledKind };

/** The students behind a count. Throws not_found for a class that the actor does not see. */
export const studentsBehind = async (context: Context, { id, kind }: BehindCount) => {
  if (!(await queries.isSeen(context.db, id, context))) throw refusal('not_found');
  return countedStudents({
    ids: queries.studentsBehind[kind](sql`${id}::uuid`, context.clock.now()),
    scope: reportedStudentScope,
  });
};

type ClassesQuery = ListQueryOf<typeof listStudentsOfClasses>;

/** The students behind a figure of all matching classes. */
export const studentsOfClasses = (
  context: Context,
  { kind }: { kind: EnrolledKind },
  { filter: { student: _search, ...ofClasses } }: ClassesQuery,
) => {
  const classes = queries.classesOf(ofClasses, context);
  return withQuery(
    countedStudents({
      ids: queries.studentsBehind[kind](classes, context.clock.now()),
      scope: reportedStudentScope,
    }),
    ({ filter: { student }, ...page }: ClassesQuery) => ({
      ...page,
      filter: student === undefined ? {} : { search: student },
    }),
  );
};
