import { VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { createFileRoute, Link, redirect } from '@tanstack/react-router';
import {
  can,
  flags,
  isStaffType,
  mayOpen,
  screenRoutes,
  staffRoles,
  type StaffRole,
} from '@staffroom/contract/domains/identity/permissions.ts';
import { formatCount } from '../../lib/formats.ts';
import { meQuery, rightsOf } from '../../lib/session.ts';
import { Page } from '../../ui/page.tsx';
import { Panel, PanelHeader, PanelScroll } from '../../ui/panel.tsx';
import { flagWords, roleWords } from '../identity/role-words.ts';
import { screenNames } from '../identity/screen-names.ts';
import { holdersOfRole } from './users.api.ts';
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

/** Each role with what it is for, and how many enabled accounts hold it. */
const RoleList = () => {
  const holders = useQueries({ queries: staffRoles.map(holdersOfRole) });
  return (
    <dl className={styles.roles}>
      {staffRoles.map((role, index) => (
        <div key={role} className={styles.role}>
          <dt>{role}</dt>
          <dd>{roleWords[role]}</dd>
          <dd className={styles.holders}>
            <Holders role={role} count={holders[index]?.data?.count} />
          </dd>
        </div>
      ))}
    </dl>
  );
};

const Holders = ({ role, count }: { role: StaffRole; count: number | undefined }) =>
  count === undefined ? (
    <span>Counting accounts</span>
  ) : (
    <Link
      to="/user"
      search={isStaffType(role) ? { tab: 'staff', role } : { tab: 'tutor' }}
      className={styles.link}
    >
      {formatCount(count, 'enabled account')}
    </Link>
  );

type MatrixRow<Key extends string> = {
  key: Key;
  label: string;
  /** Its technical name, beneath. */
  detail: string;
};

type MatrixProps<Key extends string> = {
  caption: string;
  /** What the rows are: "Screen". */
  corner: string;
  rows: readonly MatrixRow<Key>[];
  holds: (role: StaffRole, key: Key) => boolean;
};

/** Roles beside each other, and per row which of them has it; scrolls inside its panel, the first column stays. */
const RoleMatrix = <Key extends string>({ caption, corner, rows, holds }: MatrixProps<Key>) => (
  <PanelScroll label={caption}>
    <table className={styles.matrix}>
      <VisuallyHidden component="caption">{caption}</VisuallyHidden>
      <thead>
        <tr>
          <th scope="col">{corner}</th>
          {staffRoles.map((role) => (
            <th key={role} scope="col">
              {role}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, label, detail }) => (
          <tr key={key}>
            <th scope="row">
              {label}
              <span className={styles.detail}>{detail}</span>
            </th>
            {staffRoles.map((role) => (
              <td key={role}>{holds(role, key) ? <Yes /> : <span>–</span>}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </PanelScroll>
);

const Yes = () => (
  <span className={styles.yes}>
    <IconCheck size={15} stroke={2} aria-hidden="true" />
    Yes
  </span>
);

export const Route = createFileRoute('/_signed-in/user/roles')({
  beforeLoad: async ({ context: { queryClient } }) => {
    const me = await queryClient.ensureQueryData(meQuery);
    if (!can(rightsOf(me.data), 'staff.canManage')) throw redirect({ to: '/', replace: true });
  },
  component: Roles,
});
