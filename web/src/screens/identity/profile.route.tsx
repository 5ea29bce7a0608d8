import { PasswordInput } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { passwordChangedMessage } from 'staffroom-contract/domains/identity/identity.rules.ts';
import { footerWords, FormBody } from '../../kit/form/form-body.tsx';
import { useFormState } from '../../kit/form/use-form-state.ts';
import { useSessionUser } from '../../lib/session.ts';
import { Banner } from '../../ui/banner.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel, PanelBody, PanelHeader } from '../../ui/panel.tsx';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import { changePasswordForm } from '../../domains/identity/change-password.form.ts';
import styles from './profile.module.css';

const ProfileScreen = () => {
  const user = useSessionUser();
  return (
    <Page title="Profile">
      <div className={styles.columns}>
        <Panel>
          <PanelHeader>
            <h2 className={styles.heading}>Change password</h2>
          </PanelHeader>
          <PanelBody>
            <ChangePasswordForm email={user.email} />
          </PanelBody>
        </Panel>
        <Panel>
          <PanelHeader>
            <h2 className={styles.heading}>Account</h2>
          </PanelHeader>
          <PanelBody>
            <dl className={styles.facts}>
              <dt>Name</dt>
              <dd>{user.name || '–'}</dd>
              <dt>E-mail</dt>
              <dd>{user.email}</dd>
              <dt>Role</dt>
              <dd>{user._type}</dd>
            </dl>
          </PanelBody>
        </Panel>
      </div>
    </Page>
  );
};

type PasswordProps = { email: string };

/** A new password, typed twice (part 2 §5, New password); the form resets after each change. */
const ChangePasswordForm = ({ email }: PasswordProps) => {
  const [changes, setChanges] = useState(0);
  return (
    <PasswordForm
      key={changes}
      email={email}
      isChanged={changes > 0}
      onChanged={() => setChanges(changes + 1)}
    />
  );
};

const PasswordForm = ({
  email,
  isChanged,
  onChanged,
}: PasswordProps & { isChanged: boolean; onChanged: () => void }) => {
  const form = useFormState(changePasswordForm, {
    // The form is part of its page: there is nothing to close.
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
      {/* Shows password managers the account. */}
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

/** The user's own account: change password (part 2 §2, Profile). Open to all roles. */
export const Route = createFileRoute('/_signed-in/profile')({ component: ProfileScreen });
