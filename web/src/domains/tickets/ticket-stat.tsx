import { Stack, Group, Flex, Text, Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  listTicketConversion,
  readTicketStats,
  type TicketStats,
} from 'staffroom-contract/domains/tickets/ticket-stat.contract.ts';
import {
  partsOf,
  statPeriods,
  type Period,
} from 'staffroom-contract/domains/tickets/ticket-stat.rules.ts';
import { monthOf } from 'staffroom-contract/shared/dates.ts';
import { LateAsOf } from '../../kit/report/late-as-of.tsx';
import { downloadList } from '../../lib/download.ts';
import { useToday } from '../../lib/settings.ts';
import { ChartSwitch, ChartTable } from '../../ui/chart.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { DateRangeFilter } from '../../ui/date-range-filter.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { listStateOf, ListStates, SkeletonBar } from '../../ui/list-states.tsx';
import { Page } from '../../ui/page.tsx';
import { PanelHead } from '../../ui/panel-head.tsx';
import { Panel, PanelBody, PanelHeader } from '../../ui/panel.tsx';
import { ConversionSummary } from './conversion-summary.tsx';
import { ConversionTable } from './conversion-table.tsx';
import { PartsChart, PartsLegend } from './parts-chart.tsx';
import { RowsLink } from './rows-link.tsx';
import { periodIn, statsQuery, tableAddress, withTable, type StatSearch } from './stat-address.ts';
import { partWords, rowsBehind } from './stat-words.ts';
import { TrialFunnel } from './trial-funnel.tsx';
import styles from './ticket-stat.module.css';

type Props = { search: StatSearch; onSearch: (search: StatSearch) => void };

/** Results of the trials and renewals of a period, compared with the previous period (part 2 §2, picture 15). */
export const TicketStat = ({ search, onSearch }: Props) => {
  const today = useToday();
  const period = periodIn(search, today);
  const go = (changes: StatSearch) => onSearch({ ...search, ...changes });
  const query = useQuery(statsQuery(period));
  const choose = ({ start, end }: Period) => {
    const usual = monthOf(today);
    const isUsual = start === usual.start && end === usual.end;
    go({
      from: isUsual ? undefined : start,
      to: isUsual ? undefined : end,
      trial_page: undefined,
      renewal_page: undefined,
    });
  };
  return (
    <Page
      title="Overall Stat"
      secondary={
        <Group
          className={styles.period}
          justify="flex-end"
          wrap="wrap"
          role="group"
          aria-label="Days"
        >
          <LateAsOf shows={isStatistics} />
          {statPeriods(today).map(({ label, ...pick }) => (
            <button
              key={label}
              type="button"
              className={styles.pick}
              aria-pressed={pick.start === period.start && pick.end === period.end}
              onClick={() => choose(pick)}
            >
              {label}
            </button>
          ))}
          <DateRangeFilter
            label="Days"
            value={period}
            defaultValue={monthOf(today)}
            quickPicks={statPeriods(today)}
            onChange={choose}
          />
          <DownloadButton
            download={() => downloadList(readTicketStats, { query: period }, 'ticket-stat.csv')}
          />
        </Group>
      }
    >
      <Stack className={styles.stats}>
        <ListStates
          state={listStateOf(query)}
          noun="statistics"
          isEmpty={false}
          empty={null}
          skeleton={<StatSkeleton />}
        >
          {query.data && (
            <Stats
              stats={query.data.data}
              isTable={search.view === 'table'}
              onTable={(isTable) => go({ view: isTable ? 'table' : undefined })}
            />
          )}
        </ListStates>
        <div className={styles.columns}>
          {(['TrialConversion', 'ClassRenewal'] as const).map((type) => (
            <ConversionTable
              key={type}
              type={type}
              period={period}
              address={tableAddress(search, type)}
              onAddress={(address) => onSearch(withTable(search, type, address))}
            />
          ))}
        </div>
      </Stack>
    </Page>
  );
};

/** Matches statistics queries only, not tickets counted elsewhere on the screen. */
const isStatistics = ([, name]: readonly unknown[]) =>
  name === readTicketStats.name || name === listTicketConversion.name;

type StatsProps = {
  stats: TicketStats;
  isTable: boolean;
  onTable: (isTable: boolean) => void;
};

const Stats = ({ stats, isTable, onTable }: StatsProps) => (
  <div className={styles.columns}>
    <ConversionSummary type="TrialConversion" stats={stats} />
    <ConversionSummary type="ClassRenewal" stats={stats} />
    <Parts stats={stats} isTable={isTable} onTable={onTable} />
    <TrialFunnel stats={stats} />
  </div>
);

const Parts = ({ stats, isTable, onTable }: StatsProps) => {
  const today = useToday();
  const { unit } = partsOf(stats);
  const title = `Trials by ${unit} of trial`;
  return (
    <Panel label={title}>
      <PanelHeader>
        <Text component="h2" variant="title">
          {title}
        </Text>
        <Flex rowGap="sm" columnGap="md" align="center" wrap="wrap">
          {!isTable && <PartsLegend />}
          <ChartSwitch isTable={isTable} onTable={onTable} />
        </Flex>
      </PanelHeader>
      {isTable ? (
        <Stack gap={0} h={180}>
          <ChartTable
            title={title}
            columns={partColumns(unit)}
            rows={stats.trial_parts}
            rowKey={({ start }) => start}
            noun="trials"
          />
        </Stack>
      ) : (
        <Box px="lg" pt="sm" pb="md">
          <PartsChart unit={unit} parts={stats.trial_parts} today={today} />
        </Box>
      )}
    </Panel>
  );
};

type Part = TicketStats['trial_parts'][number];

const partColumns = (unit: 'day' | 'week' | 'month'): Column<Part>[] => [
  {
    key: 'part',
    header: { day: 'Day', week: 'Week', month: 'Month' }[unit],
    width: 140,
    lead: true,
    text: (part) => partWords(unit, part),
  },
  ...(['total', 'won', 'lost', 'pending'] as const).map((key): Column<Part> => ({
    key,
    header: key.slice(0, 1).toUpperCase() + key.slice(1),
    width: 90,
    align: 'right',
    render: (part) => (
      <RowsLink type="TrialConversion" search={rowsBehind('TrialConversion', key, part)}>
        {part[key].toLocaleString('en-SG')}
      </RowsLink>
    ),
  })),
];

/** Placeholders of the upper panels, at their final height. */
const StatSkeleton = () => (
  <div className={styles.columns}>
    {[112, 112, 150, 150].map((height, index) => (
      <Panel key={index}>
        <PanelHead title={<SkeletonBar width="112px" height={14} />}>
          <SkeletonBar width="72px" />
        </PanelHead>
        <PanelBody>
          <Stack h={height}>
            {[30, 90, 60].map((width) => (
              <SkeletonBar key={width} width={width} height={20} />
            ))}
          </Stack>
        </PanelBody>
      </Panel>
    ))}
  </div>
);
