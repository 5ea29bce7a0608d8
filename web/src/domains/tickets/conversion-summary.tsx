import { Flex, Stack, Text } from '@mantine/core';
import type { TicketStats } from 'staffroom-contract/domains/tickets/ticket-stat.contract.ts';
import {
  figuresOf,
  wonOfClosed,
  type TicketFigures,
} from 'staffroom-contract/domains/tickets/ticket-stat.rules.ts';
import type { TicketType } from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import { formatCount, periodWords } from '../../lib/formats.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { FigureLinks, figureLink } from '../../ui/figure-links.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Panel, PanelBody, PanelHeader } from '../../ui/panel.tsx';
import { Dot, type Tone } from '../../ui/status-chip.tsx';
import { RowsLink } from './rows-link.tsx';
import { tableNames } from './stat-address.ts';
import { changeWords, percent, resultWords, rowsBehind } from './stat-words.ts';

const summaryTitles: Record<TicketType, [title: string, list: string]> = {
  TrialConversion: ['Trial summary', 'Trial tickets'],
  ClassRenewal: ['Renewal summary', 'Renewal tickets'],
};

/** Rate of won among closed tickets, compared with the previous period, and the counts of all results. */
export const ConversionSummary = ({ type, stats }: { type: TicketType; stats: TicketStats }) => {
  const name = tableNames[type];
  const figures = figuresOf(stats[name]);
  const words = resultWords[type];
  const [title, list] = summaryTitles[type];
  const { won, lost, pending, total } = figures;
  const rate = wonOfClosed(figures);
  return (
    <Panel label={title}>
      <PanelHeader>
        <Text component="h2" variant="title">
          {title}
        </Text>
        <Text span variant="label" c="accent">
          <RowsLink type={type} search={rowsBehind(type, 'total', stats)}>
            {list}
          </RowsLink>
        </Text>
      </PanelHeader>
      <PanelBody>
        <Stack gap="sm">
          <Flex
            component="p"
            rowGap={0}
            columnGap="md"
            align="baseline"
            wrap="wrap"
            mih={34}
            c="secondary"
          >
            <Text span variant="total" fz={28} c="bright">
              {percent(rate)}
            </Text>
            <span>
              {words.rate} of{' '}
              <RowsLink type={type} search={rowsBehind(type, 'closed', stats)}>
                {formatCount(won + lost, 'closed', 'closed')}
              </RowsLink>
            </span>
            <Change rate={rate} before={stats.before} name={name} />
          </Flex>
          <Meter
            label={`${won} ${words.won}, ${lost} ${words.lost}, ${pending} pending of ${total}`}
            height={8}
            total={total}
            parts={[
              { value: won, tone: 'purple' },
              { value: lost, tone: 'pink' },
              { value: pending, tone: 'blue' },
            ]}
          />
        </Stack>
      </PanelBody>
      <FigureLinks least={96}>
        <Figure type={type} stats={stats} of="total" label="Total" />
        <Figure type={type} stats={stats} of="won" label={words.won} tone="purple" />
        <Figure type={type} stats={stats} of="lost" label={words.lost} tone="pink" />
        <Figure type={type} stats={stats} of="pending" label="Pending" tone="blue" />
        <Figure type={type} stats={stats} of="canceled" label="CANCELED" tone="grey" />
      </FigureLinks>
    </Panel>
  );
};

type ChangeProps = {
  rate: number | null;
  before: TicketStats['before'];
  name: 'trial' | 'renewal';
};

/** Change of the rate: "+4 points on February", while the month runs "on 1 – 23 Feb 2026, 14:05". */
const Change = ({ rate, before, name }: ChangeProps) => {
  const { time } = useFormats();
  const compared = periodWords(before) + (before.until === null ? '' : `, ${time(before.until)}`);
  const words = changeWords(rate, wonOfClosed(before[name]));
  const sign = words?.startsWith('+')
    ? 'positive'
    : words?.startsWith('−')
      ? 'negative'
      : 'secondary';
  return (
    <Text span ml="auto" variant="meta" c="dimmed">
      {words === undefined ? (
        `Nothing to compare in ${compared}`
      ) : (
        <>
          <Text span variant="label" c={sign}>
            {words}
          </Text>{' '}
          on {compared}
        </>
      )}
    </Text>
  );
};

type FigureProps = {
  type: TicketType;
  stats: TicketStats;
  of: keyof TicketFigures;
  label: string;
  tone?: Tone;
};

const Figure = ({ type, stats, of, label, tone }: FigureProps) => (
  <li>
    <RowsLink type={type} search={rowsBehind(type, of, stats)} className={figureLink}>
      <Text span variant="pill" fw={400}>
        {tone && <Dot tone={tone} />} {label}
      </Text>{' '}
      <strong>{figuresOf(stats[tableNames[type]])[of].toLocaleString('en-SG')}</strong>
    </RowsLink>
  </li>
);
