import {
  confirmPaymentRun,
  markPaymentRunPaid,
  removeAdjustment,
  type Adjustment,
  type Difference,
  type WholePaymentRun,
} from '@staffroom/contract/domains/tutor-payments/payment-runs.contract.ts';
import { formatMoney } from '@staffroom/contract/shared/money.ts';
import { defineForm } from '../../kit/form/define-form.ts';
import { ActDialog } from '../../kit/form/form-dialogs.tsx';
import { useFormState } from '../../kit/form/use-form-state.ts';
import { formatCount } from '../../lib/formats.ts';
import { FreshForm } from '../../ui/fresh-form.tsx';
import { monthWords, signedWords } from './run-words.ts';

/** What is asked before money moves: as the run stood when it was asked, whatever becomes of it meanwhile. */
export type RunQuestion = { _id: string; run: WholePaymentRun } & (
  | { act: 'confirm'; waiting: readonly Difference[]; total: number }
  | { act: 'mark as paid' }
  | { act: 'take back'; adjustment: Adjustment }
);

type Props = { open: RunQuestion | null; onClose: () => void };

/** Asks before a run is confirmed or marked as paid, and before an adjustment is taken back. */
export const RunQuestionDialog = ({ open, onClose }: Props) => (
  <FreshForm record={open}>
    {(asked, opened) => {
      const dialog = { opened, onClose };
      switch (asked.act) {
        case 'confirm':
          return <ConfirmRun asked={asked} {...dialog} />;
        case 'mark as paid':
          return <MarkAsPaid asked={asked} {...dialog} />;
        case 'take back':
          return <TakeBack asked={asked} {...dialog} />;
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

const ConfirmRun = ({ asked: { run, waiting, total }, ...dialog }: Asks<'confirm'>) => {
  const form = useFormState(confirmForm, {
    ...dialog,
    params: { id: run._id },
    // A run that is another by now is refused: it is looked at again before it is confirmed.
    also: {
      version: run.version,
      seen: run.seen,
      leave_out: waiting.map(({ tutor, lesson }) => ({ tutor: tutor._id, lesson: lesson._id })),
    },
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
        To pay: <strong>{formatMoney(total, 'SGD')}</strong>.{' '}
        {formatCount(run.sums.lessons, 'lesson')} of {people} are locked and can never be paid
        again, nor their rates changed.
      </p>
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
        The bank has paid <strong>{formatMoney(run.sums.total, 'SGD')}</strong>. This cannot be
        undone.
      </p>
    </ActDialog>
  );
};

const takeBackForm = defineForm({
  noun: 'adjustment',
  create: removeAdjustment,
  refreshes,
  fields: {},
});

const TakeBack = ({ asked: { run, adjustment }, ...dialog }: Asks<'take back'>) => {
  const { _id, tutor, amount, reason } = adjustment;
  const form = useFormState(takeBackForm, {
    ...dialog,
    params: { id: run._id, adjustmentId: _id },
    done: 'Adjustment taken back',
    gone: 'This adjustment is not there any more',
  });
  return (
    <ActDialog title="Take the adjustment back?" form={form} actLabel="Take back" danger>
      <p>
        {tutor.name} is not paid the <strong>{signedWords(amount)}</strong> with this run: {reason}
      </p>
    </ActDialog>
  );
};
