import { Button, Flex, Text } from '@mantine/core';
import { useState } from 'react';
import { formatMoney, toWireAmount } from 'staffroom-contract/shared/money.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import { Banner } from '../../../ui/banner.tsx';
import { FullScreenDialog } from '../../../ui/full-screen-dialog.tsx';
import { KeyHint } from '../../../ui/key-hint.tsx';
import { SkeletonBar } from '../../../ui/list-states.tsx';
import { PrimaryButton } from '../../../ui/primary-button.tsx';
import { showSnackbar } from '../../../ui/snackbars.tsx';
import { Stepper } from '../../../ui/stepper.tsx';
import { useStacked } from '../../../ui/use-narrow.ts';
import { useShortcut } from '../../../ui/use-shortcut.ts';
import { nameOf, statusTextOf } from './order-import-labels.ts';
import { isOrderable } from './order-import-plan.ts';
import { hasUnsavedCorrections, importSteps, nextOpenRow } from './order-import-state.ts';
import { mayProceed, PreviewStep, type CodeChoice } from './preview-step.tsx';
import { RowsStep } from './rows-step.tsx';
import { SummaryStep } from './summary-step.tsx';
import { UploadStep } from './upload-step.tsx';
import { useOrderImport, type OrderImport } from './use-order-import.ts';
import { useRowPlan, type RowPlan } from './use-row-plan.ts';
import { useSettleRow, type SettleRow } from './use-settle-row.tsx';

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

  const restart = () => {
    dispatch({ type: 'restarted' });
    orderImport.forgetRefusal();
    setChoice(noChoice);
  };
  const close = () => {
    if (orderImport.running) showSnackbar('The rows without problems are still being ordered.');
    restart();
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
        <FooterStart orderImport={orderImport} onRestart={restart} onImports={onImports} />
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

type FooterProps = { orderImport: OrderImport; onRestart: () => void; onImports: () => void };

const FooterStart = ({ orderImport, onRestart, onImports }: FooterProps) => {
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
        <Button variant="subtle" onClick={onRestart} disabled={orderImport.proceeding}>
          Choose another file
        </Button>
      );
    case 'Rows':
      return stacked ? null : <RowWays orderImport={orderImport} />;
    case 'Summary':
      return (
        <Flex component="span" gap="xs" wrap="wrap" ml={-12}>
          {state.file ? (
            <Button variant="subtle" onClick={onRestart}>
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
        </Flex>
      );
  }
};

const RowWays = ({ orderImport: { dispatch, running, state } }: { orderImport: OrderImport }) => (
  <Flex component="span" gap="xs" wrap="wrap" ml={-12}>
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
  </Flex>
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
      <Text span truncate visibleFrom="md" miw={0} maw={320} mr="sm" variant="meta" c="secondary">
        {orderImport.running
          ? 'Stop the run to order or skip a row by hand.'
          : next && `Next: row ${next.row}, ${nameOf(next)}, ${statusTextOf(next).toLowerCase()}`}
      </Text>
      {plan.price && isOrderable(plan.row) && !plan.row.isUnanswered && (
        <Text span hiddenFrom="md" mr="auto" variant="h2" c="bright">
          {formatMoney(toWireAmount(plan.price.actual), plan.price.currency)}
        </Text>
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
