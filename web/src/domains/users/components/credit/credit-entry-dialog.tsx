import { NumberInput, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isOutcomeUnknown } from '../../../../lib/api-error.ts';
import { placeAmong, problemsOfFailure } from '../../../../lib/form-problems.ts';
import { Banner } from '../../../../ui/banner.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { FreshForm } from '../../../../ui/fresh-form.tsx';
import { PrimaryButton } from '../../../../ui/primary-button.tsx';
import { showSnackbar } from '../../../../ui/snackbars.tsx';
import { creditQuery, useAddCredit } from '../../credit.api.ts';
import styles from './credit-entry-dialog.module.css';
import {
  entryBodyOf,
  entryProblems,
  isTyped,
  maxQuantity,
  newEntry,
  remainingAfter,
  type EntryAction,
} from './credit-entry.ts';

export type CreditDialogProps = {
  studentId: string;
  /** The student's name, so that nobody credits the wrong one. */
  name: string;
  opened: boolean;
  onClose: () => void;
};

type Props = CreditDialogProps & {
  action: EntryAction;
  words: { title: string; submit: string; done: string };
};

/** One entry of the ledger: quantity and reason, and what remains before and after. */
export const CreditEntryDialog = (props: Props) => (
  <FreshForm record={props.opened ? props.studentId : null}>
    {(studentId, opened) => <Form {...props} studentId={studentId} opened={opened} />}
  </FreshForm>
);

const placeOf = placeAmong(['qty', 'remark']);

const Form = ({ studentId, name, opened, onClose, action, words }: Props) => {
  const [entry, setEntry] = useState(newEntry);
  const [wasSent, setWasSent] = useState(false);
  const credit = useQuery({ ...creditQuery(studentId), enabled: opened });
  const add = useAddCredit();
  const queryClient = useQueryClient();
  const remaining = credit.data?.remaining;
  const found = entryProblems(action, entry, remaining);
  const problems = { ...(wasSent && found), ...problemsOfFailure(add.error, placeOf) };

  const change = (changed: Partial<typeof entry>) => {
    setEntry({ ...entry, ...changed });
    // What was refused is about what was sent, not about what stands there now.
    add.reset();
  };
  const submit = () => {
    setWasSent(true);
    if (found.qty ?? found.remark) return;
    add.mutate(
      { body: entryBodyOf(action, studentId, entry) },
      {
        onSuccess: () => {
          showSnackbar(words.done);
          onClose();
        },
        // Somebody else may have redeemed meanwhile: the figures here and behind should say so.
        onError: () => void queryClient.invalidateQueries({ queryKey: ['users'] }),
      },
    );
  };

  return (
    <Dialog
      title={words.title}
      opened={opened}
      onClose={onClose}
      dirty={isTyped(entry)}
      busy={add.isPending}
      onSubmit={submit}
      primary={
        <PrimaryButton busy={add.isPending} keys="Ctrl ↵">
          {words.submit}
        </PrimaryButton>
      }
    >
      <p className={styles.about}>
        <strong>{name}</strong>
      </p>
      <Remaining before={remaining} after={remainingAfter(action, entry, remaining)} />
      <div className={styles.fields}>
        {problems.form && (
          <Banner tone="negative" title={problems.form}>
            {isOutcomeUnknown(add.error) && <p>{againWords(words.submit)}</p>}
          </Banner>
        )}
        <NumberInput
          label="Quantity"
          required
          min={1}
          max={maxQuantity}
          step={1}
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
          value={entry.qty}
          onChange={(qty) => change({ qty })}
          error={problems.qty}
        />
        <Textarea
          label="Reason"
          required
          maxLength={500}
          value={entry.remark}
          onChange={(event) => change({ remark: event.currentTarget.value })}
          error={problems.remark}
        />
      </div>
    </Dialog>
  );
};

const againWords = (submit: string) =>
  `Nothing typed is lost. ${submit} sends the same entry again; it is never made twice.`;

/** What remains before and after, while it is typed. */
const Remaining = ({
  before,
  after,
}: {
  before: number | undefined;
  after: number | undefined;
}) => (
  <dl className={styles.remaining}>
    <div>
      <dt>Remaining credit</dt>
      <dd>{before ?? '–'}</dd>
    </div>
    <div aria-live="polite">
      <dt>Afterwards</dt>
      <dd data-below={(after ?? 0) < 0 || undefined}>
        {after === undefined ? '–' : String(after).replace('-', '−')}
      </dd>
    </div>
  </dl>
);
