import { and, desc, eq, lte, sql, type SQL } from 'drizzle-orm';
import {
  type AttendanceCounts,
  type AttendanceOfStudent,
  type ReportedLesson,
  type listAttendanceOfStudents,
  type listLessonAttendance,
  type ReportedStudent,
  type sumLessonAttendance as sumOperation,
} from 'staffroom-contract/domains/attendance/lesson-attendance.contract.ts';
import {
  attendanceRate,
  mostDaysSummed,
} from 'staffroom-contract/domains/attendance/lesson-attendance.rules.ts';
import { noAttendance } from 'staffroom-contract/domains/attendance/attendance.rules.ts';
import { countDays, toBusinessDay } from 'staffroom-contract/shared/dates.ts';
import { valuesOf } from 'staffroom-contract/shared/lists.ts';
import type { BodyOf, QueryOf, ResponseOf } from 'staffroom-contract/shared/operation.ts';
import type { Context } from '../../platform/context.ts';
import { csvAnswer, type CsvAnswer, type CsvColumn } from '../../platform/csv.ts';
import type { Db } from '../../platform/database.ts';
import { notFound, refusal } from '../../platform/errors.ts';
import type { ListQueryOf } from '../../platform/handle-record.ts';
import { defineListQuery, eachCard, onDays } from '../../platform/list-query.ts';
import { anyOfList, containsText } from '../../platform/sql-conditions.ts';
import { teachers } from '../lessons/lesson-record.queries.ts';
import { lessonScope } from '../lessons/lessons.policy.ts';
import { findById, selectSummaries } from '../lessons/lessons.queries.ts';
import { lessons } from '../lessons/lessons.schema.ts';
import { reportedStudentScope } from '../users/users.policy.ts';
import {
  countByLesson,
  countOfLesson,
  isAttendanceMissing,
  listStatuses,
  rateOfLesson,
  sumOfLessons,
} from './lesson-attendance.queries.ts';
import { attendanceIn } from './attendance.service.ts';

type Filter = BodyOf<typeof listLessonAttendance>;
type Query = QueryOf<typeof listLessonAttendance> & { filter: Filter };

/** Condition for the lessons of a filter: active, begun, and starting on these business days. */
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
    lte(lessons.scheduledAt, now),
    onDays(lessons.scheduledAt)({ between: [start, end] }, context),
    ofClass && sql`${lessons.classId} in (select classes.id from classes where ${ofClass})`,
    tutorName ? isTaughtByNamed(tutorName) : undefined,
    filter.missing === undefined ? undefined : sql`${isAttendanceMissing(now)} = ${filter.missing}`,
  );
};

const isTaughtByNamed = (name: string) =>
  sql`${lessons.id} in (select taught.lesson_id from lesson_staff taught join users on users.id = taught.user_id
    where taught.kind = 'tutor' and users.type = 'Tutor' and ${containsText(sql`users.name_key`, name)})`;

/** Returns the requested business days. Throws invalid_value if the start is after the end. */
export const periodOf = (
  { date_range: { between } }: Pick<Filter, 'date_range'>,
  { settings }: Context,
) => {
  const [start, end] = between.map((day) => toBusinessDay(day, settings.businessTimeZone));
  if (start === undefined || end === undefined || start > end)
    throw refusal('invalid_value', {
      field: 'date_range',
      message: 'The start is after the end.',
    });
  return { start, end };
};

const presentLesson = (row: Awaited<ReturnType<typeof selectSummaries>>[number]) => ({
  _id: row.id,
  class: { _id: row.classId, name: row.className, subject: row.subject },
  name: row.name,
  meta: { index: row.lessonIndex, term: row.term },
  scheduled_on: row.scheduledAt.toISOString(),
  ended_on: row.endedAt.toISOString(),
});

type Column = CsvColumn<ReportedLesson>;

const countColumns = (kind: 'paying' | 'trial'): Column[] => [
  ...(['attended', 'half', 'absent', 'unknown'] as const).map(
    (name: keyof AttendanceCounts): Column => ({
      header: `${kind}_${name}`,
      value: (row) => row[kind][name],
    }),
  ),
  { header: `${kind}_attended_percent`, value: (row) => attendanceRate(row[kind]) },
];

