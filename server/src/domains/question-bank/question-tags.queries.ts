import { and, asc, eq, gt, gte, lt, lte, ne, sql } from 'drizzle-orm';
import type { TagKind } from 'staffroom-contract/domains/question-bank/question-bank.rules.ts';
import type { Db } from '../../platform/database.ts';
import { questionTags, type TagRow } from './question-bank.schema.ts';

type Siblings = { kind: TagKind; parentId: string | null };

/** Returns all tags, sorted by parent and place. */
export const listTags = (db: Db): Promise<TagRow[]> =>
  db
    .select()
    .from(questionTags)
    .orderBy(asc(questionTags.parentId), asc(questionTags.place), asc(questionTags.id));

/** Locks a tag and so the order of its children. */
export const lockTag = async (tx: Db, id: string): Promise<TagRow | undefined> =>
  (await tx.select().from(questionTags).where(eq(questionTags.id, id)).for('no key update'))[0];

const among = ({ kind, parentId }: Siblings) =>
  and(eq(questionTags.kind, kind), eq(questionTags.parentId, parentId ?? ''));

export const countAmong = (db: Db, siblings: Siblings) => db.$count(questionTags, among(siblings));

/** Moves the tags from a place on up by one. */
export const makeRoom = (tx: Db, siblings: Siblings, place: number) =>
  tx
    .update(questionTags)
    .set({ place: sql`${questionTags.place} + 1` })
    .where(and(among(siblings), gte(questionTags.place, place)));

/** Moves the tags between a tag's place and its new one by one. */
export const shiftBetween = (tx: Db, tag: TagRow, to: number) =>
  tx
    .update(questionTags)
    .set({ place: sql`${questionTags.place} + ${to < tag.place ? 1 : -1}::int` })
    .where(
      and(
        among(tag),
        ne(questionTags.id, tag.id),
        to < tag.place
          ? and(gte(questionTags.place, to), lt(questionTags.place, tag.place))
          : and(gt(questionTags.place, tag.place), lte(questionTags.place, to)),
      ),
    );
