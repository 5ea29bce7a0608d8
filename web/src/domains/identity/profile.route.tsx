import { createFileRoute } from '@tanstack/react-router';
import { useSessionUser } from '../../lib/session.ts';
import { Page } from '../../ui/page.tsx';
import { Panel, PanelBody, PanelHeader } from '../../ui/panel.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';
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

/** The own account: change password (part 2 §2, Profile). Open to all roles. */
export const Route = createFileRoute('/_signed-in/profile')({ component: ProfileScreen });
