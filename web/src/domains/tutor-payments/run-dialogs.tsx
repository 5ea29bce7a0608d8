import { Textarea } from '@mantine/core';
import {
  confirmPaymentRun,
  markPaymentRunPaid,
  removeAdjustment,
  settleLeftOutDebt,
  type Adjustment,
  type RunTutor,
  type WholePaymentRun,
} from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import { formatMoney } from 'staffroom-contract/shared/money.ts';
import { defineForm } from '../../kit/form/define-form.ts';
import { longText } from '../../kit/form/field.ts';
import { ActDialog } from '../../kit/form/form-dialogs.tsx';
import { useFormState } from '../../kit/form/use-form-state.ts';
import { formatCount } from '../../lib/formats.ts';
import { FreshForm } from '../../ui/fresh-form.tsx';
import { monthWords, signedWords } from './run-words.ts';

/** A question before money moves, with the run as it was when the dialog opened. */
export type RunQuestion = { _id: string; run: WholePaymentRun } & (
  | { act: 'confirm' }
  | { act: 'carry debt'; tutor: RunTutor }
  | { act: 'write off debt'; tutor: RunTutor }
  | { act: 'mark as paid' }
  | { act: 'remove'; adjustment: Adjustment }
);

type Props = { open: RunQuestion | null; onClose: () => void };

/** Asks before confirming or paying a run, settling a debt, or removing an adjustment. */
export const RunQuestionDialog = ({ open, onClose }: Props) => (
  <FreshForm record={open}>
    {(asked, opened) => {
      const dialog = { opened, onClose };
      switch (asked.act) {
        case 'confirm':
          return <ConfirmRun asked={asked} {...dialog} />;
        case 'carry debt':
          return <CarryDebt asked={asked} {...dialog} />;
        case 'write off debt':
          return <WriteOffDebt asked={asked} {...dialog} />;
        case 'mark as paid':
          return <MarkAsPaid asked={asked} {...dialog} />;
        case 'remove':
          return <RemoveAdjustment asked={asked} {...dialog} />;
      }
    }}
  </FreshForm>
);

type Asks<Act extends RunQuestion['act']> = {
  asked: Extract<RunQuestion, { act: Act }>;
  opened: boolean;
  onClose: () => void;
};

const noun = 'payment run';
const refreshes = ['tutor-payments'] as const;
const confirmForm = defineForm({ noun, create: confirmPaymentRun, refreshes, fields: {} });

const ConfirmRun = ({ asked: { run }, ...dialog }: Asks<'confirm'>) => {
  const { to_bank: toBank, carried_forward: carriedForward } = run.sums;
  const waiting = run.differences.filter(({ waits }) => waits);
  const form = useFormState(confirmForm, {
    ...dialog,
    params: { id: run._id },
    // A run that changed meanwhile is refused, so that it is checked again before confirming.
    also: { version: run.version, seen: run.seen },
    done: 'Run confirmed',
  });
  const people = formatCount(run.tutors.length, 'person', 'people');
  return (
    <ActDialog
      title={`Confirm the run of ${monthWords(run.month)}?`}
      form={form}
      actLabel="Confirm run"
      danger
    >
      <p>
        To bank: <strong>{formatMoney(toBank, 'SGD')}</strong>.{' '}
        {formatCount(run.sums.lessons, 'lesson')} of {people} are locked and can never be paid
        again, nor their rates changed.
      </p>
      {carriedForward < 0 && (
        <p>
          Carried forward: <strong>{signedWords(carriedForward)}</strong>. It will be deducted in
          the next run of the tutors who owe it.
        </p>
      )}
      {waiting.length > 0 && (
        <p>
          {formatCount(waiting.length, 'difference')} {waiting.length === 1 ? 'waits' : 'wait'} for
          a later run.
        </p>
      )}
      <p>This cannot be undone.</p>
    </ActDialog>
  );
};

const paidForm = defineForm({ noun, create: markPaymentRunPaid, refreshes, fields: {} });

const MarkAsPaid = ({ asked: { run }, ...dialog }: Asks<'mark as paid'>) => {
  const form = useFormState(paidForm, {
    ...dialog,
    params: { id: run._id },
    also: { version: run.version },
    done: 'Run marked as paid',
  });
  return (
    <ActDialog
      title={`Mark the run of ${monthWords(run.month)} as paid?`}
      form={form}
      actLabel="Mark as paid"
      danger
    >
      <p>
        The bank has paid <strong>{formatMoney(run.sums.to_bank, 'SGD')}</strong>. This cannot be
        undone.
      </p>
    </ActDialog>
  );
};

const carryForm = defineForm({ noun, create: settleLeftOutDebt, refreshes, fields: {} });

/** Carries forward a debt that a run of an earlier version left out. */
const CarryDebt = ({ asked: { run, tutor: row }, ...dialog }: Asks<'carry debt'>) => {
  const form = useFormState(carryForm, {
    ...dialog,
    params: { id: run._id, tutorId: row._id },
    also: { version: run.version, decision: 'carry' },
    done: 'Carried forward',
    gone: 'This debt was already settled',
  });
  return (
    <ActDialog title="Carry this debt forward?" form={form} actLabel="Carry forward" danger>
      <p>
        <strong>{signedWords(row.total)}</strong> is taken from the next run that pays{' '}
        {row.tutor.name}. This cannot be undone.
      </p>
    </ActDialog>
  );
};

const writeOffForm = defineForm({
  noun,
  create: settleLeftOutDebt,
  refreshes,
  fields: { reason: longText({ label: 'Reason', required: true, maxLength: 500 }) },
});

/** Writes off a debt that a run of an earlier version left out. */
const WriteOffDebt = ({ asked: { run, tutor: row }, ...dialog }: Asks<'write off debt'>) => {
  const form = useFormState(writeOffForm, {
    ...dialog,
    params: { id: run._id, tutorId: row._id },
    also: { version: run.version, decision: 'write_off' },
    done: 'Written off',
    gone: 'This debt was already settled',
  });
  return (
    <ActDialog
      title="Write this debt off?"
      form={form}
      actLabel="Write off"
      danger
      about={
        <p>
          {row.tutor.name} never pays back <strong>{signedWords(row.total)}</strong>. This cannot be
          undone.
        </p>
      }
    >
      <Textarea {...form.field('reason')} autosize minRows={2} data-autofocus />
    </ActDialog>
  );
};

const takeBackForm = defineForm({
  noun: 'adjustment',
  create: removeAdjustment,
  refreshes,
  fields: {},
});

const RemoveAdjustment = ({ asked: { run, adjustment }, ...dialog }: Asks<'remove'>) => {
  const { _id, tutor, amount, reason } = adjustment;
  const form = useFormState(takeBackForm, {
    ...dialog,
    params: { id: run._id, adjustmentId: _id },
    done: 'Adjustment taken back',
    gone: 'This adjustment no longer exists',
  });
  return (
    <ActDialog title="Remove the adjustment?" form={form} actLabel="Remove" danger>
      <p>
        {tutor.name} is not paid the <strong>{signedWords(amount)}</strong> with this run: {reason}
      </p>
    </ActDialog>
  );
};
