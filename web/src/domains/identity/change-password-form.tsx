import { PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { passwordChangedMessage } from '@staffroom/contract/domains/identity/identity.rules.ts';
import { footerWords, FormBody } from '../../kit/form/form-dialogs.tsx';
import { useFormState } from '../../kit/form/use-form-state.ts';
import { Banner } from '../../ui/banner.tsx';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import { changePasswordForm } from './change-password.form.ts';
import styles from './change-password-form.module.css';

type Props = { email: string };

/** A new password, twice (part 2 §5, New password); after each change the form begins anew. */
export const ChangePasswordForm = ({ email }: Props) => {
  const [changes, setChanges] = useState(0);
  return (
    <Form
      key={changes}
      email={email}
      isChanged={changes > 0}
      onChanged={() => setChanges(changes + 1)}
    />
  );
};

const Form = ({
  email,
  isChanged,
  onChanged,
}: Props & { isChanged: boolean; onChanged: () => void }) => {
  const form = useFormState(changePasswordForm, {
    // It stands on its page: there is nothing to close.
    opened: false,
    onClose: onChanged,
    done: '',
  });
  const confirmation = form.field('confirmation');
  const isConfirmed = form.isTried || confirmation.value !== '';
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.save();
      }}
    >
      {isChanged && !form.isTried && <Banner tone="positive" title={passwordChangedMessage} />}
      {/* Lets a password manager know whose password this is. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <FormBody form={form} saveLabel="Change password" className={styles.form}>
        <PasswordInput
          {...form.field('password')}
          withAsterisk={false}
          description="At least 8 characters, a lowercase letter, a capital letter and a number"
        />
        <PasswordInput
          {...confirmation}
          visibilityToggleButtonProps={{ 'aria-label': 'Show confirmed password' }}
          error={isConfirmed && confirmation.error}
        />
      </FormBody>
      <div className={styles.end}>
        {form.isTried && form.missing.length > 0 && <span>{footerWords(form)}</span>}
        <PrimaryButton busy={form.isSaving}>Change password</PrimaryButton>
      </div>
    </form>
  );
};
