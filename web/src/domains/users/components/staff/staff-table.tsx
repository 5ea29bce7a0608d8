import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { UserSummary } from '@staffroom/contract/domains/users/users.contract.ts';
import { DataTable, type Column, type Sorting } from '../../../../ui/data-table.tsx';
import type { ListState } from '../../../../ui/list-states.tsx';
import { StatusChip, Tag } from '../../../../ui/status-chip.tsx';
import styles from './staff-table.module.css';

type Actions = {
  onEdit: (person: UserSummary) => void;
  onToggle: (person: UserSummary) => void;
  /** The account whose Disable or Enable is under way. */
  busy: string | null;
};

type Props = Actions & {
  staff: readonly UserSummary[];
  state: ListState;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  empty: ReactNode;
};

/** Staff accounts: who they are, in which role, and whether they may sign in (decisions: Roles). */
export const StaffTable = ({ staff, onEdit, onToggle, busy, ...rest }: Props) => (
  <DataTable
    caption="List of staff accounts"
    columns={columnsOf({ onEdit, onToggle, busy })}
    rows={staff}
    rowKey={(person) => person._id}
    noun="staff accounts"
    {...rest}
  />
);

const columnsOf = ({ onEdit, onToggle, busy }: Actions): Column<UserSummary>[] => [
  {
    key: 'email',
    header: 'Email',
    width: 240,
    sortBy: 'email',
    lead: true,
    render: ({ email }) => <span className={styles.email}>{email}</span>,
  },
  { key: 'name', header: 'Name', width: 190, sortBy: 'name', render: ({ name }) => name || '---' },
  {
    key: 'role',
    header: 'Role',
    width: 220,
    render: ({ _type, acts_as }) => (
      <span className={styles.role}>
        {_type}
        {acts_as && <Tag accent>acts as {acts_as}</Tag>}
      </span>
    ),
  },
  {
    key: 'state',
    header: 'State',
    width: 110,
    render: ({ enabled }) => (
      <StatusChip tone={enabled ? 'green' : 'grey'}>{enabled ? 'Enabled' : 'Disabled'}</StatusChip>
    ),
  },
  {
    key: 'actions',
    header: 'Actions',
    width: 150,
    render: (person) => (
      <div className={styles.actions}>
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconPencil size={16} stroke={1.7} />}
          onClick={() => onEdit(person)}
        >
          Edit
        </Button>
        <Button
          size="xs"
          variant="subtle"
          loading={busy === person._id}
          onClick={() => onToggle(person)}
        >
          {person.enabled ? 'Disable' : 'Enable'}
        </Button>
      </div>
    ),
  },
];
