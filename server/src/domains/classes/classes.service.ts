import {
  fitsTogether,
  type Class,
  type CreateClass,
  type updateClass as updateOperation,
} from 'staffroom-contract/domains/classes/class-record.contract.ts';
import type { BodyOf } from 'staffroom-contract/shared/operation.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { announce } from '../../platform/events.ts';
import { requireFit } from '../../platform/field-problems.ts';
import { changeRecordIn, createRecord, defineRecord } from '../../platform/record.ts';
import { columnsOf } from '../../platform/wire.ts';
import { requireTeachers } from '../users/teachers.service.ts';
import { classTypeChanged } from './classes.events.ts';
import { classScope } from './classes.policy.ts';
import { presentClass, recordedClass } from './classes.presenter.ts';
import * as classQueries from './classes.queries.ts';
import { classes } from './classes.schema.ts';

/** A class with its teachers, for its reads, updates and audit trail. */
export const classRecord = defineRecord({
  entity: 'class',
  table: classes,
  scope: classScope,
  read: async (db, row: classQueries.ClassRow, { clock }) => ({
    row,
    teachers: await classQueries.teachers.find(db, row.id),
    lessonCount: await classQueries.countLessons(db, row.id),
    students: await classQueries.countStudents(db, row.id, clock.now()),
  }),
  record: recordedClass,
  present: (details, { actor }) => presentClass(details, actor),
});

/** Fields of an update that are options, not columns. */
type Asked =
  | 'version'
  | 'coming_lessons'
  | 'allow_overlap'
  | 'allow_host_overlap'
  | 'allow_unusual'
  | 'allow_pay_change';
type Fields = Partial<Omit<BodyOf<typeof updateOperation>, Asked>>;

/** Creates a class with its tutors and TAs, at most once per Idempotency-Key. Throws invalid_value. */
export const createClass = (context: Context, body: CreateClass) =>
  createRecord(context, classRecord, async (tx, insert) => {
    await requireTeachers(tx, body);
    const id = await insert({
      ...toColumns(body),
      name: body.name,
      subject: body.subject,
      startDate: new Date(body.start_date),
      endDate: new Date(body.end_date),
    });
    await classQueries.teachers.replace(tx, id, body);
  });

type Changes = Fields & Pick<BodyOf<typeof updateOperation>, 'version' | 'allow_pay_change'>;

/**
 * Changes the given fields of a class in a larger transaction; returns the class before and after. Throws not_found,
 * stale, invalid_value, paid_lessons_change unless that is allowed.
 */
export const changeClass = async (
  tx: Db,
  context: Context,
  id: string,
  { version, allow_pay_change: allowed, ...body }: Changes,
): Promise<{ before: Class; after: Class }> => {
  const seen: Class[] = [];
  const change = { id, version, action: 'updated' };
  const after = await changeRecordIn(tx, context, classRecord, change, async (_tx, { shown }) => {
    seen.push(shown);
    requireFit(fitsTogether, { ...shown, ...body });
    await requireTeachers(tx, body);
    await classQueries.teachers.replace(tx, id, body);
    return toColumns(body);
  });
  const before = seen[0] ?? after;
  if (before.class_type !== after.class_type)
    await announce(tx, context, classTypeChanged, {
      classId: id,
      before: before.class_type,
      allowed,
    });
  return { before, after };
};

const toColumns = ({ desc, level, schedule, tutor: _tutor, ta: _ta, _id, ...fields }: Fields) =>
  columnsOf(classes, { ...fields, ...schedule, description: desc, levels: level });
