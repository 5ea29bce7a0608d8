import type {
  Class,
  CreateClass,
  listClassChanges as changesOperation,
  updateClass as updateOperation,
} from '@staffroom/contract/domains/classes/class-record.contract.ts';
import { rateProblem } from '@staffroom/contract/domains/classes/classes.rules.ts';
import type { BodyOf, QueryOf } from '@staffroom/contract/shared/operation.ts';
import { recordAudit } from '../../platform/audit.ts';
import { inTransaction, type Actor, type Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { notFound, refusal } from '../../platform/errors.ts';
import { inTransactionOnce } from '../../platform/idempotency.ts';
import { newId } from '../../platform/ids.ts';
import { listRecordChanges } from '../../platform/record-changes.ts';
import { cleanRichText } from '../../platform/rich-text.ts';
import { requireTeachers } from '../users/teachers.service.ts';
import { classScope } from './classes.policy.ts';
import { presentClass } from './classes.presenter.ts';
import * as classQueries from './classes.queries.ts';
import { toColumns } from './class-columns.ts';

/** One class. Throws not_found, also for classes out of the actor's scope. */
export const getClass = async (context: Context, id: string) => ({
  data: await presentOne(context.db, id, context.actor),
});

/** A class's timeline. Throws not_found. */
export const listClassChanges = async (
  context: Context,
  id: string,
  page: QueryOf<typeof changesOperation>,
) => {
  await presentOne(context.db, id, context.actor);
  return listRecordChanges(context.db, { entity: 'class', entityId: id, ...page });
};

/** Creates a class with its tutors and TAs, at most once per Idempotency-Key. Throws invalid_value. */
export const createClass = (context: Context, body: CreateClass) =>
  inTransactionOnce(context, async (tx) => {
    await requireTeachers(tx, body);
    const now = context.clock.now();
    const id = newId(now);
    await classQueries.insert(tx, {
      ...toColumns({ ...body, desc: cleanRichText(body.desc) }),
      id,
      name: body.name,
      subject: body.subject,
      startDate: new Date(body.start_date),
      endDate: new Date(body.end_date),
      created: now,
      updated: now,
    });
    await classQueries.replaceStaff(tx, id, 'tutor', body.tutor);
    await classQueries.replaceStaff(tx, id, 'ta', body.ta);
    const created = await presentOne(tx, id, context.actor);
    await recordAudit(tx, context, {
      action: 'class.created',
      entity: 'class',
      entityId: id,
      after: created,
    });
    return { data: created };
  });

/** Changes the given fields of a class. Throws not_found, stale, invalid_value. */
export const updateClass = (context: Context, id: string, body: BodyOf<typeof updateOperation>) =>
  inTransaction(context, async (tx) => {
    const row = await classQueries.findInScope(tx, id, classScope(context.actor), 'lock');
    if (!row) throw notFound('id');
    const before = await presentOne(tx, id, context.actor);
    if (body.version !== undefined && body.version !== before.version)
      throw refusal('stale', { current: before });
    refuseMisfit({ ...before, ...body });
    await requireTeachers(tx, body);
    const { version: _version, _id, tutor, ta, ...fields } = body;
    await classQueries.update(tx, id, {
      ...toColumns(
        fields.desc === undefined ? fields : { ...fields, desc: cleanRichText(fields.desc) },
      ),
      updated: context.clock.now(),
    });
    if (tutor) await classQueries.replaceStaff(tx, id, 'tutor', tutor);
    if (ta) await classQueries.replaceStaff(tx, id, 'ta', ta);
    const after = await presentOne(tx, id, context.actor);
    await recordAudit(tx, context, {
      action: 'class.updated',
      entity: 'class',
      entityId: id,
      before,
      after,
    });
    return { data: after };
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

const presentOne = async (db: Db, id: string, actor: Actor): Promise<Class> => {
  const row = await classQueries.findInScope(db, id, classScope(actor));
  if (!row) throw notFound('id');
  const staff = await classQueries.listStaff(db, id);
  return presentClass(row, { staff, lessonCount: await classQueries.countLessons(db, id), actor });
};
