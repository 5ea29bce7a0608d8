import { Group, Paper, Text, Textarea } from '@mantine/core';
import { NumberInput } from '../../ui/number-input.tsx';
import { useQuery } from '@tanstack/react-query';
import { ActDialog } from '../../kit/form/form-dialogs.tsx';
import { useFormState } from '../../kit/form/use-form-state.ts';
import { FreshForm } from '../../ui/fresh-form.tsx';
import { creditEntryForm, remainingAfter, type EntryAction } from './credit-entry.form.ts';
import { creditQuery } from './users.api.ts';

type Props = {
  /** ADD or REDEEM; a REDEEM never goes below zero. Neither changes a price (decisions: Users and credit). */
  action: EntryAction;
  studentId: string;
  /** The student's name, shown to prevent crediting the wrong student. */
  name: string;
  /** null while the dialog is closed. */
  open: true | null;
  onClose: () => void;
};

/** Adds a ledger entry: quantity and reason, with the balance before and after (part 1 §5, Adding credit). */
export const CreditEntryDialog = ({ open, ...props }: Props) => (
  <FreshForm record={open && props.studentId}>
    {(studentId, opened) => <Form {...props} studentId={studentId} opened={opened} />}
  </FreshForm>
);

const words = {
  ADD: { title: 'Add credit', act: 'Add', done: 'Credit added' },
  REDEEM: { title: 'Redeem credit', act: 'Redeem', done: 'Credit redeemed' },
} as const;

type FormProps = Omit<Props, 'open'> & { opened: boolean };

const Form = ({ action, studentId, name, opened, onClose }: FormProps) => {
  const credit = useQuery({ ...creditQuery(studentId), enabled: opened });
  const remaining = credit.data?.remaining;
  const { title, act, done } = words[action];
  const form = useFormState(creditEntryForm(action, remaining), {
    opened,
    onClose,
    done,
    also: { target_id: studentId, action },
  });
  return (
    <ActDialog
      form={form}
      title={title}
      actLabel={act}
      about={
        <>
          <Text variant="strong" c="bright" mb="md">
            {name}
          </Text>
          <Remaining
            before={remaining}
            after={remainingAfter(action, form.values.qty, remaining)}
          />
        </>
      }
    >
      <NumberInput {...form.field('qty')} />
      <Textarea {...form.field('remark')} />
    </ActDialog>
  );
};

/** The balance before and after the entry being typed. */
const Remaining = ({
  before,
  after,
}: {
  before: number | undefined;
  after: number | undefined;
}) => (
  <Paper withBorder bg="var(--sunken)" mb="lg" py="sm" px="md">
    <Group component="dl" gap="xl">
      <div>
        <Text component="dt" variant="meta">
          Remaining credit
        </Text>
        <Text component="dd" variant="h2" c="bright">
          {before ?? '–'}
        </Text>
      </div>
      <div aria-live="polite">
        <Text component="dt" variant="meta">
          Afterwards
        </Text>
        <Text component="dd" variant="h2" c={(after ?? 0) < 0 ? 'negative' : 'bright'}>
          {after === undefined ? '–' : String(after).replace('-', '−')}
        </Text>
      </div>
    </Group>
  </Paper>
);
