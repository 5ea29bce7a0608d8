import { Button, Flex, Radio, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ComponentProps } from 'react';
import {
  folderOf,
  materialFolderIds,
  type MaterialFolder,
} from 'staffroom-contract/domains/homework/material-folders.ts';
import {
  listMaterialUploads,
  type MaterialUpload,
} from 'staffroom-contract/domains/homework/materials.contract.ts';
import type { AnyOperation } from 'staffroom-contract/shared/operation.ts';
import { defineList, listPageQuery, type ListAddress } from '../../../kit/list/define-list.ts';
import { ListTab, type Column } from '../../../kit/list/list.tsx';
import { useRowAct } from '../../../kit/list/use-row-act.tsx';
import { RecordLink } from '../../../kit/record/record-link.tsx';
import { sentenceOf } from '../../../lib/api-error.ts';
import { formatCount } from '../../../lib/formats.ts';
import { useToday } from '../../../lib/settings.ts';
import { Banner } from '../../../ui/banner.tsx';
import { FullScreenDialog } from '../../../ui/full-screen-dialog.tsx';
import { Progress } from '../../../ui/meter.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { PrimaryButton } from '../../../ui/primary-button.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { Stepper } from '../../../ui/stepper.tsx';
import { useNarrow } from '../../../ui/use-narrow.ts';
import {
  refreshedByUploads,
  uploadQuery,
  useResumeUpload,
  useStartUpload,
  useStopUpload,
} from '../materials.api.ts';
import {
  previewCards,
  previewColumns,
  previewList,
  reportCards,
  reportColumns,
  reportList,
} from './upload-files.tsx';
import { similarWords, stateTones, stateWords, summaryWords } from './upload-words.ts';
import styles from './upload.module.css';

type Step = { folder: MaterialFolder | undefined; run: string | undefined };

type Props = {
  /** Any value that identifies the opening; null while closed. */
  open: string | null;
  /** The chosen folder, and the run shown. */
  folder: MaterialFolder | undefined;
  run: string | undefined;
  onGo: (step: Step) => void;
  onClose: () => void;
};

const title = 'Upload all material and homework';
const steps = ['Folder', 'What it would do', 'Upload'] as const;

/** Progress steps; hidden on phones, which have space for the title only. */
const Steps = ({ current }: { current: number }) =>
  useNarrow() ? null : <Stepper steps={steps} current={current} />;

/** Chooses a folder, previews its upload, and shows the run (decisions: Material upload). */
export const UploadDialog = (props: Props) => {
  if (props.run) return <RunStep {...props} run={props.run} />;
  if (props.folder) return <PreviewStep {...props} folder={props.folder} />;
  return <FolderStep {...props} />;
};

const FolderStep = ({ open, onGo, onClose }: Props) => {
  const narrow = useNarrow();
  const [folder, setFolder] = useState<MaterialFolder>('all');
  const [address, setAddress] = useState<ListAddress>({});
  return (
    <FullScreenDialog
      title={title}
      opened={open !== null}
      onClose={onClose}
      dirty={false}
      stepper={<Steps current={0} />}
      onSubmit={() => onGo({ folder, run: undefined })}
      actions={<PrimaryButton keys="Ctrl ↵">See what it would do</PrimaryButton>}
    >
      <Stack gap="xl" w="100%" maw={1120} mx="auto">
        <Radio.Group
          label="Folder"
          description="Files are attached to the lessons given in their names: “P6 T1 L3 Fractions.pdf” to Primary 6, term 1, lesson 3."
          value={folder}
          onChange={(value) => setFolder(value)}
        >
          <SimpleGrid cols={narrow ? 2 : 3} spacing="sm" mt="md">
            {materialFolderIds.map((id) => (
              <Radio.Card key={id} value={id} className={styles.folder ?? ''}>
                <Radio.Indicator />
                {folderOf(id).label}
              </Radio.Card>
            ))}
          </SimpleGrid>
        </Radio.Group>
        <Stack component="section" gap="sm" aria-label="Uploads so far">
          <Flex component="h3" gap="sm" align="center" variant="title" c="bright">
            Uploads so far
          </Flex>
          <Panel>
            <ListTab
              list={uploadList}
              address={address}
              onAddress={setAddress}
              columns={uploadColumns}
            />
          </Panel>
        </Stack>
      </Stack>
    </FullScreenDialog>
  );
};

