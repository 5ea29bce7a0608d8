import { Flex, Stack, Text } from '@mantine/core';
import { folderOf } from 'staffroom-contract/domains/homework/material-folders.ts';
import {
  materialOutcomes,
  materialReasons,
} from 'staffroom-contract/domains/homework/material-names.rules.ts';
import {
  listMaterialUploadFiles,
  previewMaterialUpload,
  type MaterialFile,
} from 'staffroom-contract/domains/homework/materials.contract.ts';
import type { ResponseOf } from 'staffroom-contract/shared/operation.ts';
import type { ReactNode } from 'react';
import { CardRows } from '../../../kit/list/card-rows.tsx';
import { defineList } from '../../../kit/list/define-list.ts';
import { choice } from '../../../kit/list/filters.tsx';
import type { ShownRows } from '../../../kit/list/shown-rows.ts';
import type { Column } from '../../../kit/list/list.tsx';
import { RecordLink } from '../../../kit/record/record-link.tsx';
import { TwoLines } from '../../../ui/data-table.tsx';
import { SkeletonBar } from '../../../ui/list-states.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { sizeWords } from '../homework-words.ts';
import { numberWords, outcomeTones, outcomeWords, placesWords, type When } from './upload-words.ts';
import styles from './upload.module.css';

const files = {
  nouns: ['file', 'files'],
  pageSize: 20,
  sort: { default: ['name', 'asc'], columns: ['attached', 'homework'] },
} as const;

/** The planned result for each file. */
export const previewList = defineList({
  ...files,
  operation: previewMaterialUpload,
  file: 'material-preview.csv',
  filters: {
    outcome: choice(materialOutcomes, {
      label: 'Outcome',
      words: (outcome) => outcomeWords.plan[outcome],
    }),
  },
  empty: { none: 'No files found', detail: 'The folder is not in the library, or is empty.' },
});

/** The result for each file. */
export const reportList = defineList({
  ...files,
  operation: listMaterialUploadFiles,
  file: 'material-upload.csv',
  filters: {
    outcome: choice(materialOutcomes, {
      label: 'Outcome',
      words: (outcome) => outcomeWords.done[outcome],
    }),
  },
  empty: { none: 'No files found', detail: 'Files appear here after processing.' },
});

type PreviewFile = ResponseOf<typeof previewMaterialUpload>['data'][number];

const columnsOf = (when: When): Column<MaterialFile>[] => [
  {
    key: 'name',
    header: 'File',
    width: 280,
    lead: true,
    text: ({ name }) => name,
    render: ({ name, folder, size }) => (
      <TwoLines first={name} second={`${folderOf(folder).label}, ${sizeWords(size)}`} />
    ),
  },
  {
    key: 'number',
    header: 'For',
    width: 190,
    text: ({ number }) => numberWords(number),
  },
  {
    key: 'outcome',
    header: 'Outcome',
    width: 270,
    text: ({ outcome, reason }) =>
      [outcomeWords[when][outcome], reason && materialReasons[reason]].filter(Boolean).join(': '),
    render: ({ outcome, reason }) => (
      <TwoLines
        first={<Outcome of={outcome} when={when} />}
        second={reason && materialReasons[reason]}
      />
    ),
  },
  {
    key: 'attached',
    header: 'Lessons',
    width: 96,
    sortBy: 'attached',
    align: 'right',
    text: ({ attached }) => attached.toLocaleString('en-SG'),
  },
  {
    key: 'homework',
    header: 'Homework',
    width: 112,
    sortBy: 'homework',
    align: 'right',
    text: ({ homework }) => homework.toLocaleString('en-SG'),
  },
];

const Outcome = ({ of, when }: { of: MaterialFile['outcome']; when: When }) => (
  <StatusChip tone={outcomeTones[of]}>{outcomeWords[when][of]}</StatusChip>
);

export const reportColumns = columnsOf('done');

export const previewColumns: Column<PreviewFile>[] = [
  ...columnsOf('plan'),
  {
    key: 'classes',
    header: 'Classes',
    width: 280,
    text: ({ lessons }) => lessons.map((lesson) => lesson.class_name).join(', ') || '–',
    render: ({ lessons }) => <Classes of={lessons} />,
  },
];

const Classes = ({ of: [first, ...others] }: { of: PreviewFile['lessons'] }) =>
  first ? (
    <TwoLines
      first={
        <RecordLink to="lesson" id={first._id} classId={first.class} name={first.class_name} />
      }
      second={others.length > 0 && `and ${others.length} more`}
    />
  ) : (
    '–'
  );

/** A file on a phone: the result is below its name, as a table would cut it off. */
const cardsOf = <Row extends MaterialFile>(when: When, more?: (file: Row) => ReactNode) => {
  const renderRow = (file: Row) => (
    <Stack className={styles.file} gap={2} py="md" px="lg" c="secondary">
      <Text component="strong" variant="strong" c="bright" style={{ overflowWrap: 'anywhere' }}>
        {file.name}
      </Text>
      <Text span variant="meta" c="dimmed">
        {folderOf(file.folder).label}, {sizeWords(file.size)}
        {file.number && ` · ${numberWords(file.number)}`}
      </Text>
      <Flex component="span" rowGap="xs" columnGap="sm" align="center" wrap="wrap" mt="xs">
        <Outcome of={file.outcome} when={when} />
        {placesWords(file)}
      </Flex>
      {file.reason && (
        <Text span variant="meta" c="dimmed">
          {materialReasons[file.reason]}
        </Text>
      )}
      {more?.(file)}
    </Stack>
  );
  const skeleton = (
    <Stack className={styles.file} gap="xs" py="md" px="lg">
      {[70, 45, 55].map((width) => (
        <SkeletonBar key={width} width={width} />
      ))}
    </Stack>
  );
  return (rows: ShownRows<Row>) => <CardRows {...rows} renderRow={renderRow} skeleton={skeleton} />;
};

export const reportCards = cardsOf('done');

export const previewCards = cardsOf<PreviewFile>(
  'plan',
  ({ lessons }) => lessons.length > 0 && <Classes of={lessons} />,
);
