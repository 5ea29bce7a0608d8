import { and, eq, lte, sql } from 'drizzle-orm';
import {
  type AttendanceCounts,
  type AttendedLesson,
  type listAttendedLessons,
  type ReportedStudent,
  type sumAttendance as sumOperation,
} from '@staffroom/contract/domains/attendance/attendance-report.contract.ts';
import {
  attendanceRate,
  mostDaysSummed,
} from '@staffroom/contract/domains/attendance/attendance-report.rules.ts';
import { noAttendance } from '@staffroom/contract/domains/attendance/attendance.rules.ts';
import { toBusinessDay } from '@staffroom/contract/shared/dates.ts';
import { valuesOf } from '@staffroom/contract/shared/lists.ts';
import type { BodyOf, QueryOf, ResponseOf } from '@staffroom/contract/shared/operation.ts';
import type { Context } from '../../platform/context.ts';
import { csvAnswer, type CsvColumn } from '../../platform/csv.ts';
import { notFound, refusal } from '../../platform/errors.ts';
import { defineListQuery, onDays } from '../../platform/list-query.ts';
import { anyOfList, containsText } from '../../platform/sql-conditions.ts';
import { teachers } from '../lessons/lesson-record.queries.ts';
import { lessonScope } from '../lessons/lessons.policy.ts';
import { findById, selectSummaries } from '../lessons/lessons.queries.ts';
import { lessons } from '../lessons/lessons.schema.ts';
import { reportedStudentScope } from '../users/users.policy.ts';
import { countByLesson, isAttendanceMissing, sumOfLessons } from './attendance-report.queries.ts';
import { attendanceIn } from './attendance.service.ts';

type Filter = BodyOf<typeof listAttendedLessons>;
type Query = QueryOf<typeof listAttendedLessons> & { filter: Filter };

/** The lessons that a filter asks for: active, begun, of the business days of their starts. */
const lessonsOf = (filter: Filter, context: Context) => {
  const { start, end } = periodOf(filter, context);
  const now = context.clock.now();
  const [className, tutorName] = [filter.class_name, filter.tutor_name].map((name) =>
    name?.regex.trim().toLowerCase(),
  );
  const ofClass = and(
    className ? containsText(sql`lower(classes.name)`, className) : undefined,
    filter.subject && anyOfList(sql`classes.subject`, valuesOf(filter.subject) ?? [], 'text'),
  );
  return and(
    eq(lessons.isActive, true),
    lte(lessons.scheduledOn, now),
    onDays(lessons.scheduledOn)({ between: [start, end] }, context),
    ofClass && sql`${lessons.classId} in (select classes.id from classes where ${ofClass})`,
    tutorName ? isTaughtByNamed(tutorName) : undefined,
    filter.missing === undefined ? undefined : sql`${isAttendanceMissing(now)} = ${filter.missing}`,
  );
};

const isTaughtByNamed = (name: string) =>
  sql`${lessons.id} in (select taught.lesson_id from lesson_staff taught join users on users.id = taught.user_id
    where taught.kind = 'tutor' and users.type = 'Tutor' and ${containsText(sql`users.name_key`, name)})`;

/** The business days that a report is asked for. Throws invalid_value for a start after the end. */
export const periodOf = (
  { date_range: { between } }: Pick<Filter, 'date_range'>,
  { settings }: Context,
) => {
  const [start, end] = between.map((day) => toBusinessDay(day, settings.businessTimeZone));
  if (start === undefined || end === undefined || start > end)
    throw refusal('invalid_value', {
      field: 'date_range',
      message: 'The start lies after the end.',
    });
  return { start, end };
};

const presentLesson = (row: Awaited<ReturnType<typeof selectSummaries>>[number]) => ({
  _id: row.id,
  class: { _id: row.classId, name: row.className, subject: row.subject },
  name: row.name,
  meta: { index: row.lessonIndex, term: row.term },
  scheduled_on: row.scheduledOn.toISOString(),
  ended_on: row.endedOn.toISOString(),
});

