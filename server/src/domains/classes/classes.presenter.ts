import { can } from 'staffroom-contract/domains/identity/permissions.ts';
import type { Class } from 'staffroom-contract/domains/classes/class-record.contract.ts';
import {
  classSummarySchema,
  type ClassSummary,
} from 'staffroom-contract/domains/classes/classes.contract.ts';
import type { Actor } from '../../platform/context.ts';
import { presentColumns } from '../../platform/wire.ts';
import type { Teachers } from '../users/teachers.service.ts';
import type { ClassRow as Row } from './classes.queries.ts';

/** Presents a class for lists and pickers. */
export const presentClassSummary = (row: Row, tutor: ClassSummary['tutor']): ClassSummary =>
  presentColumns(classSummarySchema, row, { level: row.levels, schedule: scheduleOf(row), tutor });

const scheduleOf = (row: Row) => ({
  date_of_week: row.dateOfWeek,
  start_time: row.startTime,
  end_time: row.endTime,
});

type ClassDetails = {
  row: Row;
  teachers: Teachers;
  lessonCount: number;
  students: Class['students'];
};

/** Presents a class for the audit trail (ADR 11). */
export const recordedClass = ({ row, teachers }: Pick<ClassDetails, 'row' | 'teachers'>) => ({
  ...presentClassSummary(row, teachers.tutor),
  country: row.country,
  desc: row.description,
  ta: teachers.ta,
  created: row.created.toISOString(),
  version: row.version,
});

/** Presents a whole class for its form and its page. */
export const presentClass = (details: ClassDetails, actor: Actor): Class => ({
  ...recordedClass(details),
  lesson_count: details.lessonCount,
  students: details.students,
  abilities: { manage: can(actor, 'course.canManage') },
});
