import type { Lesson } from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { FreshForm } from '../../../ui/fresh-form.tsx';
import { PrimaryButton } from '../../../ui/primary-button.tsx';
import { showSnackbar } from '../../../ui/snackbars.tsx';
import { useGuardedBack } from '../../../ui/use-guarded-back.ts';
import styles from './add-students.module.css';
import { EmailsField } from './emails-field.tsx';
import { FoundStudents } from './found-students.tsx';
import { KindChoice } from './kind-choice.tsx';
import { useAddStudentsForm } from './use-add-students-form.ts';

type Props = { lesson: Lesson; opened: boolean; onClose: () => void };

/** Adds students to a lesson by pasted e-mails: find the accounts, then give them a place (part 1 §2). */
export const AddStudentsDialog = ({ lesson, opened, onClose }: Props) => (
  <FreshForm record={opened ? lesson._id : null}>
    {(lessonId, isOpen) => <Form lessonId={lessonId} opened={isOpen} onClose={onClose} />}
  </FreshForm>
);

const Form = ({
  lessonId,
  opened,
  onClose,
}: {
  lessonId: string;
  opened: boolean;
  onClose: () => void;
}) => {
  const form = useAddStudentsForm(lessonId);
  const close = useGuardedBack({ opened, dirty: form.isDirty, onClose });
  const submit = () => {
    if (form.isBusy) return;
    if (form.result)
      void form.add((words) => {
        showSnackbar(words);
        close();
      });
    else form.find();
  };
  return (
    <Dialog
      title="Add Students"
      size={600}
      opened={opened}
      onClose={onClose}
      dirty={form.isDirty}
      busy={form.isAdding}
      onSubmit={submit}
      primary={
        <PrimaryButton busy={form.isAdding} disabled={form.chosen.length === 0} keys="Ctrl ↵">
          Add Students
        </PrimaryButton>
      }
    >
      <div className={styles.fields}>
        {form.problem && <FormProblem text={form.problem} />}
        <EmailsField form={form} />
        {form.result && <FoundStudents form={form} result={form.result} />}
        <KindChoice value={form.kind} onChange={form.setKind} />
      </div>
    </Dialog>
  );
};
