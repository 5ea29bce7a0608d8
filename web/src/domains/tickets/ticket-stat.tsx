import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  listTicketConversion,
  readTicketStats,
  type TicketStats,
} from 'staffroom-contract/domains/tickets/ticket-stat.contract.ts';
import {
  figuresOf,
  partsOf,
  statPeriods,
  wonOfClosed,
  type Period,
  type TicketFigures,
} from 'staffroom-contract/domains/tickets/ticket-stat.rules.ts';
import type { TicketType } from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import { monthOf } from 'staffroom-contract/shared/dates.ts';
import { LateAsOf } from '../../kit/report/late-as-of.tsx';
import { downloadList } from '../../lib/download.ts';
import { formatCount, periodWords } from '../../lib/formats.ts';
import { useToday } from '../../lib/settings.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { ChartSwitch, ChartTable } from '../../ui/chart.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { DateRangeFilter } from '../../ui/date-range-filter.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { listStateOf, ListStates, SkeletonBar } from '../../ui/list-states.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel, PanelHeader } from '../../ui/panel.tsx';
import { Dot, type Tone } from '../../ui/status-chip.tsx';
import { ConversionTable } from './conversion-table.tsx';
import { PartsChart, PartsLegend } from './parts-chart.tsx';
import { RowsLink } from './rows-link.tsx';
import {
  periodIn,
  statsQuery,
  tableAddress,
  tableNames,
  withTable,
  type StatSearch,
} from './stat-address.ts';
import {
  changeWords,
  partWords,
  percent,
  resultWords,
  rowsBehind,
  shareWords,
  type RowsSearch,
} from './stat-words.ts';
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
        <div className={styles.tools} role="group" aria-label="Days">
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
        </div>
      }
    >
      <div className={styles.page}>
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
      </div>
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
    <Summary type="TrialConversion" stats={stats} />
    <Summary type="ClassRenewal" stats={stats} />
    <Parts stats={stats} isTable={isTable} onTable={onTable} />
    <Funnel stats={stats} />
  </div>
);

const summaryTitles: Record<TicketType, [title: string, list: string]> = {
  TrialConversion: ['Trial summary', 'Trial tickets'],
  ClassRenewal: ['Renewal summary', 'Renewal tickets'],
};

/** Rate of won among closed tickets, compared with the previous period, and the counts of all results. */
const Summary = ({ type, stats }: { type: TicketType; stats: TicketStats }) => {
  const name = tableNames[type];
  const figures = figuresOf(stats[name]);
  const words = resultWords[type];
  const [title, list] = summaryTitles[type];
  const { won, lost, pending, total } = figures;
  const rate = wonOfClosed(figures);
  return (
    <Panel label={title}>
      <PanelHeader>
        <h2>{title}</h2>
        <RowsLink type={type} search={rowsBehind(type, 'total', stats)} className={styles.list}>
          {list}
        </RowsLink>
      </PanelHeader>
      <div className={styles.summary}>
        <p className={styles.rateLine}>
          <strong>{percent(rate)}</strong>
          <span>
            {words.rate} of{' '}
            <RowsLink type={type} search={rowsBehind(type, 'closed', stats)}>
              {formatCount(won + lost, 'closed', 'closed')}
            </RowsLink>
          </span>
          <Change rate={rate} before={stats.before} name={name} />
        </p>
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
      </div>
      <ul className={styles.figures}>
        <Figure type={type} stats={stats} of="total" label="Total" />
        <Figure type={type} stats={stats} of="won" label={words.won} tone="purple" />
        <Figure type={type} stats={stats} of="lost" label={words.lost} tone="pink" />
        <Figure type={type} stats={stats} of="pending" label="Pending" tone="blue" />
        <Figure type={type} stats={stats} of="canceled" label="CANCELED" tone="grey" />
      </ul>
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
  const sign = words?.startsWith('+') ? 'up' : words?.startsWith('−') ? 'down' : undefined;
  return (
    <span className={styles.change}>
      {words === undefined ? (
        `Nothing to compare in ${compared}`
      ) : (
        <>
          <strong data-sign={sign}>{words}</strong> on {compared}
        </>
      )}
    </span>
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
    <RowsLink type={type} search={rowsBehind(type, of, stats)} className={styles.figure}>
      <span className={styles.figureLabel}>
        {tone && <Dot tone={tone} />}
        {label}
      </span>{' '}
      <strong>{figuresOf(stats[tableNames[type]])[of].toLocaleString('en-SG')}</strong>
    </RowsLink>
  </li>
);

const Parts = ({ stats, isTable, onTable }: StatsProps) => {
  const today = useToday();
  const { unit } = partsOf(stats);
  const title = `Trials by ${unit} of trial`;
  return (
    <Panel label={title}>
      <PanelHeader>
        <h2>{title}</h2>
        <div className={styles.partsTools}>
          {!isTable && <PartsLegend />}
          <ChartSwitch isTable={isTable} onTable={onTable} />
        </div>
      </PanelHeader>
      {isTable ? (
        <div className={styles.partsTable}>
          <ChartTable
            title={title}
            columns={partColumns(unit)}
            rows={stats.trial_parts}
            rowKey={({ start }) => start}
            noun="trials"
          />
        </div>
      ) : (
        <div className={styles.parts}>
          <PartsChart unit={unit} parts={stats.trial_parts} today={today} />
        </div>
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

/** Funnel from trial to purchase; each step as a share of the one before it. */
const Funnel = ({ stats }: { stats: TicketStats }) => {
  const { registered, attended, attendance_missing, followed_up, days_to_follow_up, won } =
    stats.funnel;
  const all = rowsBehind('TrialConversion', 'total', stats);
  const came = { ...all, attended: 'attended' as const };
  const days = days_to_follow_up === null ? undefined : roundToTenth(days_to_follow_up);
  return (
    <Panel label="From trial to purchase">
      <PanelHeader>
        <h2>From trial to purchase</h2>
        <RowsLink type="TrialConversion" search={all} className={styles.beside}>
          of {formatCount(registered, 'trial')}
        </RowsLink>
      </PanelHeader>
      <ol className={styles.funnel}>
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
      </ol>
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
  <li className={styles.step}>
    <span className={styles.stepName}>{name}</span>
    <RowsLink type="TrialConversion" search={search} className={styles.stepCount}>
      {count.toLocaleString('en-SG')}
    </RowsLink>
    <span className={styles.stepBar}>
      <span aria-hidden="true">
        <Meter label="" height={8} total={of} parts={[{ value: count, tone }]} />
      </span>
      {children && <span className={styles.stepWords}>{children}</span>}
    </span>
  </li>
);

/** Placeholders of the upper panels, at their final height. */
const StatSkeleton = () => (
  <div className={styles.columns}>
    {['summary', 'summary', 'parts', 'parts'].map((height, index) => (
      <div key={index} className={styles.placeholder} data-height={height}>
        {[30, 90, 60].map((width) => (
          <SkeletonBar key={width} width={width} height={20} />
        ))}
      </div>
    ))}
  </div>
);
