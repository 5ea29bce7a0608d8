import { VisuallyHidden, Text, Box } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { createFileRoute, redirect } from '@tanstack/react-router';
import {
  can,
  flags,
  isStaffType,
  mayOpen,
  screenRoutes,
  staffRoles,
  type StaffRole,
} from 'staffroom-contract/domains/identity/permissions.ts';
import { formatCount } from '../../lib/formats.ts';
import { meQuery, rightsOf } from '../../lib/session.ts';
import { Page } from '../../ui/page.tsx';
import { PanelHead } from '../../ui/panel-head.tsx';
import { Panel, PanelScroll } from '../../ui/panel.tsx';
import { QuietLink } from '../../ui/quiet-link.tsx';
import rowStyles from '../../ui/rows.module.css';
import { flagWords, roleWords } from '../../domains/identity/role-words.ts';
import { screenNames } from '../../domains/identity/screen-names.ts';
import { holdersOfRole } from '../../domains/users/users.api.ts';
import styles from './roles.module.css';

const screenRows = screenRoutes.map((route) => ({
  key: route,
  label: screenNames[route],
  detail: route,
}));
const flagRows = flags.map((flag) => ({ key: flag, label: flagWords[flag], detail: flag }));

/** The role table, derived from the functions that the server enforces (decisions: Roles). */
const Roles = () => (
  <Page
    title="Roles"
    breadcrumb={[{ label: 'Users', to: '/user' }, { label: 'Roles' }]}
    fill={false}
  >
    <Panel label="What each role is for">
      <PanelHead title="What each role is for" />
      <RoleList />
    </Panel>
    <Panel>
      <PanelHead title="Which screens each role opens" />
      <RoleMatrix
        caption="Which screens each role opens"
        corner="Screen"
        rows={screenRows}
        isGranted={(role, route) => mayOpen({ role, extra_routes: [] }, route)}
      />
    </Panel>
    <Panel>
      <PanelHead title="What each role may do there" />
      <RoleMatrix
        caption="What each role may do there"
        corner="Act"
        rows={flagRows}
        isGranted={(role, flag) => can({ role, extra_routes: [] }, flag)}
      />
    </Panel>
    <Text inherit maw={760} c="secondary">
      An action requires both its screen and its permission. “Treat this account as” and “Also
      opens” on an account go beyond this table. The list of roles above says whose records each
      role sees.
    </Text>
  </Page>
);

/** Each role with its purpose and its number of enabled accounts. */
const RoleList = () => {
  const holders = useQueries({ queries: staffRoles.map(holdersOfRole) });
  return (
    <Box component="dl" className={rowStyles.rows}>
      {staffRoles.map((role, index) => (
        <div key={role} className={`${rowStyles.row} ${styles.role}`}>
          <Text component="dt" variant="strong" c="bright">
            {role}
          </Text>
          <Text component="dd" variant="body" c="secondary">
            {roleWords[role]}
          </Text>
          <Text component="dd" variant="body" c="accent" ta="right">
            <Holders
              role={role}
              count={holders[index]?.data?.count}
              isFailed={holders[index]?.isError ?? false}
            />
          </Text>
        </div>
      ))}
    </Box>
  );
};

type HoldersProps = { role: StaffRole; count: number | undefined; isFailed: boolean };

const Holders = ({ role, count, isFailed }: HoldersProps) =>
  count === undefined ? (
    <Text span inherit c="dimmed">
      {isFailed ? 'Not loaded' : 'Counting accounts'}
    </Text>
  ) : (
    <QuietLink to="/user" search={isStaffType(role) ? { tab: 'staff', role } : { tab: 'tutor' }}>
      {formatCount(count, 'enabled account')}
    </QuietLink>
  );

type MatrixRow<Key extends string> = {
  key: Key;
  label: string;
  /** The technical name below the label. */
  detail: string;
};

type MatrixProps<Key extends string> = {
  caption: string;
  /** Heading of the first column: "Screen". */
  corner: string;
  rows: readonly MatrixRow<Key>[];
  isGranted: (role: StaffRole, key: Key) => boolean;
};

/** Roles as columns, marked per row; scrolls inside its panel with a fixed first column. */
const RoleMatrix = <Key extends string>({ caption, corner, rows, isGranted }: MatrixProps<Key>) => (
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
              <Text variant="meta" c="dimmed" visibleFrom="sm">
                {detail}
              </Text>
            </th>
            {staffRoles.map((role) => (
              <td key={role}>{isGranted(role, key) ? <Yes /> : <span>–</span>}</td>
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
