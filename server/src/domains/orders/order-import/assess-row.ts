import type { assessImportRow } from 'staffroom-contract/domains/orders/order-import.contract.ts';
import { isOwned } from 'staffroom-contract/domains/lessons/rosters.rules.ts';
import type { ImportCells } from 'staffroom-contract/domains/orders/order-import.rules.ts';
import type { BodyOf, ParamsOf, ResponseOf } from 'staffroom-contract/shared/operation.ts';
import type { Context } from '../../../platform/context.ts';
import { notFound } from '../../../platform/errors.ts';
import { findById as findClassById } from '../../classes/classes.queries.ts';
import type { AssessedRow } from './assess-import.ts';
import { pair, type Facts } from './import-facts.ts';
import { presentClass } from './order-import.presenter.ts';
import * as importQueries from './order-imports.queries.ts';
import { assessImport, presentRows } from './read-import.ts';

type Correction = BodyOf<typeof assessImportRow>;

/** The effect of ordering a corrected row, ignoring seats and code uses of the file's other rows. Throws not_found. */
export const assessRow = async (
  context: Context,
  { importId, row: number }: ParamsOf<typeof assessImportRow>,
  correction: Correction,
): Promise<ResponseOf<typeof assessImportRow>> => {
  const record = await importQueries.findById(context.db, importId);
  if (!record) throw notFound('importId');
  const tuitionClass = await findClass(context, correction.class);
  const assessment = await assessImport(context.db, context, record, {
    row: number,
    correct: (cells) => withCorrection(cells, correction, tuitionClass?.name),
    byHand: { tuitionClass, lessonIds: correction.lesson },
  });
  const [row] = await presentRows(context.db, importId, assessment);
  const [assessed] = assessment.assessed;
  if (!row || !assessed) throw notFound('row');
  const lessons = assessment.facts.lessons.get(assessed.tuitionClass?.id ?? '') ?? [];
  return {
    data: {
      row,
      class: assessed.tuitionClass && presentClass(assessed.tuitionClass, lessons),
      owned: lessons
        .filter((lesson) => hasLesson(assessed, assessment.facts, lesson.id))
        .map((lesson) => lesson.id),
    },
  };
};

const findClass = async ({ db }: Context, id: string | undefined) => {
  if (id === undefined) return undefined;
  const found = await findClassById(db, id);
  if (!found) throw notFound('class');
  return found;
};

/** Puts the corrections into the row's cells, so that one function reads original and corrected rows. */
const withCorrection = (
  cells: ImportCells,
  { email, name, type, month, date_of_order: date }: Correction,
  className: string | undefined,
): ImportCells => ({
  ...cells,
  ...(className !== undefined && { class: className }),
  ...(email !== undefined && { email }),
  ...(name !== undefined && { name }),
  ...(type !== undefined && { type }),
  ...(month !== undefined && { for_month: month }),
  ...(date !== undefined && { date_of_order: date }),
});

const hasLesson = ({ read }: AssessedRow, { owned }: Facts, lessonId: string) =>
  isOwned(owned.get(pair(read.email.toLowerCase(), lessonId)) ?? null, read.type ?? 'PAYMENT');
