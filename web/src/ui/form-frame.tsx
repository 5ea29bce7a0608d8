import type { ReactNode } from 'react';
import { FormProblem } from './form-problem.tsx';
import { FullScreenDialog } from './full-screen-dialog.tsx';
import { PrimaryButton } from './primary-button.tsx';
import { useFocusOnProblem } from './use-focus-on-problem.ts';
import styles from './form-frame.module.css';

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
  saveLabel?: string;
  children: ReactNode;
};

/** The full-screen dialog around a record's form: what was refused on top, what is missing beside Save. */
export const FormFrame = ({
  title,
  opened,
  form,
  onClose,
  notice,
  saveLabel = 'Save',
  children,
}: Props) => {
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
