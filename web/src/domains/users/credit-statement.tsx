import { Button, Flex, Text, Group } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ResponseOf } from 'staffroom-contract/shared/operation.ts';
import type { CreditEntry, listCredit } from 'staffroom-contract/domains/users/credit.contract.ts';
import type { User } from 'staffroom-contract/domains/users/user.schema.ts';
import { Panel, PanelHeader } from '../../ui/panel.tsx';
import { ListTab, type Column } from '../../kit/list/list.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { DayOf } from '../../ui/moment.tsx';
import { StatusChip, type Tone } from '../../ui/status-chip.tsx';
import { creditList, creditQuery, creditScope } from './users.api.ts';
import { quantityWords } from './user-words.ts';

type Props = {
  student: User;
  page: number;
  onPage: (page: number) => void;
  onAdd: () => void;
  onRedeem: () => void;
};

/** The ledger as a statement: the balance, and each entry with the balance after it (picture 05). */
export const CreditStatement = ({ student, page, onPage, onAdd, onRedeem }: Props) => {
  const query = useQuery(creditQuery(student._id, page));
  // An empty ledger is one line.
  const isEmpty = query.data?.count === 0 && page === 1;
  return (
    <Panel label="Credit statement">
      <PanelHeader>
        <Flex rowGap="xs" columnGap="xl" align="baseline" wrap="wrap">
          <Text component="h2" variant="title">
            Credit statement
          </Text>
          {isEmpty ? (
            <Text span variant="body" c="dimmed">
              {creditList.empty.none}
            </Text>
          ) : (
            <Figures totals={query.data} />
          )}
        </Flex>
        {student.abilities.manage_credit && (
          <Group align="stretch">
            <Button size="xs" leftSection={<IconPlus size={16} stroke={1.7} />} onClick={onAdd}>
              Add
            </Button>
            <Button size="xs" leftSection={<IconMinus size={16} stroke={1.7} />} onClick={onRedeem}>
              Redeem
            </Button>
          </Group>
        )}
      </PanelHeader>
      {!isEmpty && (
        <ListTab
          list={creditList}
          scope={creditScope(student._id)}
          address={{ page }}
          onAddress={(address) => onPage(address.page ?? 1)}
          caption="Credit statement"
          columns={columns}
        />
      )}
    </Panel>
  );
};

/** The balance and the sums it consists of; BLOCK entries are shown but not counted. */
const Figures = ({ totals }: { totals: ResponseOf<typeof listCredit> | undefined }) => (
  <Flex component="dl" rowGap="xs" columnGap="xl" align="baseline" wrap="wrap" variant="body">
    {(
      [
        ['Remaining credit', totals?.remaining, 'h2'],
        ['Added', totals?.added],
        ['Redeemed', totals?.redeemed],
        ['Blocked', totals?.blocked],
      ] as const
    ).map(([label, figure, variant = 'button']) => (
      <Group key={label} align="baseline" c="secondary">
        <dt>{label}</dt>
        <Text component="dd" variant={variant} c="bright" data-figures>
          {figure ?? '–'}
        </Text>
      </Group>
    ))}
  </Flex>
);

const tones: Record<CreditEntry['action'], Tone> = { ADD: 'green', REDEEM: 'blue', BLOCK: 'grey' };

const qtyColours = { ADD: 'positive', REDEEM: 'bright', BLOCK: 'dimmed' };

/** BLOCK entries are marked as not counted. */
const columns: Column<CreditEntry>[] = [
  {
    key: 'date',
    header: 'Date',
    width: 116,
    figures: true,
    lead: true,
    render: ({ created }) => (
      <Text span inherit fw={400} c="secondary">
        <DayOf at={created} />
      </Text>
    ),
  },
  {
    key: 'action',
    header: 'Action',
    width: 108,
    render: ({ action }) => <StatusChip tone={tones[action]}>{action}</StatusChip>,
  },
  {
    key: 'qty',
    header: 'Qty',
    width: 76,
    align: 'right',
    render: (entry) => (
      <Text span variant="button" c={qtyColours[entry.action]}>
        {quantityWords(entry)}
      </Text>
    ),
  },
  {
    key: 'balance',
    header: 'Balance',
    width: 96,
    align: 'right',
    render: ({ action, balance }) => (
      <Text span variant="button" c={action === 'BLOCK' ? 'dimmed' : 'bright'}>
        {balance}
      </Text>
    ),
  },
  {
    key: 'remark',
    header: 'Remark',
    width: 280,
    text: ({ remark }) => remark,
    render: ({ action, remark }) => (
      <Text span inherit c="bright">
        {remark}
        {action === 'BLOCK' && (
          <Text span variant="meta" c="dimmed">
            {' '}
            · not counted
          </Text>
        )}
      </Text>
    ),
  },
  {
    key: 'by',
    header: 'By',
    width: 128,
    text: ({ handled_by: by }) => by?.name ?? '–',
    render: ({ handled_by: by }) =>
      by ? <RecordLink to="staff" id={by._id} name={by.name} /> : '–',
  },
];
