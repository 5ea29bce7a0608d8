import { Button, Flex, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import type { FailedJob } from 'staffroom-contract/domains/system/system.contract.ts';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { sentenceOf } from '../../lib/api-error.ts';
import { formatCount } from '../../lib/formats.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Panel, PanelHeader, PanelScroll } from '../../ui/panel.tsx';
import rowStyles from '../../ui/rows.module.css';
import { showSnackbar } from '../../ui/snackbars.tsx';
import { CountPill, StatusChip } from '../../ui/status-chip.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { jobWords } from '../home/day-words.ts';
import { targetOf } from './audit-words.ts';
import { ready } from './ready.ts';
import { ShortMoment } from './short-moment.tsx';
import { jobStateWords } from './system-words.ts';
import { useRetryJob, type System } from './system.api.ts';

/** Jobs that failed or are in quarantine, each with its cause and "Try again" (picture 27). */
export const FailedJobs = ({ system: { jobs, job_count: count } }: { system: System }) => {
  const { retry, retryAll, busy } = useRetries(jobs);
  const narrow = useNarrow();
  return (
    <Panel>
      <PanelHeader>
        <Flex component="h2" gap="sm" align="center" variant="title">
          Failed and quarantined jobs {count > 0 && <CountPill count={count} />}
        </Flex>
        {jobs.length > 1 && (
          <Button
            size="xs"
            leftSection={<IconRefresh size={14} stroke={1.7} aria-hidden="true" />}
            loading={busy}
            onClick={() => void retryAll()}
          >
            Try all again
          </Button>
        )}
      </PanelHeader>
      {count === 0 ? (
        <Text px="lg" py="md" variant="body" c="secondary">
          No failed jobs.
        </Text>
      ) : narrow ? (
        <ul className={rowStyles.rows}>
          {jobs.map((job) => (
            <li key={job._id} className={rowStyles.row}>
              <JobCard job={job} retry={retry} />
            </li>
          ))}
        </ul>
      ) : (
        <PanelScroll label="Failed and quarantined jobs">
          <DataTable
            caption="Failed and quarantined jobs"
            columns={columnsFor(retry)}
            rows={jobs}
            rowKey={({ _id }) => _id}
            state={ready}
            noun="jobs"
            empty={null}
          />
          {count > jobs.length && (
            <Text px="lg" py="sm" variant="meta" c="dimmed">
              {formatCount(count - jobs.length, 'more job')} not shown.
            </Text>
          )}
        </PanelScroll>
      )}
    </Panel>
  );
};

const isRetriable = ({ state }: FailedJob) => state !== 'running';

const useRetries = (jobs: readonly FailedJob[]) => {
  const operation = useRetryJob();
  const confirm = useConfirm();
  const [busy, setBusy] = useState(false);
  const retry = async ({ _id }: FailedJob) => {
    try {
      await operation.mutateAsync({ params: { id: _id } });
      return true;
    } catch (error) {
      showSnackbar(sentenceOf(error));
      return false;
    }
  };
  const retryAll = async () => {
    const again = jobs.filter(isRetriable);
    const yes = await confirm({
      title: 'Try all jobs again?',
      message: `${formatCount(again.length, 'job')} will go to the front of the queue.`,
      confirmLabel: 'Try all again',
    });
    if (!yes) return;
    setBusy(true);
    for (const job of again) if (!(await retry(job))) break;
    setBusy(false);
  };
  return { retry, retryAll, busy };
};

const columnsFor = (retry: Retry): Column<FailedJob>[] => [
  {
    key: 'job',
    header: 'Job',
    width: 150,
    lead: true,
    text: ({ name }) => jobWords(name),
  },
  {
    key: 'for',
    header: 'For',
    width: 220,
    text: ({ record }) => record?.name ?? '–',
    render: (job) => <For job={job} />,
  },
  { key: 'cause', header: 'Cause', width: 230, text: ({ cause }) => cause },
  {
    key: 'tries',
    header: 'Tries',
    width: 104,
    align: 'right',
    value: ({ tries }) => tries,
    text: ({ tries, most_tries: most }) => `${tries} of ${most.toLocaleString('en-SG')}`,
  },
  {
    key: 'since',
    header: 'Since',
    width: 110,
    figures: true,
    render: ({ since }) => <ShortMoment at={since} />,
  },
  {
    key: 'state',
    header: 'State',
    width: 130,
    render: (job) => <JobState job={job} />,
  },
  {
    key: 'next',
    header: 'Next try',
    width: 80,
    figures: true,
    render: ({ next_try: next }) => (next === null ? '–' : <ShortMoment at={next} />),
  },
  {
    key: 'retry',
    header: 'Try again',
    hiddenHeader: true,
    width: 110,
    acts: true,
    render: (job) => (
      <Flex justify="flex-end">
        <TryAgain job={job} retry={retry} />
      </Flex>
    ),
  },
];

const For = ({ job: { record } }: { job: FailedJob }) => {
  const target = targetOf(record);
  return record && target ? <RecordLink {...target} name={record.name} /> : (record?.name ?? '–');
};

const JobState = ({ job: { state } }: { job: FailedJob }) => (
  <StatusChip tone={jobStateWords[state].tone}>{jobStateWords[state].words}</StatusChip>
);

type Retry = (job: FailedJob) => Promise<unknown>;

const TryAgain = ({ job, retry }: { job: FailedJob; retry: Retry }) =>
  isRetriable(job) && (
    <Button
      size="xs"
      aria-label={`Try again: ${jobWords(job.name)}${job.record ? ` for ${job.record.name}` : ''}`}
      onClick={() => void retry(job)}
    >
      Try again
    </Button>
  );

/** A job on a phone: name, record, cause, state and the button. */
const JobCard = ({ job, retry }: { job: FailedJob; retry: Retry }) => (
  <>
    <Flex justify="space-between" align="center" gap="sm" variant="strong" c="bright">
      {jobWords(job.name)}
      <JobState job={job} />
    </Flex>
    <Text variant="meta" c="secondary">
      <For job={job} />
    </Text>
    <Flex justify="space-between" align="center" gap="sm" variant="meta" c="secondary">
      <span>
        {job.cause}, since <ShortMoment at={job.since} />
      </span>
      <TryAgain job={job} retry={retry} />
    </Flex>
  </>
);