const PreviewStep = ({ open, folder, onGo, onClose }: Props & { folder: MaterialFolder }) => {
  const [address, setAddress] = useState({});
  const scope = { params: { id: folder } };
  const query = useQuery(listPageQuery(previewList, address, useToday(), scope));
  const start = useStartUpload();
  const plan = query.data?.plan;
  const isNeeded = plan !== undefined && plan.attached + plan.homework > 0;
  const upload = async () => {
    const { data } = await start.mutateAsync({ params: { id: folder } });
    onGo({ folder: undefined, run: data._id });
  };
  return (
    <FullScreenDialog
      title={title}
      opened={open !== null}
      onClose={onClose}
      dirty={false}
      busy={start.isPending}
      stepper={<Steps current={1} />}
      onSubmit={() => isNeeded && void upload().catch(() => undefined)}
      footerStart={plan && !isNeeded && 'There is nothing to attach.'}
      cancelLabel={null}
      actions={
        <>
          <Button onClick={() => onGo({ folder: undefined, run: undefined })}>Back</Button>
          <PrimaryButton keys="Ctrl ↵" busy={start.isPending} disabled={!isNeeded}>
            Upload
          </PrimaryButton>
        </>
      }
    >
      <Stack gap="xl" w="100%" maw={1120} mx="auto">
        {start.isError && <Banner tone="negative" title={sentenceOf(start.error)} />}
        <Stack component="section" gap="sm" c="secondary" aria-label="What it would do">
          <Flex component="h3" gap="sm" align="center" variant="title" c="bright">
            {folderOf(folder).label}
          </Flex>
          <p>{plan ? summaryWords(plan, 'plan') : 'Reading the library…'}</p>
        </Stack>
        {query.data?.similar_folders.map((similar) => (
          <Banner key={similar.name} tone="warning" title={similarWords(similar)} />
        ))}
        <Files
          list={previewList}
          scope={scope}
          address={address}
          onAddress={setAddress}
          columns={previewColumns}
          render={previewCards}
        />
      </Stack>
    </FullScreenDialog>
  );
};

const RunStep = ({ open, run: id, onGo, onClose }: Props & { run: string }) => {
  const query = useQuery(uploadQuery(id));
  const run = query.data?.data;
  const { act, problem } = useRowAct(['classes']);
  const isRunning = run?.state === 'running';
  const client = useQueryClient();
  const hasEnded = run !== undefined && !isRunning;
  useEffect(() => {
    if (hasEnded)
      for (const domain of refreshedByUploads)
        void client.invalidateQueries({ queryKey: [domain] });
  }, [client, hasEnded]);
  return (
    <FullScreenDialog
      title={title}
      opened={open !== null}
      onClose={onClose}
      dirty={false}
      stepper={<Steps current={run?.state === 'done' ? 3 : 2} />}
      footerStart={isRunning && 'It continues when this is closed.'}
      cancelLabel="Close"
      actions={
        <>
          <Button onClick={() => onGo({ folder: undefined, run: undefined })}>All uploads</Button>
          {run && <RunActs run={run} act={act} />}
        </>
      }
    >
      <Stack gap="xl" w="100%" maw={1120} mx="auto">
        {query.isError && <Banner tone="negative" title={sentenceOf(query.error)} />}
        {problem && <Banner tone="negative" title={problem} />}
        {run && <RunWords run={run} />}
        <Report id={id} filesDone={run?.done.files ?? 0} />
      </Stack>
    </FullScreenDialog>
  );
};

/** Stops or resumes a run. */
const RunActs = ({
  run,
  act,
}: {
  run: MaterialUpload;
  act: ReturnType<typeof useRowAct>['act'];
}) => {
  const stop = useStopUpload();
  const resume = useResumeUpload();
  const input = { params: { id: run._id } };
  if (run.state === 'running')
    return (
      <Button
        onClick={() =>
          void act({
            question: stopQuestion,
            run: () => stop.mutateAsync(input),
            done: 'The upload stops after the current file',
            refused: (error) => `The upload was not stopped. ${sentenceOf(error)}`,
          })
        }
      >
        Stop
      </Button>
    );
  if (run.state === 'done') return null;
  return (
    <PrimaryButton
      busy={resume.isPending}
      onClick={() =>
        void act({
          question: false,
          run: () => resume.mutateAsync(input),
          done: 'Upload resumed',
          refused: (error) => `The upload was not resumed. ${sentenceOf(error)}`,
        })
      }
    >
      Resume
    </PrimaryButton>
  );
};

