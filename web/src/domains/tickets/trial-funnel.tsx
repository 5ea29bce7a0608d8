import { Box, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TicketStats } from 'staffroom-contract/domains/tickets/ticket-stat.contract.ts';
import { formatCount } from '../../lib/formats.ts';
import { Meter } from '../../ui/meter.tsx';
import { Panel, PanelHeader } from '../../ui/panel.tsx';
import type { Tone } from '../../ui/status-chip.tsx';
import { RowsLink } from './rows-link.tsx';
import { rowsBehind, shareWords, type RowsSearch } from './stat-words.ts';
import styles from './ticket-stat.module.css';

/** Funnel from trial to purchase; each step as a share of the one before it. */
export const TrialFunnel = ({ stats }: { stats: TicketStats }) => {
  const { registered, attended, attendance_missing, followed_up, days_to_follow_up, won } =
    stats.funnel;
  const all = rowsBehind('TrialConversion', 'total', stats);
  const came = { ...all, attended: 'attended' as const };
  const days = days_to_follow_up === null ? undefined : roundToTenth(days_to_follow_up);
  return (
    <Panel label="From trial to purchase">
      <PanelHeader>
        <Text component="h2" variant="title">
          From trial to purchase
        </Text>
        <Text span variant="meta" c="dimmed">
          <RowsLink type="TrialConversion" search={all}>
            of {formatCount(registered, 'trial')}
          </RowsLink>
        </Text>
      </PanelHeader>
      <Box component="ol" className={styles.step} flex={1} py="sm" px="lg">
        <Step name="Registered" count={registered} of={registered} tone="cyan" search={all} />
        <Step name="Attended" count={attended} of={registered} tone="green" search={came}>
          {shareWords(attended, registered, 'registered')}
          {attendance_missing > 0 && (
            <>
              {', '}
              <RowsLink type="TrialConversion" search={{ ...all, attended: 'missing' }}>
                {attendance_missing.toLocaleString('en-SG')} without attendance
              </RowsLink>
            </>
          )}
        </Step>
        <Step
          name="Followed up after"
          count={followed_up}
          of={registered}
          tone="blue"
          search={{ ...came, followed: 'yes' }}
        >
          {shareWords(followed_up, attended, 'attended')}
          {days !== undefined && `, ${formatCount(days, 'day')} on average`}
        </Step>
        <Step
          name="Won"
          count={won}
          of={registered}
          tone="purple"
          search={rowsBehind('TrialConversion', 'won', stats)}
        >
          {shareWords(won, registered, 'registered')}
        </Step>
      </Box>
    </Panel>
  );
};

const roundToTenth = (days: number) => Math.round(days * 10) / 10;

type StepProps = {
  name: string;
  count: number;
  of: number;
  tone: Tone;
  search: RowsSearch;
  children?: ReactNode;
};

const Step = ({ name, count, of, tone, search, children }: StepProps) => (
  <li>
    <Text span variant="strong" c="bright">
      {name}
    </Text>
    <Text span variant="button" c="bright" ta="right" data-figures>
      <RowsLink type="TrialConversion" search={search}>
        {count.toLocaleString('en-SG')}
      </RowsLink>
    </Text>
    <Box pt="sm">
      <div aria-hidden="true">
        <Meter label="" height={8} total={of} parts={[{ value: count, tone }]} />
      </div>
      {children && (
        <Text pt={2} variant="meta" c="dimmed" component="div">
          {children}
        </Text>
      )}
    </Box>
  </li>
);
