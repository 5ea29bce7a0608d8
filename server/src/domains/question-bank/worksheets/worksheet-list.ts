import type {
  ListedWorksheet,
  listWorksheets,
} from 'staffroom-contract/domains/question-bank/worksheets.contract.ts';
import type { QueryOf } from 'staffroom-contract/shared/operation.ts';
import { sql } from 'drizzle-orm';
import { anyOf, containing, defineListQuery } from '../../../platform/list-query.ts';
import { presentListed } from './worksheets.presenter.ts';
import { countMarks, countOf, listCards } from './worksheets.queries.ts';
import { worksheets } from './worksheets.schema.ts';

/** Saved worksheets; every user with the question bank sees all of them. */
export const worksheetList = defineListQuery<QueryOf<typeof listWorksheets>, ListedWorksheet>({
  from: worksheets,
  sort: {
    updated: worksheets.updated,
    created: worksheets.created,
    title: sql`lower(${worksheets.title})`,
    questions: countOf('questions'),
    marks: countOf('marks'),
  },
  where: { title: containing(worksheets.title), subject: anyOf(worksheets.subject) },
  cards: async (db, ids) => {
    const counted = await countMarks(db, ids);
    return (await listCards(db, ids)).map((card) => presentListed(card, counted));
  },
});
