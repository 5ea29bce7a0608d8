import { Box, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { UserSummary } from 'staffroom-contract/domains/users/users.contract.ts';
import { RowLink } from '../../kit/list/row-link.tsx';
import { formatPhone } from '../../lib/formats.ts';
import { RowMenu, type RowAction } from '../../ui/row-menu.tsx';
import rows from '../../ui/rows.module.css';

type Props = {
  user: UserSummary;
  /** The parameters of the address that open the user. */
  opens: object;
  /** Tags and states at the right of the name. */
  beside: ReactNode;
  /** At the right of the phone number. */
  end?: ReactNode;
  actions: readonly RowAction[];
};

/** A user on a phone. */
export const UserCard = ({ user, opens, beside, end, actions }: Props) => (
  <Stack className={rows.card} component="article" gap={2} px="md" py="sm" variant="meta">
    <Group align="flex-start">
      <Stack gap={2} flex={1} miw={0}>
        <Group align="baseline">
          <Text variant="title" c="bright" truncate>
            <RowLink opens={opens}>{user.name || user.email}</RowLink>
          </Text>
          {beside}
        </Group>
        {user.parent_match !== undefined && (
          <Text inherit c="secondary" truncate>
            Parent: {user.parent_match}
          </Text>
        )}
        <Text inherit c="secondary" truncate title={user.email}>
          {user.email}
        </Text>
      </Stack>
      <Box mr="-sm">
        <RowMenu
          of={user.name || user.email}
          actions={actions.map((action) => ({ ...action, primary: false }))}
        />
      </Box>
    </Group>
    <Group justify="space-between" mih={22} c="dimmed" data-figures>
      {formatPhone(user) || '–'}
      {end}
    </Group>
  </Stack>
);
