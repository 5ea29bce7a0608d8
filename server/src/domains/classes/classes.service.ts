import type {
  Class,
  CreateClass,
  updateClass as updateOperation,
} from '@staffroom/contract/domains/classes/class-record.contract.ts';
import { rateProblem } from '@staffroom/contract/domains/classes/classes.rules.ts';
import type { BodyOf } from '@staffroom/contract/shared/operation.ts';
import type { Context } from '../../platform/context.ts';
import { refusal } from '../../platform/errors.ts';
import { changeRecord, createRecord, defineRecord } from '../../platform/record.ts';
import { requireTeachers } from '../users/teachers.service.ts';
import { classScope } from './classes.policy.ts';
import { presentClass, recordedClass } from './classes.presenter.ts';
import * as classQueries from './classes.queries.ts';
import { classes } from './classes.schema.ts';
import { toColumns } from './class-columns.ts';

export const classRecord = defineRecord({
  entity: 'class',
  table: classes,
  scope: classScope,
  read: async (db, row: classQueries.ClassRow) => ({
    row,
    teachers: await classQueries.teachers.find(db, row.id),
    lessonCount: await classQueries.countLessons(db, row.id),
  }),
  record: recordedClass,
  present: (details, { actor }) => presentClass(details, actor),
});

/** Creates a class with its tutors and TAs, at most once per Idempotency-Key. Throws invalid_value. */
export const createClass = (context: Context, body: CreateClass) =>
  createRecord(context, classRecord, async (tx, base) => {
    await requireTeachers(tx, body);
    await classQueries.insert(tx, {
      ...toColumns(body),
      ...base,
      name: body.name,
      subject: body.subject,
      startDate: new Date(body.start_date),
      endDate: new Date(body.end_date),
    });
    await classQueries.teachers.replace(tx, base.id, body);
  });

/** Changes the given fields of a class. Throws not_found, stale, invalid_value. */
export const updateClass = (
  context: Context,
  id: string,
  { version, ...body }: BodyOf<typeof updateOperation>,
) =>
  changeRecord(context, classRecord, { id, version, action: 'updated' }, async (tx, { shown }) => {
    refuseMisfit({ ...shown, ...body });
    await requireTeachers(tx, body);
    await classQueries.teachers.replace(tx, id, body);
    return toColumns(body);
  });

/** What was sent must fit what stays: the end after the start, the rate to the currency. */
const refuseMisfit = (after: Pick<Class, 'start_date' | 'end_date' | 'rate' | 'currency'>) => {
  if (Date.parse(after.end_date) <= Date.parse(after.start_date))
    throw refusal('invalid_value', {
      field: 'end_date',
      message: 'The end is not after the start',
    });
  const problem = rateProblem(after.rate, after.currency);
  if (problem) throw refusal('invalid_value', { field: 'rate', message: problem });
};
