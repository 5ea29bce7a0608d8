import { PasswordInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { changePassword } from '@staffroom/contract/domains/identity/identity.contract.ts';
import { passwordChangedMessage } from '@staffroom/contract/domains/identity/identity.rules.ts';
import { ApiError, sentenceOf } from '../../../lib/api-error.ts';
import { useOperation } from '../../../lib/use-operation.ts';
import { Banner } from '../../../ui/banner.tsx';
import { PrimaryButton } from '../../../ui/primary-button.tsx';
import { newPasswordFormSchema } from '../new-password-form.ts';
import styles from './change-password-form.module.css';

/** A new password, twice (part 2 §5, New password). */
export const ChangePasswordForm = ({ email }: { email: string }) => {
  const form = useForm({
    initialValues: { password: '', confirmation: '' },
    validate: schemaResolver(newPasswordFormSchema, { sync: true }),
  });
  const changing = useOperation(changePassword, {
    onSuccess: () => form.reset(),
    onError: (error) => {
      if (error instanceof ApiError) form.setErrors(error.fieldErrors);
    },
  });
  const unplaced =
    changing.error instanceof ApiError && Object.keys(changing.error.fieldErrors).length > 0
      ? null
      : changing.error;

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={form.onSubmit(({ password }) => changing.mutate({ body: { password } }))}
    >
      {changing.isSuccess && <Banner tone="positive" title={passwordChangedMessage} />}
      {unplaced && <Banner tone="negative" title={sentenceOf(unplaced)} />}
      {/* Lets a password manager know whose password this is. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordInput
        label="New password"
        autoComplete="new-password"
        description="At least 8 characters, a lowercase letter, a capital letter and a number"
        visibilityToggleButtonProps={{ 'aria-label': 'Show new password' }}
        {...form.getInputProps('password')}
      />
      <PasswordInput
        label="Confirm new password"
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show confirmed password' }}
        {...form.getInputProps('confirmation')}
      />
      <div className={styles.end}>
        <PrimaryButton busy={changing.isPending}>Change password</PrimaryButton>
      </div>
    </form>
  );
};
