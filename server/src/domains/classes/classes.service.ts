import type {
  Class,
  CreateClass,
  updateClass as updateOperation,
} from '@staffroom/contract/domains/classes/class-record.contract.ts';
import { rateProblem } from '@staffroom/contract/domains/classes/classes.rules.ts';
import type { BodyOf } from '@staffroom/contract/shared/operation.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { refusal } from '../../platform/errors.ts';
import { changeRecordIn, createRecord, defineRecord } from '../../platform/record.ts';
import { columnsOf } from '../../platform/wire.ts';
import { requireTeachers } from '../users/teachers.service.ts';
import { classScope } from './classes.policy.ts';
import { presentClass, recordedClass } from './classes.presenter.ts';
import * as classQueries from './classes.queries.ts';
import { classes } from './classes.schema.ts';

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

/** What of an update says how it is done. */
type Asked = 'version' | 'coming_lessons' | 'allow_overlap' | 'allow_unusual';
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

type Changes = Fields & Pick<BodyOf<typeof updateOperation>, 'version'>;

/**
 * Changes the given fields of a class as a part of a larger act; answers the class before and after. Throws not_found,
 * stale, invalid_value.
 */
export const changeClass = async (
  tx: Db,
  context: Context,
  id: string,
  { version, ...body }: Changes,
): Promise<{ before: Class; after: Class }> => {
  const seen: Class[] = [];
  const change = { id, version, action: 'updated' };
  const after = await changeRecordIn(tx, context, classRecord, change, async (_tx, { shown }) => {
    seen.push(shown);
    refuseMisfit({ ...shown, ...body });
    await requireTeachers(tx, body);
    await classQueries.teachers.replace(tx, id, body);
    return toColumns(body);
  });
  return { before: seen[0] ?? after, after };
};

/** The columns that written fields change; what was not written is absent. */
const toColumns = ({ desc, level, schedule, tutor: _tutor, ta: _ta, _id, ...fields }: Fields) =>
  columnsOf(classes, { ...fields, ...schedule, description: desc, levels: level });

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
