import { PasswordInput, Text } from '@mantine/core';
import { passwordChangedMessage } from 'staffroom-contract/domains/identity/identity.rules.ts';
import { ActDialog } from '../../kit/form/form-dialogs.tsx';
import { useFormState } from '../../kit/form/use-form-state.ts';
import { useSessionUser } from '../../lib/session.ts';
import { FreshForm } from '../../ui/fresh-form.tsx';
import { changePasswordForm } from './change-password.form.ts';

type Props = {
  /** null while the dialog is closed. */
  open: true | null;
  onClose: () => void;
};

/** The old password, and a new one typed twice (part 2 §5, New password). */
export const ChangePasswordDialog = ({ open, onClose }: Props) => (
  <FreshForm record={open && 'password'}>
    {(_record, opened) => <Form opened={opened} onClose={onClose} />}
  </FreshForm>
);

const Form = (dialog: { opened: boolean; onClose: () => void }) => {
  const { email } = useSessionUser();
  const form = useFormState(changePasswordForm, { ...dialog, done: passwordChangedMessage });
  const confirmation = form.field('confirmation');
  const isConfirmed = form.isTried || confirmation.value !== '';
  return (
    <ActDialog
      form={form}
      title="Change password"
      actLabel="Change password"
      about={<Text mb="md">Your other sessions end at once. This one goes on.</Text>}
    >
      {/* Shows password managers the account. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordInput {...form.field('old_password')} withAsterisk={false} />
      <PasswordInput
        {...form.field('password')}
        withAsterisk={false}
        description="At least 8 characters, a lowercase letter, a capital letter and a number"
      />
      <PasswordInput
        {...confirmation}
        withAsterisk={false}
        visibilityToggleButtonProps={{ 'aria-label': 'Show confirmed password' }}
        error={isConfirmed && confirmation.error}
      />
    </ActDialog>
  );
};
