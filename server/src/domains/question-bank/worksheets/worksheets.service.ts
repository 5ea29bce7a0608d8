import type {
  CreateWorksheet,
  UpdateWorksheet,
} from 'staffroom-contract/domains/question-bank/worksheets.contract.ts';
import {
  copyTitle,
  longestWorksheet,
} from 'staffroom-contract/domains/question-bank/worksheet.rules.ts';
import type { ErrorItem } from 'staffroom-contract/shared/errors.ts';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database.ts';
import { AppError, notFound, refusal } from '../../../platform/errors.ts';
import { changeRecord, createRecord, defineRecord, requireRow } from '../../../platform/record.ts';
import { columnsOf } from '../../../platform/wire.ts';
import { presentWorksheet, recordWorksheet } from './worksheets.presenter.ts';
import * as worksheetQueries from './worksheets.queries.ts';
import { worksheets, type WorksheetRow } from './worksheets.schema.ts';

/** A worksheet; every user with the question bank sees all of them. */
export const worksheetRecord = defineRecord({
  entity: 'worksheet',
  isUncounted: true,
  table: worksheets,
  scope: () => undefined,
  read: async (db, { id }: WorksheetRow) => {
    const [card] = await worksheetQueries.listCards(db, [id]);
    if (!card) throw notFound('id');
    return { card, picked: await worksheetQueries.listPicked(db, id) };
  },
  record: recordWorksheet,
  present: presentWorksheet,
});

/** Creates a worksheet, at most once per Idempotency-Key. Throws invalid_value for problems of its questions. */
export const createWorksheet = (context: Context, { question, ...fields }: CreateWorksheet) =>
  createRecord(context, worksheetRecord, async (tx, insert) => {
    const { subject, versions } = await pickedOf(tx, question);
    const id = await insert({ ...columnsOf(worksheets, fields), subject, ...by(context) });
    await worksheetQueries.replaceQuestions(tx, id, versions);
  });

const by = ({ actor }: Context) => ({ createdBy: actor.id, updatedBy: actor.id });

/** Returns the given or newest version of each question. Throws invalid_value for each, worksheet_too_large. */
const pickedOf = async (tx: Db, wanted: CreateWorksheet['question']) => {
  const found = await worksheetQueries.findVersions(tx, wanted);
  const versions = wanted.map(({ _id }) => found.find(({ id }) => id === _id));
  const subject = versions[0]?.subject ?? '';
  const problems = wanted.flatMap(({ _id }, index): ErrorItem[] => {
    const version = versions[index];
    if (wanted.findIndex((other) => other._id === _id) !== index)
      return [wrong(index, 'This question is in the worksheet already')];
    if (!version) return [wrong(index, 'This question or this version of it does not exist')];
    return version.subject === subject
      ? []
      : [
          wrong(
            index,
            `A worksheet has questions of one subject; this one is of ${version.subject}, the first of ${subject}`,
          ),
        ];
  });
  if (problems.length > 0) throw new AppError(problems);
  if (found.reduce((sum, { bytes }) => sum + bytes, 0) > longestWorksheet)
    throw refusal('worksheet_too_large', { field: 'question' });
  return { subject, versions: versions.filter((version) => version !== undefined) };
};

const wrong = (index: number, message: string): ErrorItem => ({
  code: 'invalid_value',
  message: `Question ${index + 1}: ${message}`,
  field: `question.${index}`,
});

/** Changes the given fields; `question` replaces the whole list. Throws not_found, stale, invalid_value. */
export const updateWorksheet = (
  context: Context,
  id: string,
  { version, question, ...fields }: UpdateWorksheet,
) =>
  changeRecord(
    context,
    worksheetRecord,
    { id, version, action: 'updated' },
    async (tx, { shown }) => {
      const columns = columnsOf(worksheets, fields);
      const picked = question && (await pickedOf(tx, question));
      if (picked) await worksheetQueries.replaceQuestions(tx, id, picked.versions);
      const isSame =
        hasFields(shown, fields) && (!picked || sameQuestions(picked.versions, shown.question));
      // An unchanged save does not change who saved last.
      return isSame
        ? null
        : {
            ...columns,
            ...(picked && { subject: picked.subject }),
            updatedBy: context.actor.id,
          };
    },
  );

const hasFields = (shown: object, fields: object) =>
  Object.entries(fields).every(
    ([name, value]) => value === undefined || shown[name as keyof typeof shown] === value,
  );

const sameQuestions = (
  versions: readonly { id: string; version: number }[],
  before: readonly { _id: string; version: number }[],
) =>
  versions.length === before.length &&
  versions.every(
    ({ id, version }, index) => id === before[index]?._id && version === before[index].version,
  );

/** Creates a worksheet with the same questions in the same versions. Throws not_found. */
export const copyWorksheet = (context: Context, id: string) =>
  createRecord(context, worksheetRecord, async (tx, insert) => {
    const {
      id: _id,
      created: _created,
      updated: _updated,
      version: _version,
      ...columns
    } = await requireRow(tx, worksheetRecord, context, id);
    const picked = await worksheetQueries.listPicked(tx, id);
    const copy = await insert({ ...columns, title: copyTitle(columns.title), ...by(context) });
    await worksheetQueries.replaceQuestions(
      tx,
      copy,
      picked.map((one) => ({ id: one.picked.questionId, version: one.picked.questionVersion })),
    );
  });
