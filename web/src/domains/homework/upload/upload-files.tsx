import {
  folderOf,
  materialOutcomes,
  materialReasons,
} from '@staffroom/contract/domains/homework/material-names.rules.ts';
import {
  listMaterialUploadFiles,
  previewMaterialUpload,
  type MaterialFile,
} from '@staffroom/contract/domains/homework/materials.contract.ts';
import type { ResponseOf } from '@staffroom/contract/shared/operation.ts';
import { defineList } from '../../../kit/list/define-list.ts';
import { choice } from '../../../kit/list/filters.tsx';
import type { Column } from '../../../kit/list/list.tsx';
import { RecordLink } from '../../../kit/record/record-link.tsx';
import { TwoLines } from '../../../ui/data-table.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { sizeWords } from '../homework-words.ts';
import { numberWords, outcomeTones, outcomeWords } from './upload-words.ts';

const files = {
  nouns: ['file', 'files'],
  pageSize: 20,
  sort: { default: ['name', 'asc'] },
} as const;

/** What an upload would do with each file. */
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

/** What an upload has done with each file. */
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
  empty: { none: 'No files found', detail: 'Files stand here once they are dealt with.' },
});

type PreviewFile = ResponseOf<typeof previewMaterialUpload>['data'][number];

const columnsOf = (when: 'plan' | 'done'): Column<MaterialFile>[] => [
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
        first={<StatusChip tone={outcomeTones[outcome]}>{outcomeWords[when][outcome]}</StatusChip>}
        second={reason && materialReasons[reason]}
      />
    ),
  },
  {
    key: 'attached',
    header: 'Lessons',
    width: 90,
    align: 'right',
    text: ({ attached }) => attached.toLocaleString('en-SG'),
  },
  {
    key: 'homework',
    header: 'Homework',
    width: 100,
    align: 'right',
    text: ({ homework }) => homework.toLocaleString('en-SG'),
  },
];

export const reportColumns = columnsOf('done');

export const previewColumns: Column<PreviewFile>[] = [
  ...columnsOf('plan'),
  {
    key: 'classes',
    header: 'Classes',
    width: 280,
    text: ({ lessons }) => lessons.map((lesson) => lesson.class_name).join(', ') || '–',
    render: ({ lessons: [first, ...others] }) =>
      first ? (
        <TwoLines
          first={
            <RecordLink to="lesson" id={first._id} classId={first.class} name={first.class_name} />
          }
          second={others.length > 0 && `and ${others.length} more`}
        />
      ) : (
        '–'
      ),
  },
];
