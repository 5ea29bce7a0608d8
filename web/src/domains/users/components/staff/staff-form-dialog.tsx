import { VisuallyHidden } from '@mantine/core';
import { useSessionUser } from '../../../../lib/session.ts';
import { useConfirm } from '../../../../ui/confirm.tsx';
import { FreshForm } from '../../../../ui/fresh-form.tsx';
import { FullScreenDialog } from '../../../../ui/full-screen-dialog.tsx';
import { ListError, SkeletonBar } from '../../../../ui/list-states.tsx';
import { PrimaryButton } from '../../../../ui/primary-button.tsx';
import { showSnackbar } from '../../../../ui/snackbars.tsx';
import { useGuardedBack } from '../../../../ui/use-guarded-back.ts';
import { disableQuestion } from './staff-consequences.ts';
import { StaffFields } from './staff-fields.tsx';
import styles from './staff-form.module.css';
import { StaffSummary } from './staff-summary.tsx';
import { useStaffForm, type StaffForm } from './use-staff-form.ts';

type Props = {
  /** The account to edit, or a new one; null while it is closed. */
  staff: string | null;
  onClose: () => void;
};

/** The form of a staff account: who, which role, and what it may beyond that; for an Admin (decisions: Roles). */
export const StaffFormDialog = ({ staff, onClose }: Props) => (
  <FreshForm record={staff}>
    {(id, opened) => <Form id={id} opened={opened} onClose={onClose} />}
  </FreshForm>
);

const Form = ({ id, opened, onClose }: { id: string; opened: boolean; onClose: () => void }) => {
  const confirm = useConfirm();
  const me = useSessionUser();
  const form = useStaffForm(id);
  const close = useGuardedBack({ opened, dirty: form.isDirty, onClose });
  const saveLabel = form.isNew ? 'Create staff account' : 'Save';

  const submit = async () => {
    if (!form.isReady || form.isSaving) return;
    const { saved, values } = form;
    const question = saved?.enabled && !values.enabled && disableQuestion(saved, id === me._id);
    if (question && !(await confirm(question))) return;
    form.save((user) => {
      const name = user.name || user.email;
      showSnackbar(form.isNew ? `Staff account of ${name} created` : `${name} saved`);
      close();
    });
  };

  return (
    <FullScreenDialog
      title={form.isNew ? 'Create staff account' : 'Edit staff account'}
      opened={opened}
      onClose={close}
      dirty={form.isDirty}
      busy={form.isSaving}
      onSubmit={() => void submit()}
      aside={!form.loading.isPending && <StaffSummary values={form.values} saved={form.saved} />}
      asideSummary="What this account may do"
      footerStart={form.loading.isPending ? '' : footerWords(form)}
      actions={
        <PrimaryButton keys="Ctrl ↵" busy={form.isSaving} disabled={!form.isReady}>
          {saveLabel}
        </PrimaryButton>
      }
    >
      {form.loading.isPending ? (
        <Loading {...form.loading} />
      ) : (
        <StaffFields form={form} saveLabel={saveLabel} />
      )}
    </FullScreenDialog>
  );
};

const Loading = ({ isMissing, query }: StaffForm['loading']) => {
  if (isMissing)
    return (
      <div role="alert">
        <strong>Opps, something wrong...</strong>
        <p>There is no such staff account.</p>
      </div>
    );
  if (query.isError)
    return (
      <ListError
        what="The account could not be loaded"
        error={query.error}
        retry={() => void query.refetch()}
      />
    );
  return (
    <div className={styles.form} aria-busy="true">
      <VisuallyHidden role="status">Loading the account</VisuallyHidden>
      {[40, 60, 60, 30, 50].map((width, index) => (
        <SkeletonBar key={index} width={width} height={24} />
      ))}
    </div>
  );
};

const footerWords = ({ missing, isReady }: StaffForm) => {
  if (missing.length > 0) return `Still needed: ${missing.join(', ')}.`;
  return isReady ? 'All required fields are filled.' : 'Some fields need another look.';
};
