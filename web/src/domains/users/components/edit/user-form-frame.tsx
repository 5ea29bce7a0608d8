import type { ReactNode } from 'react';
import { FormProblem } from '../../../../ui/form-problem.tsx';
import { FullScreenDialog } from '../../../../ui/full-screen-dialog.tsx';
import { PrimaryButton } from '../../../../ui/primary-button.tsx';
import { useFocusOnProblem } from '../../../../ui/use-focus-on-problem.ts';
import styles from './user-form.module.css';

/** What the frame needs of a form. */
type Form = {
  missing: readonly string[];
  problems: { form?: string | undefined };
  isReady: boolean;
  isDirty: boolean;
  isSaving: boolean;
  error: unknown;
  save: () => void;
};

type Props = {
  title: string;
  opened: boolean;
  form: Form;
  onClose: () => void;
  /** What others saved meanwhile. */
  notice?: ReactNode;
  children: ReactNode;
};

export const saveLabel = 'Save';

/** The full-screen dialog around a person's form: what was refused on top, what is missing beside Save. */
export const UserFormFrame = ({ title, opened, form, onClose, notice, children }: Props) => {
  const fields = useFocusOnProblem(form.error);
  return (
    <FullScreenDialog
      title={title}
      opened={opened}
      onClose={onClose}
      dirty={form.isDirty}
      busy={form.isSaving}
      onSubmit={() => {
        if (form.isReady && !form.isSaving) form.save();
      }}
      footerStart={footerWords(form)}
      actions={
        <PrimaryButton keys="Ctrl ↵" busy={form.isSaving} disabled={!form.isReady}>
          {saveLabel}
        </PrimaryButton>
      }
    >
      <div ref={fields} className={styles.form}>
        {notice}
        {form.problems.form && <FormProblem text={form.problems.form} />}
        {children}
      </div>
    </FullScreenDialog>
  );
};

const footerWords = ({ missing, problems }: Form) => {
  if (missing.length > 0) return `Still needed: ${missing.join(', ')}.`;
  const hasProblem = Object.keys(problems).length > 0;
  return hasProblem ? 'Some fields need another look.' : 'All required fields are filled.';
};
