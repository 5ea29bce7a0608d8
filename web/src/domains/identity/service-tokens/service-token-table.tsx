import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ServiceToken } from '@staffroom/contract/domains/identity/service-tokens.contract.ts';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import type { ListState } from '../../../ui/list-states.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { scopeWords } from './scope-words.ts';

type Props = {
  tokens: readonly ServiceToken[];
  state: ListState;
  onRevoke: (token: ServiceToken) => void;
  empty: ReactNode;
};

/** Service tokens, newest first, revoked ones too. */
export const ServiceTokenTable = ({ tokens, state, onRevoke, empty }: Props) => (
  <DataTable
    caption="List of service tokens"
    columns={columnsOf(onRevoke)}
    rows={tokens}
    rowKey={(token) => token._id}
    state={state}
    noun="service tokens"
    skeletonRows={5}
    empty={empty}
  />
);

const columnsOf = (onRevoke: Props['onRevoke']): Column<ServiceToken>[] => [
  { key: 'name', header: 'Name', width: 170, lead: true, render: ({ name }) => name },
  {
    key: 'scopes',
    header: 'May write',
    width: 190,
    render: ({ scopes }) => scopes.map((scope) => scopeWords[scope]).join(', '),
  },
  { key: 'hint', header: 'Token', width: 110, render: ({ hint }) => `srt_…${hint}` },
  {
    key: 'created',
    header: 'Created',
    width: 220,
    render: ({ created, created_by }) => (
      <>
        <Moment at={created} />, {created_by.name || '–'}
      </>
    ),
  },
  {
    key: 'used',
    header: 'Last used',
    width: 180,
    render: ({ last_used }) => (last_used ? <Moment at={last_used} /> : 'Never'),
  },
  {
    key: 'state',
    header: 'State',
    width: 110,
    render: ({ revoked }) => (
      <StatusChip tone={revoked ? 'grey' : 'green'}>{revoked ? 'Revoked' : 'Active'}</StatusChip>
    ),
  },
  {
    key: 'actions',
    header: 'Actions',
    width: 180,
    render: (token) =>
      token.revoked ? (
        <Moment at={token.revoked} />
      ) : (
        <Button size="xs" variant="subtle" onClick={() => onRevoke(token)}>
          Revoke
        </Button>
      ),
  },
];
