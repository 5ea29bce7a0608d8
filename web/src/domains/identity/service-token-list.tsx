import { Button, Stack, Text } from '@mantine/core';
import { IconClock, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { TokenScope } from 'staffroom-contract/domains/identity/permissions.ts';
import {
  listServiceTokens,
  type ServiceToken,
} from 'staffroom-contract/domains/identity/service-tokens.contract.ts';
import { lastDayOf, tokenState } from 'staffroom-contract/domains/identity/service-tokens.rules.ts';
import { defineList } from '../../kit/list/define-list.ts';
import { ListTab, type Column, type RowActions } from '../../kit/list/list.tsx';
import { formatCount, formatLongDay } from '../../lib/formats.ts';
import { useSettings } from '../../lib/settings.ts';
import { useNow } from '../../lib/use-now.ts';
import { TwoLines } from '../../ui/data-table.tsx';
import { FullScreenDialog } from '../../ui/full-screen-dialog.tsx';
import { DayOf, Moment } from '../../ui/moment.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';

/** Labels of the scopes. */
export const scopeWords: Record<TokenScope, string> = {
  'classroom-events': 'Classroom events',
  submissions: 'Submissions',
  feedback: 'Feedback',
  orders: 'Orders',
};

type ListProps = {
  opened: boolean;
  onClose: () => void;
  onCreate: () => void;
  acts: Acts;
};

/** The full-screen list of service tokens, also the expired and revoked ones. */
export const ServiceTokenList = ({ opened, onClose, onCreate, acts }: ListProps) => {
  const [page, setPage] = useState(1);
  return (
    <FullScreenDialog
      title="Service tokens"
      opened={opened}
      onClose={onClose}
      dirty={false}
      cancelLabel="Back to staff"
      actions={
        <PrimaryButton icon={<IconPlus size={17} stroke={1.7} />} onClick={onCreate}>
          Create service token
        </PrimaryButton>
      }
    >
      <Stack h="100%" mih={320}>
        <Text inherit maw={760} c="secondary">
          With a token another system of the company can write data here without a person signing
          in. Give each system its own token, so that each can be revoked separately.
        </Text>
        <Panel fill>
          <ListTab
            list={serviceTokenList}
            address={{ page }}
            onAddress={(address) => setPage(address.page ?? 1)}
            columns={columns}
            actions={actionsOf(acts)}
            lines={2}
            whenEmpty={{ actions: <Button onClick={onCreate}>Create the first one</Button> }}
          />
        </Panel>
      </Stack>
    </FullScreenDialog>
  );
};

const serviceTokenList = defineList({
  operation: listServiceTokens,
  nouns: ['service token', 'service tokens'],
  pageSize: 20,
  empty: { none: 'There are no service tokens', detail: 'No other system can write here.' },
});

/** Newest first, including expired and revoked tokens. */
const columns: Column<ServiceToken>[] = [
  {
    key: 'name',
    header: 'Name',
    width: 170,
    lead: true,
    text: ({ name }) => name,
    render: ({ name, hint }) => <TwoLines first={name} second={`srt_…${hint}`} />,
  },
  {
    key: 'expires',
    header: 'Status',
    width: 180,
    figures: true,
    render: (token) => <State token={token} />,
  },
  {
    key: 'scopes',
    header: 'May write',
    width: 170,
    text: ({ scopes }) => scopes.map((scope) => scopeWords[scope]).join(', '),
  },
  {
    key: 'addresses',
    header: 'Allowed from',
    width: 170,
    figures: true,
    text: ({ addresses }) => addresses.join(', ') || 'Any address',
  },
  {
    key: 'used',
    header: 'Last used',
    width: 180,
    figures: true,
    render: ({ last_used: at, last_address: from }) =>
      at ? <TwoLines first={<Moment at={at} />} second={from ?? ''} /> : 'Never',
  },
  {
    key: 'created',
    header: 'Created',
    width: 150,
    figures: true,
    render: ({ created, created_by: by }) => (
      <TwoLines first={<DayOf at={created} />} second={by.name || '–'} />
    ),
  },
];

/** The state of a token, with the day on which it ends or ended. */
const State = ({ token }: { token: ServiceToken }) => {
  const { business_time_zone: zone } = useSettings();
  const now = useNow();
  const { expires_on: end, revoked } = token;
  if (revoked)
    return (
      <TwoLines
        first={<StatusChip tone="grey">Revoked</StatusChip>}
        second={<DayOf at={revoked} />}
      />
    );
  if (end === null)
    return <TwoLines first={<StatusChip tone="green">Active</StatusChip>} second="Never expires" />;
  const state = tokenState(token, now);
  const lastDay = lastDayOf(end, zone);
  if (state === 'expired')
    return (
      <TwoLines
        first={<StatusChip tone="red">Expired</StatusChip>}
        second={`after ${formatLongDay(lastDay)}`}
      />
    );
  return (
    <TwoLines
      first={
        state === 'expiring' ? (
          <StatusChip tone="orange">Expires {leftWords(end, now)}</StatusChip>
        ) : (
          <StatusChip tone="green">Active</StatusChip>
        )
      }
      second={`until ${formatLongDay(lastDay)}`}
    />
  );
};

/** "today", "in 3 days": whole days until an instant. */
const leftWords = (end: string, now: string) => {
  const days = Math.floor(Temporal.Instant.from(now).until(end).total('hours') / 24);
  return days === 0 ? 'within a day' : `in ${formatCount(days, 'day')}`;
};

type Acts = Record<'revoke' | 'limit', (token: ServiceToken) => void>;

const actionsOf = ({ revoke, limit }: Acts): RowActions<ServiceToken> => ({
  header: 'Actions',
  width: 120,
  nameOf: ({ name }) => name,
  of: (token) =>
    token.revoked
      ? []
      : [
          { label: 'Revoke', primary: true, onClick: () => revoke(token) },
          { label: 'Expiry and addresses', icon: IconClock, onClick: () => limit(token) },
        ],
});
