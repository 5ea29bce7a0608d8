import { Button, Flex, Stack, Text } from '@mantine/core';
import {
  IconArchive,
  IconCopy,
  IconCpu,
  IconDatabase,
  IconFolder,
  IconMail,
  IconMessage,
  IconServer2,
  IconStack2,
  IconVideo,
  IconWorld,
  type Icon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PartName } from 'staffroom-contract/domains/system/system.rules.ts';
import type {
  ShownSetting,
  SystemPart,
  SystemProcess,
} from 'staffroom-contract/domains/system/system.contract.ts';
import { useSettings } from '../../lib/settings.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { Banner } from '../../ui/banner.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { ListError, SkeletonBar } from '../../ui/list-states.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Page } from '../../ui/page.tsx';
import { PanelHead } from '../../ui/panel-head.tsx';
import { Panel, PanelBody, PanelScroll } from '../../ui/panel.tsx';
import rowStyles from '../../ui/rows.module.css';
import { Dot, StatusChip } from '../../ui/status-chip.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { secondsOf } from './audit-words.ts';
import { FailedJobs } from './failed-jobs.tsx';
import { QueueChart } from './queue-chart.tsx';
import { ready } from './ready.ts';
import { ShortMoment } from './short-moment.tsx';
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
import { systemQuery, type System } from './system.api.ts';

const title = 'System health';

/** The state of the product for an Admin (picture 27): problems, failed jobs, parts, processes and settings. */
export const SystemHealth = () => {
  const query = useQuery(systemQuery());
  const system = query.data?.data;
  if (!system)
    return (
      <Page title={title}>
        <Panel label={title}>
          {query.isError ? (
            <ListError
              what="The state of the system could not be loaded"
              error={query.error}
              retry={() => void query.refetch()}
            />
          ) : (
            <PanelBody>
              <Stack>
                {[60, 80, 45, 70].map((width) => (
                  <SkeletonBar key={width} width={width} />
                ))}
              </Stack>
            </PanelBody>
          )}
        </Panel>
      </Page>
    );
  return <Health system={system} isOld={query.isError} />;
};

/** `isOld`: the last check got no answer. */
const Health = ({ system, isOld }: { system: System; isOld: boolean }) => {
  const { product_name: product, business_time_zone: zone } = useSettings();
  const health = healthWords(system);
  const checked = secondsOf(system.checked_on, zone);
  return (
    <Page
      title={title}
      beside={<StatusChip tone={health.tone}>{health.words}</StatusChip>}
      secondary={
        <>
          <Text span variant="meta" c="secondary" visibleFrom="sm">
            {product} {system.version} · checked {checked}, every 10 s
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
      {problemsOf(system).map(({ name, state, problem }) => (
        <Banner
          key={name}
          tone="warning"
          title={`${partLabels[name]}: ${stateWords[state].words.toLowerCase()}`}
        >
          {problem}
        </Banner>
      ))}
      <FailedJobs system={system} />
      <div className={styles.columns}>
        <Parts parts={system.parts} />
        <Stack>
          <Processes system={system} />
          <QueueChart queue={system.queue} />
        </Stack>
      </div>
      <SettingList settings={system.settings} />
    </Page>
  );
};

type TableProps<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  about?: ReactNode;
  noun: string;
};

const TablePanel = <Row,>({ about, ...table }: TableProps<Row>) => (
  <Panel>
    <PanelHead title={table.caption}>
      {about && (
        <Text span variant="meta" c="dimmed">
          {about}
        </Text>
      )}
    </PanelHead>
    <PanelScroll label={table.caption}>
      <DataTable {...table} state={ready} empty={null} />
    </PanelScroll>
  </Panel>
);

const partIcons: Record<PartName, Icon> = {
  api: IconWorld,
  workers: IconCpu,
  queue: IconStack2,
  database: IconDatabase,
  email: IconMail,
  text: IconMessage,
  zoom: IconVideo,
  files: IconFolder,
  backup: IconArchive,
  disk: IconServer2,
};

const Parts = ({ parts }: { parts: readonly SystemPart[] }) => {
  const fine = parts.filter(({ state }) => state === 'fine').length;
  const narrow = useNarrow();
  if (narrow)
    return (
      <Panel>
        <PanelHead title="Parts" />
        <ul className={rowStyles.rows}>
          {parts.map((part) => (
            <li key={part.name} className={rowStyles.row}>
              <Flex justify="space-between" gap="sm" variant="body" c="bright">
                <PartName part={part} />
                <PartState part={part} />
              </Flex>
              <Text variant="meta" c="secondary">
                {part.now}
                {part.last !== null && (
                  <>
                    , last <ShortMoment at={part.last} />
                  </>
                )}
              </Text>
            </li>
          ))}
        </ul>
      </Panel>
    );
  return (
    <TablePanel
      caption="Parts"
      about={`${fine} of ${parts.length} fine`}
      columns={partColumns}
      rows={parts}
      rowKey={({ name }) => name}
      noun="parts"
    />
  );
};

const PartName = ({ part: { name } }: { part: SystemPart }) => {
  const PartIcon = partIcons[name];
  return (
    <span className={styles.name}>
      <PartIcon size={16} stroke={1.7} aria-hidden="true" /> {partLabels[name]}
    </span>
  );
};

const PartState = ({ part: { state } }: { part: SystemPart }) => (
  <span className={[styles.name, state === 'failing' && styles.failing].filter(Boolean).join(' ')}>
    <Dot tone={stateWords[state].tone} /> {stateWords[state].words}
  </span>
);

const partColumns: Column<SystemPart>[] = [
  {
    key: 'part',
    header: 'Part',
    width: 160,
    lead: true,
    render: (part) => <PartName part={part} />,
  },
  {
    key: 'state',
    header: 'State',
    width: 104,
    render: (part) => <PartState part={part} />,
  },
  {
    key: 'now',
    header: 'Now',
    width: 330,
    text: ({ now }) => now,
    render: ({ now, share }) => (
      <>
        {share !== null && (
          <span className={styles.used}>
            <Meter label={now} total={1} parts={[{ value: share, tone: 'accent' }]} />
          </span>
        )}
        {now}
      </>
    ),
  },
  {
    key: 'last',
    header: 'Last',
    width: 120,
    figures: true,
    render: ({ last }) => (last === null ? '–' : <ShortMoment at={last} />),
  },
];

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
