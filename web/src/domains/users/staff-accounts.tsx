import { IconCircleCheck, IconCircleOff } from '@tabler/icons-react';
import type { UserSummary } from 'staffroom-contract/domains/users/users.contract.ts';
import type { Column, RowActions } from '../../kit/list/list.tsx';
import { useRowAct } from '../../kit/list/use-row-act.tsx';
import { ApiError, sentenceOf } from '../../lib/api-error.ts';
import { useSessionUser } from '../../lib/session.ts';
import { StatusChip, Tag } from '../../ui/status-chip.tsx';
import { disableQuestion } from './staff-consequences.ts';
import { refreshedByUsers, useUpdateUser } from './users.api.ts';

/** Staff accounts: name, role, and whether they can sign in (decisions: Roles). */
export const staffColumns: Column<UserSummary>[] = [
  {
    key: 'email',
    header: 'E-mail',
    width: 280,
    sortBy: 'email',
    lead: true,
    text: ({ email }) => email,
  },
  { key: 'name', header: 'Name', width: 220, sortBy: 'name', text: ({ name }) => name || '–' },
  {
    key: 'role',
    header: 'Role',
    width: 220,
    text: ({ _type, acts_as: role }) => (role ? `${_type}, acts as ${role}` : _type),
    render: ({ _type, acts_as: role }) => (
      <>
        {_type} {role && <Tag accent>acts as {role}</Tag>}
      </>
    ),
  },
  {
    key: 'state',
    header: 'State',
    width: 120,
    render: ({ enabled }) => <EnabledState enabled={enabled} />,
  },
];

export const EnabledState = ({ enabled }: { enabled: boolean }) => (
  <StatusChip tone={enabled ? 'green' : 'grey'}>{enabled ? 'Enabled' : 'Disabled'}</StatusChip>
);

type StaffActs = { edit: (id: string) => void; toggle: (person: UserSummary) => void };

export const staffActions = ({ edit, toggle }: StaffActs): RowActions<UserSummary> => ({
  header: 'Actions',
  width: 130,
  nameOf: ({ name, email }) => name || email,
  of: (person) => [
    { label: 'Edit', primary: true, onClick: () => edit(person._id) },
    {
      label: person.enabled ? 'Disable' : 'Enable',
      icon: person.enabled ? IconCircleOff : IconCircleCheck,
      onClick: () => toggle(person),
    },
  ],
});

/** Enables an account, or disables it after a question; `problem` is the reason of the last refusal. */
export const useToggleStaff = () => {
  const me = useSessionUser();
  const { mutateAsync } = useUpdateUser();
  const { act, problem } = useRowAct(refreshedByUsers);
  const toggle = (person: UserSummary) => {
    const { _id: id, _type: type, enabled } = person;
    void act({
      question: enabled && disableQuestion(person, id === me._id),
      run: () => mutateAsync({ params: { type, id }, body: { enabled: !enabled } }),
      done: `${person.name || person.email} is ${enabled ? 'disabled' : 'enabled'}`,
      refused: (error) => refusalOf(error, person),
    });
  };
  return { toggle, problem };
};

const refusalOf = (error: unknown, { name, email }: UserSummary) =>
  error instanceof ApiError && error.has('last_admin')
    ? `${name || email} is the last enabled Admin and stays enabled. Make another account Admin first.`
    : `${name || email} was not changed. ${sentenceOf(error)}`;