type Column = CsvColumn<AttendedLesson>;

const countColumns = (kind: 'paying' | 'trial'): Column[] => [
  ...(['attended', 'half', 'absent', 'unknown'] as const).map(
    (name: keyof AttendanceCounts): Column => ({
      header: `${kind}_${name}`,
      value: (row) => row[kind][name],
    }),
  ),
  { header: `${kind}_attended_percent`, value: (row) => attendanceRate(row[kind]) },
];

/** The lessons of a period with how their students attended. */
export const attendedLessonList = defineListQuery<Query, AttendedLesson>({
  from: lessons,
  id: lessons.id,
  scope: lessonScope,
  sort: { scheduled_on: lessons.scheduledOn },
  where: lessonsOf,
  cards: async (db, ids, { clock }) => {
    const rows = await selectSummaries(db).where(anyOfList(lessons.id, ids, 'uuid'));
    const taught = await teachers.list(db, ids);
    const counts = await countByLesson(db, ids, clock.now());
    return rows.map((row) => ({
      ...presentLesson(row),
      tutor: taught.get(row.id)?.tutor ?? [],
      ...counts(row.id),
    }));
  },
  csv: [
    'lesson-attendance.csv',
    [
      { header: 'class', value: (row) => row.class.name },
      { header: 'subject', value: (row) => row.class.subject },
      { header: 'term', value: ({ meta }) => meta.term },
      { header: 'index', value: ({ meta }) => meta.index },
      { header: 'lesson', value: ({ name }) => name },
      { header: 'tutor', value: ({ tutor }) => tutor.map(({ name }) => name).join('; ') },
      { header: 'scheduled_on', time: (row) => row.scheduled_on },
      { header: 'ended_on', time: (row) => row.ended_on },
      ...countColumns('paying'),
      ...countColumns('trial'),
    ],
  ],
});

/** The counts of all lessons of a period together. Throws invalid_value for a period that is too long. */
export const sumAttendance = async (
  context: Context,
  filter: Filter,
): Promise<ResponseOf<typeof sumOperation>> => {
  const { start, end } = periodOf(filter, context);
  if (Temporal.PlainDate.from(start).until(end).days >= mostDaysSummed)
    throw refusal('invalid_value', {
      field: 'date_range',
      message: `At most ${mostDaysSummed} days are counted together.`,
    });
  const where = and(lessonScope(context.actor), lessonsOf(filter, context));
  return { data: await sumOfLessons(context.db, where, context.clock.now()) };
};

/** Whom the counts of a lesson are of. Throws not_found. */
export const readReportedStudents = async (context: Context, lessonId: string) => {
  const { db, actor } = context;
  const lesson = await findById(db, lessonId, lessonScope(actor));
  if (!lesson) throw notFound('id');
  const { students, unnamed } = await attendanceIn(db, context, lessonId, {
    lesson: lessonScope(actor),
    students: reportedStudentScope(actor),
  });
  const data = students.map(({ _id, name, kind, status, correction }): ReportedStudent => ({
    _id,
    name,
    kind,
    status,
    corrected: correction !== null,
  }));
  return { data, count: data.length + unnamed, unnamed, lesson: presentLesson(lesson) };
};

/** The same as CSV. Throws not_found. */
export const exportReportedStudents = async (context: Context, lessonId: string) =>
  csvAnswer(
    'attendance-students.csv',
    studentColumns,
    (await readReportedStudents(context, lessonId)).data,
  );

const studentColumns: CsvColumn<ReportedStudent>[] = [
  { header: 'name', value: ({ name }) => name },
  { header: 'kind', value: ({ kind }) => kind },
  { header: 'attendance', value: ({ status }) => status ?? noAttendance },
  { header: 'corrected', value: ({ corrected }) => corrected },
];