/** The lessons of a period with the attendance of their students. Throws invalid_value. */
export const lessonAttendanceList = defineListQuery<Query, ReportedLesson>({
  from: lessons,
  scope: lessonScope,
  // Sorting by a count calculates it for all lessons of the period, so the period is limited.
  check: (context, { sortBy, filter }) => {
    if (sortBy !== 'scheduled_on') requireSummable(context, filter);
  },
  sort: {
    scheduled_on: lessons.scheduledAt,
    attended: ({ clock }) => countOfLesson('attended', clock.now()),
    half: ({ clock }) => countOfLesson('half', clock.now()),
    absent: ({ clock }) => countOfLesson('absent', clock.now()),
    unknown: ({ clock }) => countOfLesson('unknown', clock.now()),
    rate: ({ clock }) => rateOfLesson(clock.now()),
  },
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

/** Returns the counts of all lessons of a period together. Throws invalid_value if the period is too long. */
export const sumLessonAttendance = async (
  context: Context,
  filter: Filter,
): Promise<ResponseOf<typeof sumOperation>> => {
  requireSummable(context, filter);
  const where = and(lessonScope(context.actor), lessonsOf(filter, context));
  return { data: await sumOfLessons(context.db, where, context.clock.now()) };
};

const requireSummable = (context: Context, filter: Filter) => {
  const { start, end } = periodOf(filter, context);
  if (countDays({ start, end }) > mostDaysSummed)
    throw refusal('invalid_value', {
      field: 'date_range',
      message: `The period can have at most ${mostDaysSummed} days.`,
    });
};

type StudentQuery = ListQueryOf<typeof listAttendanceOfStudents>;

const statusesOf = async (
  db: Db,
  context: Context,
  { kind, attended, student }: StudentQuery['filter'],
  { where, max, offset }: { where: SQL | undefined; max: number | null; offset: number },
) => {
  const found = await listStatuses(
    db,
    where,
    { kind, attended: valuesOf(attended), name: student?.regex.trim().toLowerCase() },
    { scope: reportedStudentScope(context.actor), max, offset, now: context.clock.now() },
  );
  const ids = [...new Set(found.data.map(({ lesson_id: id }) => id))];
  const rows = await selectSummaries(db).where(anyOfList(lessons.id, ids, 'uuid'));
  const lessonOf = new Map(rows.map((row) => [row.id, presentLesson(row)]));
  const data = found.data.flatMap(({ lesson_id, student_id: _id, name, ...row }) => {
    const lesson = lessonOf.get(lesson_id);
    return lesson ? { ...row, student: { _id, name }, lesson } : [];
  });
  return { ...found, data };
};

/** Returns a page of the students behind a count of the total. Throws as `sumLessonAttendance`. */
const attendancePage = async (
  context: Context,
  { filter, max, offset }: StudentQuery,
): Promise<ResponseOf<typeof listAttendanceOfStudents>> => {
  requireSummable(context, filter);
  const where = and(lessonScope(context.actor), lessonsOf(filter, context));
  const { data, count, all } = await statusesOf(context.db, context, filter, {
    where,
    max,
    offset,
  });
  return { data, count, unnamed: filter.student ? 0 : all - count };
};

/** Lessons read at a time for a file: their few thousand students are in memory together. */
const lessonsAtOnce = 50;

const exportAttendance = (context: Context, { filter }: StudentQuery): CsvAnswer => {
  requireSummable(context, filter);
  const where = and(lessonScope(context.actor), lessonsOf(filter, context));
  const { scheduledAt, id } = lessons;
  return csvAnswer(
    'attendance-of-students.csv',
    attendanceColumns,
    eachCard(context, {
      ids: (db, last?: { id: string; key: string }) =>
        db
          .select({ id: sql<string>`${id}`, key: sql<string>`${scheduledAt}::text` })
          .from(lessons)
          .where(and(where, last && sql`(${scheduledAt}, ${id}) < (${last.key}, ${last.id})`))
          .orderBy(desc(scheduledAt), desc(id))
          .limit(lessonsAtOnce),
      cards: async (db, ids) => {
        const these = anyOfList(id, ids, 'uuid');
        return (await statusesOf(db, context, filter, { where: these, max: null, offset: 0 })).data;
      },
    }),
  );
};

const attendanceColumns: CsvColumn<AttendanceOfStudent>[] = [
  { header: 'student', value: ({ student }) => student.name },
  { header: 'kind', value: ({ kind }) => kind },
  { header: 'attendance', value: ({ status }) => status ?? noAttendance },
  { header: 'class', value: ({ lesson }) => lesson.class.name },
  { header: 'lesson', value: ({ lesson }) => lesson.name },
  { header: 'term', value: ({ lesson }) => lesson.meta.term },
  { header: 'index', value: ({ lesson }) => lesson.meta.index },
  { header: 'scheduled_on', time: ({ lesson }) => lesson.scheduled_on },
];

export const attendanceOfStudents = { page: attendancePage, csv: exportAttendance };

/** Returns the students behind the counts of a lesson. Throws not_found. */
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

/** Returns the same as CSV. Throws not_found. */
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
