import { Text, Textarea, TextInput } from '@mantine/core';
import type { Named } from '../../kit/form/field.ts';
import { ActDialog } from '../../kit/form/form-dialogs.tsx';
import { useFormState } from '../../kit/form/use-form-state.ts';
import { FreshForm } from '../../ui/fresh-form.tsx';
import { adjustmentForm } from './adjustment.form.ts';
import { TutorSelect } from './tutor-select.tsx';

type Props = {
  /** The run; null while the dialog is closed. */
  open: string | null;
  /** The tutor whose pay is on the screen. */
  tutor?: Named | undefined;
  onClose: () => void;
};

/** Adds a positive or negative amount to a draft, with the reason. */
export const AdjustmentDialog = ({ open, ...props }: Props) => (
  <FreshForm record={open}>
    {(runId, opened) => <AdjustmentFields {...props} runId={runId} opened={opened} />}
  </FreshForm>
);

type FieldsProps = Omit<Props, 'open'> & { runId: string; opened: boolean };

const AdjustmentFields = ({ runId, tutor, ...dialog }: FieldsProps) => {
  const form = useFormState(adjustmentForm, {
    ...dialog,
    ...(tutor && { initial: { tutor } }),
    params: { id: runId },
    done: 'Adjustment added',
    gone: 'This payment run no longer exists',
  });
  return (
    <ActDialog
      title="Add adjustment"
      form={form}
      actLabel="Add"
      about={<Text mb="md">Paid with this run; shown on the payslip.</Text>}
    >
      <TutorSelect
        label="Tutor"
        chosen={form.values.tutor ?? undefined}
        onChoose={(chosen) => form.set({ tutor: chosen ?? null })}
        error={form.field('tutor').error}
      />
      <TextInput
        {...form.field('amount')}
        leftSection="$"
        description="Use a minus to deduct: -40"
        data-autofocus={tutor ? true : undefined}
      />
      <Textarea {...form.field('reason')} autosize minRows={2} />
    </ActDialog>
  );
};