const stopQuestion = {
  title: 'Stop the upload?',
  message:
    'The current file is still attached. Attached files stay, and the upload can be resumed later.',
  confirmLabel: 'Stop',
};

const RunWords = ({ run }: { run: MaterialUpload }) => {
  const { done, total, folder, state, started_by: by } = run;
  return (
    <Stack component="section" gap="sm" c="secondary" aria-label="Progress">
      <Flex component="h3" gap="sm" align="center" variant="title" c="bright">
        {folderOf(folder).label}{' '}
        <StatusChip tone={stateTones[state]}>{stateWords[state]}</StatusChip>
      </Flex>
      <Progress
        label="Files processed"
        value={done.files}
        total={total ?? Math.max(1, done.files)}
      />
      <p aria-live="polite">
        {total === null
          ? 'Reading the library…'
          : `${done.files.toLocaleString('en-SG')} of ${formatCount(total, 'file')}. ${summaryWords(done, 'done')}`}
      </p>
      <Text variant="meta" c="dimmed">
        Started by <RecordLink to="staff" id={by._id} name={by.name || '–'} inSentence />,{' '}
        <Moment at={run.created} />
      </Text>
      {state === 'failed' && <Banner tone="negative" title={run.problem} />}
    </Stack>
  );
};

/** The processed files, refetched as their number grows. */
const Report = ({ id, filesDone }: { id: string; filesDone: number }) => {
  const [address, setAddress] = useState({});
  const client = useQueryClient();
  useEffect(() => {
    void client.invalidateQueries({ queryKey: ['classes', reportList.operation.name] });
  }, [client, filesDone]);
  return (
    <Files
      list={reportList}
      scope={{ params: { id } }}
      address={address}
      onAddress={setAddress}
      columns={reportColumns}
      render={reportCards}
    />
  );
};

type FilesProps<O extends AnyOperation> = Omit<
  ComponentProps<typeof ListTab<O, ListAddress>>,
  'caption' | 'lines'
>;

/** The files of an upload; cards on phones. */
const Files = <O extends AnyOperation>({ render, ...files }: FilesProps<O>) => (
  <Panel>
    <ListTab<O, ListAddress>
      {...files}
      caption="Files"
      lines={2}
      render={useNarrow() ? render : undefined}
    />
  </Panel>
);

const uploadList = defineList({
  operation: listMaterialUploads,
  nouns: ['upload', 'uploads'],
  file: 'material-uploads.csv',
  pageSize: 10,
  sort: { default: ['created', 'desc'], columns: ['files', 'attached', 'homework', 'unmatched'] },
  empty: { none: 'There are no uploads to display', detail: 'No folder has been uploaded yet.' },
});

const uploadColumns: Column<MaterialUpload>[] = [
  {
    key: 'folder',
    header: 'Folder',
    width: 190,
    lead: true,
    text: ({ folder }) => folderOf(folder).label,
    render: ({ _id, folder }) => <RecordLink to="upload" id={_id} name={folderOf(folder).label} />,
  },
  {
    key: 'state',
    header: 'State',
    width: 120,
    render: ({ state }) => <StatusChip tone={stateTones[state]}>{stateWords[state]}</StatusChip>,
  },
  {
    key: 'created',
    header: 'Started',
    width: 190,
    figures: true,
    render: ({ created }) => <Moment at={created} />,
  },
  {
    key: 'by',
    header: 'By',
    width: 150,
    render: ({ started_by: { _id, name } }) => (
      <RecordLink to="staff" id={_id} name={name || '–'} />
    ),
  },
  countColumn('Files', 'files', ({ done }) => done.files),
  countColumn('Attached', 'attached', ({ done }) => done.attached),
  countColumn('Homework', 'homework', ({ done }) => done.homework, 112),
  countColumn('Matched nothing', 'unmatched', ({ done }) => done.outcomes.unmatched, 148),
];

function countColumn(
  header: string,
  sortBy: 'files' | 'attached' | 'homework' | 'unmatched',
  of: (run: MaterialUpload) => number,
  width = 96,
): Column<MaterialUpload> {
  return {
    key: header,
    header,
    width,
    sortBy,
    align: 'right',
    text: (run) => of(run).toLocaleString('en-SG'),
  };
}
