import { useState } from 'react';
import type { ImportRow } from 'staffroom-contract/domains/orders/order-import.contract.ts';
import type { Order } from 'staffroom-contract/domains/orders/order.schema.ts';
import { toWireAmount } from 'staffroom-contract/shared/money.ts';
import { ApiError, isOutcomeUnknown, sentenceOf } from '../../../lib/api-error.ts';
import { useConfirm } from '../../../ui/confirm.tsx';
import { showSnackbar } from '../../../ui/snackbars.tsx';
import { emailOf, type RowPrice } from './order-import-plan.ts';
import { needsDecision } from './order-import-problems.ts';
import type { RowOnScreen } from './order-import-state.ts';
import { useOrderImportRow, useSkipImportRow } from './order-import.api.ts';
import type { OrderImport } from './use-order-import.ts';
import type { RowPlan } from './use-row-plan.ts';

/** Orders and skips the row on screen; a failure stays on the row with its reason. */
export const useSettleRow = (orderImport: OrderImport, plan: RowPlan | null) => {
  const order = useOrderImportRow();
  const skip = useSkipImportRow();
  const confirm = useConfirm();
  const { importId } = orderImport.state;
  // `doing` ends with the render that changes the row. `isPending` of a mutation ends one render later, so a key press
  // would be lost.
  const [doing, setDoing] = useState<'order' | 'skip' | null>(null);
  const busy = doing !== null;
  const row = plan?.row;

  const during = async <Answer,>(act: 'order' | 'skip', call: () => Promise<Answer>) => {
    setDoing(act);
    try {
      return await call();
    } finally {
      setDoing(null);
    }
  };

  const fail = async (
    { row: number, isUnanswered = false }: RowOnScreen,
    error: unknown,
    act: 'order' | 'skip',
  ) => {
    const isUnknown = isOutcomeUnknown(error);
    const again = isUnknown ? ' Try again: a row that was ordered is never ordered twice.' : '';
    orderImport.dispatch({
      type: 'row failed',
      row: number,
      reason: sentenceOf(error) + again,
      ...(act === 'order' && {
        isUnanswered: isUnknown || (isUnanswered && !isOfTheRow(error)),
      }),
    });
    if (act === 'order' && isUnknown) lookFor(number).catch(() => {});
    if (!(error instanceof ApiError)) return;
    if (error.has('row_already_processed') || error.has('price_changed'))
      await orderImport.refreshRows();
  };

  /** After a lost answer, checks whether the row was ordered; if this fails, the next try decides. */
  const lookFor = async (number: number) => {
    const rows = await orderImport.refreshRows();
    if (rows?.some(({ row: each, state }) => each === number && state === 'processed'))
      showSnackbar(`Row ${number} is ordered.`);
  };

  const send = async (current: RowPlan, consents: Consents): Promise<void> => {
    const { class: tuitionClass } = current.assessed;
    if (importId === null || tuitionClass === null) return;
    try {
      const body = {
        import_id: importId,
        row: current.row.row,
        class: tuitionClass,
        email: emailOf(current.row, current.edit),
        lesson: lessonsToSend(current),
        ...(current.student === null &&
          current.edit.name !== undefined && { name: current.edit.name }),
        ...(current.edit.type && { type: current.edit.type }),
        ...(current.price && { expected_price: shownPrice(current.price, consents) }),
        ...(current.row.state === 'cancelled' && { instead_of: current.row.order ?? undefined }),
        ...consents,
      };
      const answer = await during('order', () => order.mutateAsync({ body }));
      orderImport.dispatch({
        type: 'row settled',
        row: orderedRow(current.row, answer.data),
        className: answer.data.detail.class_obj.name,
      });
      showSnackbar(`Row ${current.row.row} is ordered.`);
      orderImport.followRows();
    } catch (error) {
      const question = questionFor(error, consents);
      if (question && (await confirm(question.words)))
        return send(current, { ...consents, ...question.consent });
      await fail(current.row, error, 'order');
    }
  };

  const createOrder = async () => {
    if (!plan?.canOrder || busy || orderImport.running) return;
    const doubts = plan.problems
      .filter((problem) => needsDecision(problem) && !problem.fixed)
      .map((problem) => problem.message);
    const refusal = plan.price?.discount?.refusal;
    const question = {
      title: 'Create the order anyway?',
      message: [...new Set(doubts)].map((doubt) => <p key={doubt}>{doubt}</p>),
      confirmLabel: 'Create anyway',
    };
    if (doubts.length > 0 && !(await confirm(question))) return;
    await send(plan, refusal ? { without_discount_code: true } : {});
  };

  const skipRow = async () => {
    if (!row || row.state !== 'open' || importId === null || busy || orderImport.running) return;
    try {
      const body = { import_id: importId, row: row.row };
      const answer = await during('skip', () => skip.mutateAsync({ body }));
      orderImport.dispatch({ type: 'row settled', row: answer.data });
      showSnackbar(`Row ${row.row} is skipped.`);
      orderImport.followRows();
    } catch (error) {
      await fail(row, error, 'skip');
    }
  };

  return {
    createOrder: () => void createOrder(),
    skipRow: () => void skipRow(),
    creating: doing === 'order',
    skipping: doing === 'skip',
    busy,
  };
};

export type SettleRow = ReturnType<typeof useSettleRow>;

/** True if the refusal proves that the row was not ordered; statuses up to 403 (session, bad request) prove nothing. */
const isOfTheRow = (error: unknown) => error instanceof ApiError && error.status > 403;

/** Includes lessons that the student already owns; the server does not charge them. */
const lessonsToSend = ({ assessed, edit, chosen }: RowPlan) =>
  edit.lessons ? chosen.map((lesson) => lesson._id) : assessed.lesson;

/** Overrides that the user agreed to. */
type Consents = {
  allow_overbook?: boolean;
  allow_several_lessons?: boolean;
  without_discount_code?: boolean;
};

/** Question for a refusal that the user can override; undefined for all others. */
const questionFor = (error: unknown, consents: Consents) => {
  if (!(error instanceof ApiError)) return undefined;
  const message = sentenceOf(error);
  if (!consents.allow_overbook && (error.has('class_full') || error.has('class_sold_out')))
    return {
      words: { title: 'No seats left', message, confirmLabel: 'Add anyway' },
      consent: { allow_overbook: true },
    };
  if (!consents.allow_several_lessons && error.has('trial_several_lessons'))
    return {
      words: { title: 'Create anyway?', message, confirmLabel: 'Create anyway' },
      consent: { allow_several_lessons: true },
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

/** The price that the user agreed to, as a wire amount. */
const shownPrice = ({ original, actual }: RowPrice, { without_discount_code }: Consents) =>
  toWireAmount(without_discount_code ? original : actual);

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
