import { Box, Group, Stack, Text } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import {
  listDiscountCodes,
  type DiscountCode,
} from 'staffroom-contract/domains/discount-codes/discount-codes.contract.ts';
import { defineList, firstPage } from '../../kit/list/define-list.ts';
import { CardRows, CardSkeletons } from '../../kit/list/card-rows.tsx';
import type { ShownRows } from '../../kit/list/shown-rows.ts';
import { choice, recordChoice } from '../../kit/list/filters.tsx';
import { ListPage, type Column, type RowActions } from '../../kit/list/list.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { formatDay } from '../../lib/formats.ts';
import { useCan } from '../../lib/use-can.ts';
import { RowMenu } from '../../ui/row-menu.tsx';
import rows from '../../ui/rows.module.css';
import { StatusChip } from '../../ui/status-chip.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { useAgentChoices } from '../../domains/users/users.api.ts';
import { ToggleCodeDialog } from '../../domains/discount-codes/toggle-code-dialog.tsx';
import {
  discountWords,
  statusTone,
  usageWords,
} from '../../domains/discount-codes/discount-code-words.ts';
import { params } from '../../domains/discount-codes/discount-codes.api.ts';

const codeList = defineList({
  operation: listDiscountCodes,
  nouns: ['discount code', 'discount codes'],
  pageSize: 20,
  search: { label: 'Code or description' },
  sort: {
    default: ['created', 'desc'],
    columns: ['code', 'start_date', 'end_date', 'total_usage'],
  },
  filters: {
    status: choice(['Active', 'Inactive'], { label: 'Status' }),
    agent: recordChoice(useAgentChoices, { label: 'Agent' }),
  },
  empty: { none: 'There are no discount codes to display' },
});

/** Discount codes: find, create, disable and enable (part 1 §2). */
const DiscountCodeList = () => {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const canCreate = useCan('discountcode.canCreate');
  const [toggled, setToggled] = useState<DiscountCode | null>(null);
  return (
    <ListPage
      title="Discount Codes"
      list={codeList}
      scope={{ params }}
      address={search}
      onAddress={(next) => void navigate({ search: next })}
      caption="List of discount/promo codes"
      columns={columns}
      actions={actionsOf(setToggled)}
      render={useNarrow() ? codeCards(setToggled) : undefined}
      primary={
        canCreate && {
          label: 'Create New Discount Code',
          onClick: () => void navigate({ to: '/discountcode/new' }),
        }
      }
    >
      <ToggleCodeDialog code={toggled} onClose={() => setToggled(null)} />
    </ListPage>
  );
};

/** A code per card, for phones. */
const codeCards = (toggle: (code: DiscountCode) => void) => (shown: ShownRows<DiscountCode>) => (
  <CardRows
    {...shown}
    renderRow={(code) => (
      <Stack className={rows.card} component="article" gap={2} px="md" py="sm" variant="meta">
        <Group align="flex-start">
          <Stack gap={2} flex={1} miw={0}>
            <Group>
              <Text variant="title" miw={0} truncate c="bright">
                <RecordLink to="discount code" id={code._id} name={code.code} opensRow />
              </Text>
              <StatusChip tone={statusTone(code.status)}>{code.status}</StatusChip>
            </Group>
            <Text inherit c="secondary" truncate title={code.desc}>
              {code.desc || '–'}
            </Text>
          </Stack>
          <Box mr="-sm">
            <RowMenu
              of={code.code}
              actions={actionsOf(toggle)
                .of(code)
                .map((action) => ({ ...action, primary: false }))}
            />
          </Box>
        </Group>
        <Group justify="space-between" c="dimmed" data-figures>
          <Text span inherit c="secondary">
            {discountWords(code)}
          </Text>
          {`until ${formatDay(code.end_date)} · ${usageWords(code)} used`}
        </Group>
      </Stack>
    )}
    skeleton={<CardSkeletons />}
  />
);

/** The codes with their terms (part 1 §2, Discount code list). */
const columns: Column<DiscountCode>[] = [
  {
    key: 'status',
    header: 'Status',
    width: 100,
    render: ({ status }) => <StatusChip tone={statusTone(status)}>{status}</StatusChip>,
  },
  {
    key: 'code',
    header: 'Discount Code',
    width: 140,
    sortBy: 'code',
    lead: true,
    text: ({ code }) => code,
    render: ({ _id, code }) => <RecordLink to="discount code" id={_id} name={code} />,
  },
  { key: 'desc', header: 'Description', width: 184, text: ({ desc }) => desc },
  { key: 'discount', header: 'Discount', width: 150, figures: true, text: discountWords },
  {
    key: 'start_date',
    header: 'Start Date',
    width: 102,
    sortBy: 'start_date',
    figures: true,
    render: ({ start_date: day }) => <time dateTime={day}>{formatDay(day)}</time>,
  },
  {
    key: 'end_date',
    header: 'End Date',
    width: 102,
    sortBy: 'end_date',
    figures: true,
    render: ({ end_date: day }) => <time dateTime={day}>{formatDay(day)}</time>,
  },
  {
    key: 'usage',
    header: 'Code Usage',
    width: 108,
    sortBy: 'total_usage',
    align: 'right',
    text: usageWords,
  },
  {
    key: 'agent',
    header: 'Agent Email',
    width: 172,
    text: ({ agent_email: email }) => email || '–',
  },
];

const actionsOf = (toggle: (code: DiscountCode) => void): RowActions<DiscountCode> => ({
  header: 'Action',
  width: 92,
  nameOf: ({ code }) => code,
  of: (code) =>
    code.abilities.toggle
      ? [
          {
            label: code.is_active ? 'Disable' : 'Enable',
            primary: true,
            onClick: () => toggle(code),
          },
        ]
      : [],
});

export const Route = createFileRoute('/_signed-in/discountcode')({
  validateSearch: codeList.address,
  staticData: { prefetch: firstPage(codeList, { params }) },
  component: DiscountCodeList,
});
