import { Select, Textarea } from '@mantine/core';
import type { AttendingStudent } from 'staffroom-contract/domains/attendance/attendance.contract.ts';
import { ActDialog } from '../../kit/form/form-dialogs.tsx';
import { useFormState } from '../../kit/form/use-form-state.ts';
import { FreshForm } from '../../ui/fresh-form.tsx';
import { correctionForm } from './correction.form.ts';

type Props = { open: AttendingStudent | null; lessonId: string; onClose: () => void };

/** Corrects a student's attendance with a reason; the recorded times are kept. */
export const CorrectionDialog = ({ open, lessonId, onClose }: Props) => (
  <FreshForm record={open}>
    {(shown, opened) => (
      <Form lessonId={lessonId} student={shown} opened={opened} onClose={onClose} />
    )}
  </FreshForm>
);

type FormProps = {
  lessonId: string;
  student: AttendingStudent;
  opened: boolean;
  onClose: () => void;
};

const Form = ({ lessonId, student, ...dialog }: FormProps) => {
  const form = useFormState(correctionForm, {
    ...dialog,
    record: student,
    params: { id: lessonId, studentId: student._id },
    done: 'Attendance corrected',
    gone: `${student.name || student.email} is no longer on this lesson`,
  });
  return (
    <ActDialog title="Correct attendance" form={form} actLabel="Save">
      <p>
        <strong>{student.name || student.email}</strong>. The recorded times do not change. Choose
        As recorded to undo a correction.
      </p>
      <Select {...form.field('status')} data-autofocus />
      <Textarea {...form.field('reason')} autosize minRows={2} />
    </ActDialog>
  );
};
