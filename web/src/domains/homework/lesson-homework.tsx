import { Flex } from '@mantine/core';
import { IconPencil, IconRestore, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import {
  listHomework,
  type Homework,
} from 'staffroom-contract/domains/homework/homework.contract.ts';
import { defineList } from '../../kit/list/define-list.ts';
import { ListTab, type Column } from '../../kit/list/list.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { useRowAct } from '../../kit/list/use-row-act.tsx';
import { sentenceOf } from '../../lib/api-error.ts';
import { useCan } from '../../lib/use-can.ts';
import { lazyForm } from '../../kit/form/form-dialogs.tsx';
import { Tag } from '../../ui/status-chip.tsx';
import { Attachments, HomeworkDate, ShortDay, SubmissionMeter } from './homework-parts.tsx';
import { handedInWords, submissionWords } from './homework-words.ts';
import styles from './homework.module.css';
import { refreshedByLessonFiles, useChangeHomework } from './lesson-files.api.ts';

const HomeworkDialog = lazyForm(
  async () => (await import('./lesson-file-dialogs.tsx')).HomeworkDialog,
);

const lessonHomeworkList = defineList({
  operation: listHomework,
  nouns: ['homework', 'homework'],
  pageSize: 10,
  sort: { default: ['due_on', 'desc'] },
  empty: {
    none: 'No homework found!',
    detail: 'Files of the library with “Homework” in their name become homework of their lesson.',
  },
});

type Props = { lessonId: string; page: number; onPage: (page: number) => void };

/**
 * A lesson's homework with submission counts, latest due first (picture 14c). Removed homework stays in the list, so
 * that its submissions can be read and it can be put back.
 */
export const LessonHomework = ({ lessonId, page, onPage }: Props) => {
  const canManage = useCan('course.canManage');
  const [edited, setEdited] = useState<Homework | null>(null);
  const { act, problem } = useRowAct(refreshedByLessonFiles);
  const change = useChangeHomework();
  const setRemoved = ({ _id, name, stat, version }: Homework, removed: boolean) =>
    void act({
      question: removed && {
        title: 'Remove this homework?',
        message: `“${name}” is removed from this lesson; other lessons keep it. ${submissionWords(stat)}. The file stays in Material.`,
        confirmLabel: 'Remove',
        danger: true,
      },
      run: () =>
        change.mutateAsync({
          params: { id: lessonId, homework: _id },
          body: { removed, version },
        }),
      done: removed ? 'Homework removed' : 'Homework put back',
      refused: sentenceOf,
    });
  return (
    <>
      <ListTab
        list={lessonHomeworkList}
        scope={{ filter: { lesson: lessonId, with_removed: true } }}
        address={{ page }}
        onAddress={(address) => onPage(address.page ?? 1)}
        caption="Homework"
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
                        { label: 'Edit', icon: IconPencil, onClick: () => setEdited(row) },
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
      <HomeworkDialog open={edited} onClose={() => setEdited(null)} />
    </>
  );
};

const countColumn = (
  header: string,
  of: keyof Homework['stat'],
  width = 100,
): Column<Homework> => ({
  key: of,
  header,
  width,
  align: 'right',
  text: ({ stat }) => stat[of].toLocaleString('en-SG'),
});

const columns: Column<Homework>[] = [
  {
    key: 'name',
    header: 'Homework',
    width: 188,
    lead: true,
    text: ({ name }) => name,
    render: (row) => (
      <Flex className={styles.named} component="span" gap="sm" align="center" miw={0}>
        {row.removed && <Tag>removed</Tag>}
        <RecordLink
          to="homework"
          id={row._id}
          classId={row.class._id}
          lessonId={row.lesson._id}
          name={row.name}
        />
      </Flex>
    ),
  },
  {
    key: 'released',
    header: 'Released',
    width: 84,
    figures: true,
    render: (row) => <ShortDay at={row.released_on} />,
  },
  {
    key: 'due',
    header: 'Due',
    width: 76,
    figures: true,
    render: (row) => <HomeworkDate homework={row} of="due" />,
  },
  {
    key: 'return',
    header: 'Return',
    width: 76,
    figures: true,
    render: (row) => <HomeworkDate homework={row} of="return" />,
  },
  {
    key: 'meter',
    header: 'Submissions',
    width: 92,
    text: ({ stat }) => handedInWords(stat),
    render: ({ stat }) => <SubmissionMeter stat={stat} />,
  },
  countColumn('Pending', 'pending', 83),
  countColumn('Submitted', 'submitted', 92),
  countColumn('Resubmitted', 'resubmitted', 106),
  countColumn('Resubmission', 'resubmission', 114),
  countColumn('Marked', 'marked', 77),
  {
    key: 'file',
    header: 'File',
    width: 104,
    text: ({ attachment }) => attachment.map(({ name }) => name).join(', ') || '–',
    render: ({ attachment }) => <Attachments of={attachment} label="File" />,
  },
];
