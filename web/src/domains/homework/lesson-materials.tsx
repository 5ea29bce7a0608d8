import { Flex } from '@mantine/core';
import { IconReplace, IconRestore, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { folderLabel } from 'staffroom-contract/domains/homework/material-folders.ts';
import {
  listLessonMaterials,
  type LessonMaterial,
} from 'staffroom-contract/domains/homework/materials.contract.ts';
import { defineList, type ListAddress } from '../../kit/list/define-list.ts';
import { ListTab, type Column } from '../../kit/list/list.tsx';
import { lazyForm } from '../../kit/form/form-dialogs.tsx';
import { useRowAct } from '../../kit/list/use-row-act.tsx';
import { isMissing, sentenceOf } from '../../lib/api-error.ts';
import { useCan } from '../../lib/use-can.ts';
import { Moment } from '../../ui/moment.tsx';
import { Tag } from '../../ui/status-chip.tsx';
import { SaveMaterial } from './homework-parts.tsx';
import { sizeWords } from './homework-words.ts';
import styles from './homework.module.css';
import { refreshedByLessonFiles, useChangeMaterial } from './lesson-files.api.ts';

const ReplaceFileDialog = lazyForm(
  async () => (await import('./lesson-file-dialogs.tsx')).ReplaceFileDialog,
);

const lessonMaterialList = defineList({
  operation: listLessonMaterials,
  nouns: ['file', 'files'],
  file: 'materials.csv',
  pageSize: 20,
  sort: { default: ['name', 'asc'], columns: ['size'] },
  empty: {
    none: 'No material found!',
    detail: '“Upload all material and homework” in the list of classes attaches the files.',
  },
});

type Props = { lessonId: string; page: number; onPage: (page: number) => void };

/**
 * Library files attached to a lesson; each can be removed or replaced on this lesson only. Users who manage classes
 * also see removed files and can put them back.
 */
export const LessonMaterials = ({ lessonId, page, onPage }: Props) => {
  const [sorting, setSorting] = useState<ListAddress>({});
  const canManage = useCan('course.canManage');
  const [replaced, setReplaced] = useState<LessonMaterial | null>(null);
  const { act, problem } = useRowAct(refreshedByLessonFiles);
  const change = useChangeMaterial();
  const setRemoved = ({ _id, name, version }: LessonMaterial, removed: boolean) =>
    void act({
      question: removed && {
        title: 'Remove this file?',
        message: `“${name}” is removed from this lesson; the library and other lessons keep it. Homework with this file does not change.`,
        confirmLabel: 'Remove',
        danger: true,
      },
      run: () =>
        change.mutateAsync({
          params: { id: lessonId, material: _id },
          body: { removed, version },
        }),
      done: removed ? 'File removed' : 'File put back',
      refused: (error) =>
        isMissing(error) ? `“${name}” is no longer on this lesson.` : sentenceOf(error),
    });
  return (
    <>
      <ListTab
        list={lessonMaterialList}
        scope={{
          params: { id: lessonId },
          ...(canManage && { filter: { with_removed: true } }),
        }}
        address={{ ...sorting, page }}
        onAddress={({ page: next, ...rest }) => {
          setSorting(rest);
          onPage(next ?? 1);
        }}
        caption="Material"
        columns={columns}
        problem={problem}
        actions={
          canManage
            ? {
                nameOf: ({ name }) => name,
                of: (row) =>
                  row.removed
                    ? [
                        {
                          label: 'Put back',
                          icon: IconRestore,
                          onClick: () => setRemoved(row, false),
                        },
                      ]
                    : [
                        { label: 'Replace', icon: IconReplace, onClick: () => setReplaced(row) },
                        {
                          label: 'Remove',
                          icon: IconTrash,
                          danger: true,
                          onClick: () => setRemoved(row, true),
                        },
                      ],
              }
            : undefined
        }
      />
      <ReplaceFileDialog open={replaced} lessonId={lessonId} onClose={() => setReplaced(null)} />
    </>
  );
};

const columns: Column<LessonMaterial>[] = [
  {
    key: 'name',
    header: 'File',
    width: 320,
    lead: true,
    text: ({ name }) => name,
    render: ({ _id, name, removed }) => (
      <Flex className={styles.named} component="span" gap="sm" align="center" miw={0}>
        {removed && <Tag>removed</Tag>}
        <SaveMaterial id={_id} name={name} />
      </Flex>
    ),
  },
  { key: 'folder', header: 'Folder', width: 170, text: ({ folder }) => folderLabel(folder) },
  {
    key: 'size',
    header: 'Size',
    width: 90,
    sortBy: 'size',
    align: 'right',
    text: ({ size }) => sizeWords(size),
  },
  {
    key: 'attached',
    header: 'Attached',
    width: 190,
    figures: true,
    render: ({ attached_on }) => <Moment at={attached_on} />,
  },
  { key: 'by', header: 'By', width: 150, text: ({ attached_by }) => attached_by || '–' },
];
