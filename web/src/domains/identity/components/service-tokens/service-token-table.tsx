import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ServiceToken } from '@staffroom/contract/domains/identity/service-tokens.contract.ts';
import { DataTable, type Column } from '../../../../ui/data-table.tsx';
import type { ListState } from '../../../../ui/list-states.tsx';
import { Moment } from '../../../../ui/moment.tsx';
import { StatusChip } from '../../../../ui/status-chip.tsx';
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
  { key: 'name', header: 'Name', lead: true, render: ({ name }) => name },
  {
    key: 'scopes',
    header: 'May write',
    render: ({ scopes }) => scopes.map((scope) => scopeWords[scope]).join(', '),
  },
  { key: 'hint', header: 'Token', render: ({ hint }) => `srt_…${hint}` },
  {
    key: 'created',
    header: 'Created',
    render: ({ created, created_by }) => (
      <>
        <Moment at={created} />, {created_by.name || '---'}
      </>
    ),
  },
  {
    key: 'used',
    header: 'Last used',
    render: ({ last_used }) => (last_used ? <Moment at={last_used} /> : 'Never'),
  },
  {
    key: 'state',
    header: 'State',
    render: ({ revoked }) => (
      <StatusChip tone={revoked ? 'grey' : 'green'}>{revoked ? 'Revoked' : 'Active'}</StatusChip>
    ),
  },
  {
    key: 'actions',
    header: 'Actions',
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
