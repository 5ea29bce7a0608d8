import { Button, Flex, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type {
  ShownSetting,
  SystemProcess,
} from 'staffroom-contract/domains/system/system.contract.ts';
import { scaleOf } from '../../lib/chart-scale.ts';
import { formatCount } from '../../lib/formats.ts';
import { useSettings } from '../../lib/settings.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { Banner } from '../../ui/banner.tsx';
import { Chart, ChartBar } from '../../ui/chart.tsx';
import { copyText } from '../../ui/copy-text.ts';
import type { Column } from '../../ui/data-table.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { ListError, SkeletonBar } from '../../ui/list-states.tsx';
import { Page } from '../../ui/page.tsx';
import { PanelHead } from '../../ui/panel-head.tsx';
import { Panel, PanelBody } from '../../ui/panel.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { secondsOf } from './audit-words.ts';
import { FailedJobs } from './failed-jobs.tsx';
import { Parts, SendTest, useTest } from './parts.tsx';
import styles from './system.module.css';
import {
  healthWords,
  memoryWords,
  partLabels,
  problemsOf,
  processNames,
  reportOf,
  stateWords,
  uptimeWords,
} from './system-words.ts';
import { TablePanel } from './table-panel.tsx';
import { systemQuery, type System } from './system.api.ts';

const title = 'System health';

/** The state of the product for an Admin (picture 27): problems, failed jobs, parts, processes and settings. */
export const SystemHealth = () => {
  const query = useQuery(systemQuery());
  const system = query.data?.data;
  if (!system)
    return (
      <Page title={title}>
        {query.isError ? (
          <Panel label={title}>
            <ListError
              what="The state of the system could not be loaded"
              error={query.error}
              retry={() => void query.refetch()}
            />
          </Panel>
        ) : (
          <HealthSkeleton />
        )}
      </Page>
    );
  return <Health system={system} isOld={query.isError} />;
};

/** The panels of the page while it is loading. */
const HealthSkeleton = () => (
  <>
    <Panel>
      <PanelBody>
        <SkeletonBar width={16} />
      </PanelBody>
    </Panel>
    <div className={styles.columns}>
      <WaitingPanel title="Parts" rows={10} />
      <Stack>
        <WaitingPanel title="Processes" rows={3} />
        <WaitingPanel title="Jobs waiting" rows={4} />
      </Stack>
    </div>
  </>
);

const WaitingPanel = ({ title: name, rows }: { title: string; rows: number }) => (
  <Panel>
    <PanelHead title={name} />
    <PanelBody>
      <Stack gap="xl" aria-busy="true">
        {Array.from({ length: rows }, (_, row) => (
          <SkeletonBar key={row} width={48 + ((row * 17) % 40)} />
        ))}
      </Stack>
    </PanelBody>
  </Panel>
);

/** `isOld`: the last check got no answer. */
const Health = ({ system, isOld }: { system: System; isOld: boolean }) => {
  const { product_name: product, business_time_zone: zone } = useSettings();
  const { longDay } = useFormats();
  const sendTest = useTest();
  const health = healthWords(system);
  const checked = secondsOf(system.checked_on, zone);
  return (
    <Page
      title={title}
      beside={<StatusChip tone={health.tone}>{health.words}</StatusChip>}
      secondary={
        <>
          <Text span variant="meta" c="secondary" visibleFrom="sm">
            {product} {system.version}
            {system.installed_on && `, installed ${longDay(system.installed_on)}`} · checked{' '}
            {checked}, every 10 s
          </Text>
          <Button
            leftSection={<IconCopy size={16} stroke={1.7} aria-hidden="true" />}
            onClick={() => void copyText('Report', reportOf(system))}
          >
            Copy report
          </Button>
        </>
      }
    >
      {isOld && (
        <Banner tone="negative" title={`The server has not answered since ${checked}`}>
          The figures below are from then.
        </Banner>
      )}
      {sendTest.problem && <FormProblem text={sendTest.problem} />}
      {problemsOf(system).map(({ name, state, problem }) => (
        <Banner
          key={name}
          tone="warning"
          title={`${partLabels[name]}: ${stateWords[state].words.toLowerCase()}`}
          action={<SendTest of={{ name }} test={sendTest} />}
        >
          {problem}
        </Banner>
      ))}
      <FailedJobs system={system} />
      <div className={styles.columns}>
        <Parts system={system} test={sendTest} />
        <Stack>
          <Processes system={system} />
          <QueueChart queue={system.queue} />
        </Stack>
      </div>
      <SettingList settings={system.settings} />
    </Page>
  );
};

const Processes = ({ system }: { system: System }) => {
  const { processes, checked_on: now } = system;
  const versions = [...new Set(processes.map(({ version }) => version))];
  return (
    <TablePanel
      caption="Processes"
      about={versions.length === 1 ? `all on ${versions[0]}` : versions.join(', ')}
      columns={processColumns(processNames(processes), now)}
      rows={processes}
      rowKey={({ _id }) => _id}
      noun="processes"
    />
  );
};

const processColumns = (
  names: ReadonlyMap<string, string>,
  now: string,
): Column<SystemProcess>[] => [
  {
    key: 'process',
    header: 'Process',
    width: 150,
    lead: true,
    text: ({ _id, machine }) => `${names.get(_id)} ${machine}`,
    render: ({ _id, machine }) => (
      <>
        {names.get(_id)}{' '}
        <Text span variant="meta" c="dimmed">
          {machine}
        </Text>
      </>
    ),
  },
  {
    key: 'uptime',
    header: 'Uptime',
    width: 96,
    align: 'right',
    value: ({ started_on: started }) => -Date.parse(started),
    render: ({ started_on: started, seen_on: seen, is_lost: isLost }) =>
      isLost ? <Lost at={seen} /> : uptimeWords(started, now),
  },
  {
    key: 'cpu',
    header: 'CPU',
    width: 56,
    align: 'right',
    value: ({ cpu_percent: cpu }) => cpu,
    text: ({ cpu_percent: cpu, is_lost: isLost }) => (isLost ? '–' : `${cpu}%`),
  },
  {
    key: 'memory',
    header: 'Memory',
    width: 84,
    align: 'right',
    value: ({ memory_bytes: bytes }) => bytes,
    text: ({ memory_bytes: bytes, is_lost: isLost }) => (isLost ? '–' : memoryWords(bytes)),
  },
];

const Lost = ({ at }: { at: string }) => (
  <Text span inherit c="negative">
    gone, <time dateTime={at}>{useFormats().time(at)}</time>
  </Text>
);

/** The settings of the processes; they are changed in the environment, not here. */
const SettingList = ({ settings }: { settings: readonly ShownSetting[] }) => (
  <TablePanel
    caption="Settings"
    about="Read only. Change them in the environment and restart."
    columns={settingColumns}
    rows={settings}
    rowKey={({ name }) => name}
    noun="settings"
  />
);

const sourceWords: Record<ShownSetting['source'], string> = {
  environment: 'Environment',
  file: 'File',
  default: 'Default',
};

const settingColumns: Column<ShownSetting>[] = [
  { key: 'name', header: 'Setting', width: 240, lead: true, text: ({ name }) => name },
  {
    key: 'value',
    header: 'Value',
    width: 420,
    text: ({ value }) => value ?? '–',
    render: ({ value, is_secret: isSecret }) =>
      isSecret && value !== null ? `•••• (${value})` : (value ?? '–'),
  },
  {
    key: 'source',
    header: 'From',
    width: 140,
    text: ({ source, value }) =>
      source === 'default' && value === null ? 'Not set' : sourceWords[source],
  },
];

/** The most jobs that waited in each of the last 24 hours. */
const QueueChart = ({
  queue: { waiting, oldest_seconds: oldest, hours },
}: Pick<System, 'queue'>) => {
  const { time } = useFormats();
  const most = hours.map(({ most_waiting: each }) => each ?? 0);
  const highest = Math.max(...most);
  const peak = hours[most.indexOf(highest)];
  const lines = scaleOf(Math.max(highest, 4));
  const top = lines.at(-1) ?? 1;
  return (
    <Panel>
      <PanelHead title="Jobs waiting">
        <Text span variant="meta" c="secondary">
          {formatCount(waiting, 'job')} now{waiting > 0 && `, oldest ${oldest} s`}
          {highest > 0 &&
            peak &&
            ` · most ${highest.toLocaleString('en-SG')} at ${time(peak.hour)}`}
        </Text>
      </PanelHead>
      <PanelBody>
        <Chart lines={lines} words={String} axis={34} height={120} count={hours.length}>
          {hours.map(({ hour, most_waiting: count }, index) => (
            <ChartBar
              key={hour}
              name={time(hour).slice(0, 2)}
              isNow={index === hours.length - 1}
              every={3}
              index={hours.length - 1 - index}
            >
              <VisuallyHidden>
                {time(hour)}: {count === null ? 'not recorded' : formatCount(count, 'job')}
              </VisuallyHidden>
              <Flex className={styles.hour} component="span" flex={1} align="flex-end" aria-hidden>
                <span
                  data-now={index === hours.length - 1 || undefined}
                  style={{ height: `${(100 * (count ?? 0)) / top}%` }}
                />
              </Flex>
            </ChartBar>
          ))}
        </Chart>
      </PanelBody>
    </Panel>
  );
};
