import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ImportRow } from 'staffroom-contract/domains/orders/order-import.contract.ts';
import type { Order } from 'staffroom-contract/domains/orders/order.schema.ts';
import { formatMoney, toWireAmount } from 'staffroom-contract/shared/money.ts';
import { ApiError, isOutcomeUnknown, sentenceOf } from '../../../lib/api-error.ts';
import { Banner } from '../../../ui/banner.tsx';
import { useConfirm } from '../../../ui/confirm.tsx';
import { FullScreenDialog } from '../../../ui/full-screen-dialog.tsx';
import { KeyHint } from '../../../ui/key-hint.tsx';
import { SkeletonBar } from '../../../ui/list-states.tsx';
import { PrimaryButton } from '../../../ui/primary-button.tsx';
import { showSnackbar } from '../../../ui/snackbars.tsx';
import { Stepper } from '../../../ui/stepper.tsx';
import { useShortcut } from '../../../ui/use-shortcut.ts';
import styles from './order-import-dialog.module.css';
import { nameOf, statusTextOf } from './order-import-labels.ts';
import { emailOf, isOrderable, type RowPrice } from './order-import-plan.ts';
import { needsDecision } from './order-import-problems.ts';
import {
  hasUnsavedCorrections,
  importSteps,
  nextOpenRow,
  type RowOnScreen,
} from './order-import-state.ts';
import { useOrderImportRow, useSkipImportRow } from './order-import.api.ts';
import { mayProceed, PreviewStep, type CodeChoice } from './preview-step.tsx';
import { RowsStep, useStacked } from './rows-step.tsx';
import { SummaryStep } from './summary-step.tsx';
import { UploadStep } from './upload-step.tsx';
import { useOrderImport, type OrderImport } from './use-order-import.ts';
import { useRowPlan, type RowPlan } from './use-row-plan.ts';

const noChoice: CodeChoice = { code: '', without: false };

type Props = {
  open: 'file' | null;
  /** A saved import to open; undefined to start with a file. */
  importId: string | undefined;
  onClose: () => void;
  onImports: () => void;
};

/** Orders from a partner's CSV file in four steps: Upload, Preview, Rows, Summary (part 2 §2, §5). */
export const OrderImportDialog = ({ open, importId: openedId, onClose, onImports }: Props) => {
  const orderImport = useOrderImport(openedId);
  const plan = useRowPlan(orderImport.state, orderImport.progress?.discount_code ?? null);
  const settle = useSettleRow(orderImport, plan);
  const [choice, setChoice] = useState(noChoice);
  const { state, dispatch } = orderImport;
  const { step, file, importId } = state;
  const isPastPreview = step === 'Rows' || step === 'Summary';

  const startAnew = () => {
    dispatch({ type: 'started anew' });
    orderImport.forgetRefusal();
    setChoice(noChoice);
  };
  const close = () => {
    if (orderImport.running) showSnackbar('The rows without problems are still being ordered.');
    startAnew();
    onClose();
  };
  const submit = () => {
    if (step === 'Preview' && mayProceed(choice)) orderImport.proceed(choice.code.trim());
    if (step === 'Rows') settle.createOrder();
  };

  return (
    <FullScreenDialog
      title="Add orders by CSV"
      opened={open !== null}
      onClose={close}
      dirty={hasUnsavedCorrections(state)}
      busy={settle.creating || orderImport.proceeding}
      stepper={<Stepper steps={importSteps} current={importSteps.indexOf(step)} />}
      bare={isPastPreview}
      cancelLabel={isPastPreview ? null : 'Cancel'}
      onSubmit={submit}
      footerStart={
        <FooterStart orderImport={orderImport} onAnew={startAnew} onImports={onImports} />
      }
      actions={
        <>
          {step === 'Preview' && (
            <PrimaryButton
              keys="Ctrl ↵"
              disabled={!mayProceed(choice)}
              busy={orderImport.proceeding}
            >
              Proceed
            </PrimaryButton>
          )}
          {step === 'Rows' && plan && (
            <RowActions orderImport={orderImport} plan={plan} settle={settle} />
          )}
          {step === 'Summary' && <PrimaryButton onClick={close}>Close</PrimaryButton>}
        </>
      }
    >
      {orderImport.opening && <Opening {...orderImport.opening} />}
      {step === 'Upload' && !orderImport.opening && (
        <UploadStep onRead={(name, table) => dispatch({ type: 'file read', name, table })} />
      )}
      {step === 'Preview' && file && (
        <PreviewStep
          file={file}
          choice={choice}
          onChoice={(next) => {
            setChoice(next);
            orderImport.forgetRefusal();
          }}
          refusal={orderImport.refusal}
        />
      )}
      {step === 'Rows' && plan && (
        <RowsStep
          orderImport={orderImport}
          plan={plan}
          ways={<RowWays orderImport={orderImport} />}
        />
      )}
      {step === 'Summary' && importId !== null && (
        <SummaryStep orderImport={orderImport} importId={importId} />
      )}
    </FullScreenDialog>
  );
};

