import { Box, Flex, Stack, Text } from '@mantine/core';
import type { TicketConversion } from 'staffroom-contract/domains/tickets/ticket-stat.contract.ts';
import {
  conversionKeys,
  type ConversionKey,
  type Period,
} from 'staffroom-contract/domains/tickets/ticket-stat.rules.ts';
import type { TicketType } from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import type { ListAddress } from '../../kit/list/define-list.ts';
import { ListTab, type Column } from '../../kit/list/list.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Panel, PanelHeader } from '../../ui/panel.tsx';
import { Segments } from '../../ui/segments.tsx';
import {
  conversionLists,
  conversionScope,
  keyWords,
  kindWords,
  usualKey,
} from './conversion-lists.ts';
import { RowsLink } from './rows-link.tsx';
import { percent, rowsBehind } from './stat-words.ts';
import styles from './ticket-stat.module.css';

/** A table's own part of the URL search. */
export type ConversionAddress = ListAddress & { by?: ConversionKey | undefined };

type Props = {
  type: TicketType;
  period: Period;
  address: ConversionAddress;
  onAddress: (address: ConversionAddress) => void;
};

/** Tickets won by agent, handler, tutor, class or lead source (picture 15). */
export const ConversionTable = ({ type, period, address, onAddress }: Props) => {
  const by = address.by ?? usualKey[type];
  const title = `${kindWords[type]} by ${keyWords[by].toLowerCase()}`;
  return (
    <Stack className={styles.conversion} gap={0} miw={0}>
      <Panel label={title} fill>
        <PanelHeader>
          <Text component="h2" variant="title">
            {title}
          </Text>
          <Segments<ConversionKey>
            label={`${kindWords[type]} by`}
            choices={conversionKeys.map((value) => ({ value, label: keyWords[value] }))}
            value={by}
            onChange={(next) => onAddress({ by: next === usualKey[type] ? undefined : next })}
          />
        </PanelHeader>
        <ListTab
          key={by}
          list={conversionLists[type][by]}
          scope={conversionScope(type, by, period)}
          address={address}
          onAddress={(next) => onAddress({ ...next, by: address.by })}
          caption={title}
          columns={columnsOf(type, by, period)}
          rowKey={({ _id }) => _id ?? ''}
          skeletonRows={10}
        />
      </Panel>
    </Stack>
  );
};

const columnsOf = (
  type: TicketType,
  by: ConversionKey,
  period: Period,
): Column<TicketConversion>[] => {
  const figure = (
    key: 'total' | 'won' | 'lost' | 'pending',
    header: string,
    width: number,
  ): Column<TicketConversion> => ({
    key,
    header,
    width,
    sortBy: key,
    align: 'right',
    render: (row) => (
      <RowsLink type={type} search={rowsBehind(type, key, period, { by, _id: row._id })}>
        {row[key].toLocaleString('en-SG')}
      </RowsLink>
    ),
  });
  const isTrial = type === 'TrialConversion';
  return [
    {
      key: 'name',
      header: keyWords[by],
      width: isTrial ? 184 : 160,
      lead: true,
      sortBy: 'name',
      text: ({ name }) => name,
      render: ({ _id, name }) => <NamedKey by={by} id={_id} name={name} />,
    },
    figure('total', 'Total', 66),
    figure('won', isTrial ? 'Won' : 'Renewed', isTrial ? 54 : 78),
    figure('lost', isTrial ? 'Lost' : 'Dropped', isTrial ? 54 : 76),
    figure('pending', 'Pending', 72),
    {
      key: 'rate',
      header: isTrial ? 'Won of closed' : 'Of closed',
      width: isTrial ? 118 : 92,
      sortBy: 'rate',
      align: 'right',
      render: ({ won, lost, rate }) => (
        <Flex
          component="span"
          gap="sm"
          align="center"
          justify="flex-end"
          w="100%"
          fw={500}
          c="bright"
        >
          <Box component="span" flex="0 0 30px" aria-hidden="true">
            <Meter
              label=""
              height={4}
              parts={[{ value: won, tone: 'purple' }]}
              total={Math.max(1, won + lost)}
            />
          </Box>
          <Box component="span" miw={36}>
            {percent(rate)}
          </Box>
        </Flex>
      ),
    },
  ];
};

const recordOf = { agent: 'staff', handled_by: 'staff', tutor: 'tutor', class: 'class' } as const;

const NamedKey = ({ by, id, name }: { by: ConversionKey; id: string | null; name: string }) =>
  by === 'lead_source' || id === null ? (
    name
  ) : (
    <RecordLink to={recordOf[by]} id={id} name={name || '–'} />
  );
