import { createFileRoute, redirect } from '@tanstack/react-router';
import {
  can,
  flags,
  mayOpen,
  screenRoutes,
} from '@staffroom/contract/domains/identity/permissions.ts';
import { meQuery, rightsOf } from '../../lib/session.ts';
import { Page } from '../../ui/page.tsx';
import { Panel, PanelHeader } from '../../ui/panel.tsx';
import { flagWords, screenNames } from '../identity/role-words.ts';
import { RoleList } from './staff/role-list.tsx';
import { RoleMatrix } from './staff/role-matrix.tsx';
import styles from './roles.module.css';

const screenRows = screenRoutes.map((route) => ({
  key: route,
  label: screenNames[route],
  detail: route,
}));
const flagRows = flags.map((flag) => ({ key: flag, label: flagWords[flag], detail: flag }));

/** The role table as the server enforces it: worked out from the same functions, copied nowhere (decisions: Roles). */
const Roles = () => (
  <Page
    title="Roles"
    breadcrumb={[{ label: 'Users', to: '/user' }, { label: 'Roles' }]}
    fill={false}
  >
    <Panel label="What each role is for">
      <PanelHeader>
        <h2 className={styles.heading}>What each role is for</h2>
      </PanelHeader>
      <RoleList />
    </Panel>
    <Panel>
      <PanelHeader>
        <h2 className={styles.heading}>Which screens each role opens</h2>
      </PanelHeader>
      <RoleMatrix
        caption="Which screens each role opens"
        corner="Screen"
        rows={screenRows}
        holds={(role, route) => mayOpen({ role, extra_routes: [] }, route)}
      />
    </Panel>
    <Panel>
      <PanelHeader>
        <h2 className={styles.heading}>What each role may do there</h2>
      </PanelHeader>
      <RoleMatrix
        caption="What each role may do there"
        corner="Act"
        rows={flagRows}
        holds={(role, flag) => can({ role, extra_routes: [] }, flag)}
      />
    </Panel>
    <p className={styles.note}>
      An act needs both its screen and its right. “Treat this account as” and “Also opens” on an
      account go beyond this table; whose records a role sees is said with the role.
    </p>
  </Page>
);

export const Route = createFileRoute('/_signed-in/user/roles')({
  beforeLoad: async ({ context: { queryClient } }) => {
    const me = await queryClient.ensureQueryData(meQuery);
    if (!can(rightsOf(me.data), 'staff.canManage')) throw redirect({ to: '/', replace: true });
  },
  component: Roles,
});