const Opening = ({ error, retry }: NonNullable<OrderImport['opening']>) =>
  error ? (
    <Banner
      tone="negative"
      title="The import could not be loaded"
      action={<Button onClick={retry}>Try again</Button>}
    >
      {sentenceOf(error)}
    </Banner>
  ) : (
    <div aria-busy="true">
      <SkeletonBar width={40} />
      <SkeletonBar width={70} />
    </div>
  );

type FooterProps = { orderImport: OrderImport; onAnew: () => void; onImports: () => void };

const FooterStart = ({ orderImport, onAnew, onImports }: FooterProps) => {
  const { dispatch, state } = orderImport;
  const stacked = useStacked();
  switch (state.step) {
    case 'Upload':
      return (
        <Button variant="subtle" onClick={onImports}>
          Earlier imports
        </Button>
      );
    case 'Preview':
      return (
        <Button variant="subtle" onClick={onAnew} disabled={orderImport.proceeding}>
          Choose another file
        </Button>
      );
    case 'Rows':
      return stacked ? null : <RowWays orderImport={orderImport} />;
    case 'Summary':
      return (
        <span className={styles.ways}>
          {state.file ? (
            <Button variant="subtle" onClick={onAnew}>
              Upload another file
            </Button>
          ) : (
            <Button variant="subtle" onClick={onImports}>
              Earlier imports
            </Button>
          )}
          <Button variant="subtle" onClick={() => dispatch({ type: 'step', step: 'Rows' })}>
            Back to rows
          </Button>
        </span>
      );
  }
};

const RowWays = ({ orderImport: { dispatch, running, state } }: { orderImport: OrderImport }) => (
  <span className={styles.ways}>
    {state.file && (
      <Button
        variant="subtle"
        disabled={running}
        onClick={() => dispatch({ type: 'step', step: 'Preview' })}
      >
        Back to preview
      </Button>
    )}
    <Button variant="subtle" onClick={() => dispatch({ type: 'step', step: 'Summary' })}>
      Go to summary
    </Button>
  </span>
);

const RowActions = ({
  orderImport,
  plan,
  settle,
}: {
  orderImport: OrderImport;
  plan: RowPlan;
  settle: SettleRow;
}) => {
  const next = nextOpenRow(orderImport.state.rows, plan.row.row);
  const maySkip = plan.row.state === 'open' && !settle.busy && !orderImport.running;
  useShortcut('s', 'Skip', settle.skipRow, { enabled: maySkip });
  return (
    <>
      <span className={styles.next}>
        {orderImport.running
          ? 'Stop the run to order or skip a row by hand.'
          : next && `Next: row ${next.row}, ${nameOf(next)}, ${statusTextOf(next).toLowerCase()}`}
      </span>
      {plan.price && isOrderable(plan.row) && !plan.row.isUnanswered && (
        <span className={styles.total}>
          {formatMoney(toWireAmount(plan.price.actual), plan.price.currency)}
        </span>
      )}
      <Button
        rightSection={<KeyHint keys="S" />}
        disabled={!maySkip}
        loading={settle.skipping}
        onClick={settle.skipRow}
      >
        Skip
      </Button>
      <PrimaryButton
        keys="Ctrl ↵"
        busy={settle.creating}
        disabled={!plan.canOrder || settle.skipping || orderImport.running}
      >
        Create Order
      </PrimaryButton>
    </>
  );
};

/** Orders and skips the row on screen; a failure stays on the row with its reason. */
const useSettleRow = (orderImport: OrderImport, plan: RowPlan | null) => {
  const order = useOrderImportRow();
  const skip = useSkipImportRow();
  const confirm = useConfirm();
  const { importId } = orderImport.state;
  // Ends in the same render as the row changes. A mutation's `isPending` ends one render later, and would lose a key
  // press.
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

type SettleRow = ReturnType<typeof useSettleRow>;

/** True for a refusal that proves that the row has no order: not one of the session or the request's shape. */
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
