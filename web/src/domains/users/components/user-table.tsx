import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { UserSummary } from '@staffroom/contract/domains/users/users.contract.ts';
import { formatPhone } from '../../../lib/formats.ts';
import { DataTable, type Column, type Sorting } from '../../../ui/data-table.tsx';
import type { ListState } from '../../../ui/list-states.tsx';
import { CopyReferralLink } from './copy-referral-link.tsx';
import styles from './user-table.module.css';
import { VerifiedMark } from './verified-mark.tsx';

type Props = {
  users: readonly UserSummary[];
  state: ListState;
  sorting: Sorting | undefined;
  onSort: (sorting: Sorting) => void;
  /** Left out for those who may not manage users. */
  onEdit: ((userId: string) => void) | undefined;
  empty: ReactNode;
};

/** Students, tutors and TAs (part 1 §2, User management). */
export const UserTable = ({ users, onEdit, sorting, ...rest }: Props) => (
  <DataTable
    caption="List of users"
    columns={columnsOf(onEdit)}
    rows={users}
    rowKey={(user) => user._id}
    noun="users"
    {...(sorting && { sorting })}
    {...rest}
  />
);

const columnsOf = (onEdit: Props['onEdit']): Column<UserSummary>[] => [
  {
    key: 'email',
    header: 'Email',
    width: 230,
    sortBy: 'email',
    lead: true,
    render: ({ _id, email }) => (
      <Link
        from="/user"
        to="."
        search={(search) => ({ ...search, user: _id })}
        className={styles.email}
      >
        {email}
      </Link>
    ),
  },
  { key: 'name', header: 'Name', width: 180, sortBy: 'name', render: ({ name }) => name || '---' },
  {
    key: 'phone',
    header: 'Phone',
    width: 130,
    render: (user) => <span className={styles.line}>{formatPhone(user) || '---'}</span>,
  },
  { key: 'type', header: 'Type', width: 80, render: ({ _type }) => _type },
  {
    key: 'verified',
    header: 'Email Verified',
    width: 120,
    render: ({ e_verified: verified }) => <VerifiedMark verified={verified ?? false} />,
  },
  {
    key: 'actions',
    header: 'Actions',
    width: 260,
    render: (user) => (
      <div className={styles.actions}>
        <CopyReferralLink person={user} inRow />
        {onEdit && (
          <Button
            size="xs"
            variant="subtle"
            leftSection={<IconPencil size={16} stroke={1.7} />}
            onClick={() => onEdit(user._id)}
          >
            Edit
          </Button>
        )}
      </div>
    ),
  },
];
