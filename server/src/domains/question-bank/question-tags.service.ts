import {
  questionTagSchema,
  type CreateQuestionTag,
  type UpdateQuestionTag,
} from 'staffroom-contract/domains/question-bank/question-tags.contract.ts';
import { parentKindOf } from 'staffroom-contract/domains/question-bank/question-bank.rules.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { notFound, refusal } from '../../platform/errors.ts';
import { plainRecord } from '../../platform/plain-record.ts';
import { changeRecordIn, createRecord, refusingTaken, requireRow } from '../../platform/record.ts';
import { questionTags, type TagRow } from './question-bank.schema.ts';
import * as tagQueries from './question-tags.queries.ts';

/** Tags of questions; every user with the question bank reads all of them. */
export const tagRecord = plainRecord({
  entity: 'question_tag',
  table: questionTags,
  schema: questionTagSchema,
  own: ({ parentId }) => ({ parent: parentId }),
  unique: { question_tags_name: ['duplicate', 'name'] },
});

/** Returns all tags, including retired ones, in their order. */
export const listTags = async ({ db }: Context) => {
  const data = (await tagQueries.listTags(db)).map(tagRecord.record);
  return { data, count: data.length };
};

/** Adds a tag, by default last. Throws not_found and invalid_value for the parent, duplicate. */
export const createTag = (context: Context, body: CreateQuestionTag) =>
  createRecord(context, tagRecord, async (tx, insert) => {
    const parent = await tagQueries.lockTag(tx, body.parent);
    if (!parent) throw notFound('parent');
    if (parent.kind !== parentKindOf[body.kind])
      throw refusal('invalid_value', {
        field: 'parent',
        message: `A ${body.kind} belongs to a ${parentKindOf[body.kind]}`,
      });
    const siblings = { kind: body.kind, parentId: parent.id };
    const count = await tagQueries.countAmong(tx, siblings);
    const place = Math.min(body.place ?? count, count);
    await tagQueries.makeRoom(tx, siblings, place);
    await insert({ ...siblings, name: body.name, place, isRetired: body.is_retired });
  });

/**
 * Renames, moves, retires or reactivates a tag. Throws not_found, stale, duplicate, and forbidden for a subject,
 * because screens and levels depend on subjects.
 */
export const updateTag = (
  context: Context,
  id: string,
  { version, name, place, is_retired: isRetired }: UpdateQuestionTag,
) =>
  refusingTaken(tagRecord, context, async (tx) => {
    const { parentId } = await requireRow(tx, tagRecord, context, id);
    if (parentId === null) throw refusal('forbidden');
    await tagQueries.lockTag(tx, parentId);
    const change = { id, version, action: 'updated' };
    const data = await changeRecordIn(tx, context, tagRecord, change, async (_tx, { row }) => ({
      name,
      isRetired,
      place: await move(tx, row, place),
    }));
    return { data };
  });

/** Makes room at a tag's new place, and returns the place. */
const move = async (tx: Db, row: TagRow, wanted: number | undefined) => {
  if (wanted === undefined) return undefined;
  const to = Math.min(wanted, (await tagQueries.countAmong(tx, row)) - 1);
  if (to !== row.place) await tagQueries.shiftBetween(tx, row, to);
  return to;
};
