import type { ImportRow } from '@staffroom/contract/domains/orders/order-import.contract.ts';
import type { Order } from '@staffroom/contract/domains/orders/order.schema.ts';
import { ApiError, isOutcomeUnknown, sentenceOf } from '../../../lib/api-error.ts';
import { useConfirm } from '../../../ui/confirm.tsx';
import { showSnackbar } from '../../../ui/snackbars.tsx';
import { useOrderImportRow, useSkipImportRow } from './csv-import.api.ts';
import { classOf, emailOf, typeOf, wantedLessons } from './csv-import-plan.ts';
import { isJudgement } from './csv-import-problems.ts';
import type { CsvImport } from './use-csv-import.ts';
import type { RowPlan } from './use-row-plan.ts';

/** Ordering and skipping the row on screen; a failure stays on the row with its reason. */
export const useSettleRow = (csv: CsvImport, plan: RowPlan | null) => {
  const order = useOrderImportRow();
  const skip = useSkipImportRow();
  const confirm = useConfirm();
  const { importId } = csv.state;
  const busy = order.isPending || skip.isPending;
  const row = plan?.row;

  const fail = async (number: number, error: unknown) => {
    const again = isOutcomeUnknown(error)
      ? ' Try again: a row that was ordered is never ordered twice.'
      : '';
    csv.dispatch({ type: 'row failed', row: number, reason: sentenceOf(error) + again });
    if (error instanceof ApiError && error.has('row_already_processed')) await csv.refreshRows();
  };

  const send = async (current: RowPlan, consents: Consents): Promise<void> => {
    const tuitionClass = classOf(current.row, current.edit);
    if (importId === null || tuitionClass === null) return;
    try {
      const answer = await order.mutateAsync({
        body: {
          import_id: importId,
          row: current.row.row,
          class: tuitionClass,
          email: emailOf(current.row, current.edit),
          lesson: lessonsToSend(current),
          ...(current.edit.type && { type: current.edit.type }),
          ...consents,
        },
      });
      csv.dispatch({
        type: 'row settled',
        row: orderedRow(current.row, answer.data),
        className: answer.data.detail.class_obj.name,
      });
      showSnackbar(`Row ${current.row.row} is ordered.`);
    } catch (error) {
      const question = questionFor(error, consents);
      if (question && (await confirm(question.words)))
        return send(current, { ...consents, ...question.consent });
      await fail(current.row.row, error);
    }
  };

  const createOrder = async () => {
    if (!plan?.canOrder || busy || csv.running) return;
    const doubts = plan.problems.filter(isJudgement).map((problem) => problem.message);
    const refusal = plan.price?.discount?.refusal;
    if (refusal && typeOf(plan.row, plan.edit) !== 'TRIAL') doubts.push(refusal);
    const question = {
      title: 'Create the order all the same?',
      message: [...new Set(doubts)].map((doubt) => <p key={doubt}>{doubt}</p>),
      confirmLabel: 'Create all the same',
    };
    if (doubts.length > 0 && !(await confirm(question))) return;
    await send(plan, refusal ? { without_discount_code: true } : {});
  };

  const skipRow = async () => {
    if (!row || row.state !== 'open' || importId === null || busy || csv.running) return;
    try {
      const answer = await skip.mutateAsync({ body: { import_id: importId, row: row.row } });
      csv.dispatch({ type: 'row settled', row: answer.data });
      showSnackbar(`Row ${row.row} is skipped.`);
    } catch (error) {
      await fail(row.row, error);
    }
  };

  return {
    createOrder: () => void createOrder(),
    skipRow: () => void skipRow(),
    creating: order.isPending,
    skipping: skip.isPending,
    busy,
  };
};

export type SettleRow = ReturnType<typeof useSettleRow>;

/** Lessons that the student already has go with the others; the server does not charge them. */
const lessonsToSend = ({ row, edit, lessons, chosen }: RowPlan) =>
  (edit.lessons ? chosen : wantedLessons(row, edit, lessons)).map((lesson) => lesson._id);

/** What the person agreed to after being asked. */
type Consents = { allow_overbook?: boolean; without_discount_code?: boolean };

/** A refusal that a person may set aside, as a question; undefined for all others. */
const questionFor = (error: unknown, consents: Consents) => {
  if (!(error instanceof ApiError)) return undefined;
  const message = sentenceOf(error);
  if (!consents.allow_overbook && (error.has('class_full') || error.has('class_sold_out')))
    return {
      words: { title: 'There is no place left', message, confirmLabel: 'Add anyway' },
      consent: { allow_overbook: true },
    };
  if (!consents.without_discount_code && error.code?.startsWith('discount_code'))
    return {
      words: {
        title: 'Order without the discount code?',
        message: `${message} The order would be made at the full price.`,
        confirmLabel: 'Order without the code',
      },
      consent: { without_discount_code: true },
    };
  return undefined;
};

const orderedRow = (row: ImportRow, order: Order): ImportRow => ({
  ...row,
  state: 'processed',
  order: order._id,
  class: order.detail.class_obj._id,
  email: order.created_by.email,
  lesson: order.detail.lesson,
  price: order.actual_price,
  currency: order.currency,
});
