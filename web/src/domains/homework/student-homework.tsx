import { Text } from '@mantine/core';
import {
  listStudentHomework,
  type StudentHomework as Row,
} from 'staffroom-contract/domains/homework/homework.contract.ts';
import { latenessOf, statusWords } from 'staffroom-contract/domains/homework/homework.rules.ts';
import { defineList } from '../../kit/list/define-list.ts';
import { ListTab, type Column } from '../../kit/list/list.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { useFormats } from '../../lib/use-formats.ts';
import { useNow } from '../../lib/use-now.ts';
import { TwoLines } from '../../ui/data-table.tsx';
import { DayOf } from '../../ui/moment.tsx';
import { HomeworkStatusChip } from './homework-parts.tsx';
import { latenessWords } from './homework-words.ts';

const studentHomeworkList = defineList({
  operation: listStudentHomework,
  nouns: ['homework', 'homework'],
  file: 'student-homework.csv',
  pageSize: 20,
  sort: { default: ['due_on', 'desc'] },
  empty: { none: 'No homework found!' },
});

type Props = { studentId: string; page: number; onPage: (page: number) => void };

/** A student's homework with statuses, latest due first. */
export const StudentHomework = ({ studentId, page, onPage }: Props) => (
  <ListTab
    list={studentHomeworkList}
    scope={{ params: { id: studentId } }}
    address={{ page }}
    onAddress={(address) => onPage(address.page ?? 1)}
    caption="Homework"
    lines={2}
    columns={columns}
  />
);

/** Shown for removed homework, which stays visible to students who submitted it. */
const removedWords = 'Removed from the lesson';

/** The status and whether the homework was removed; the title has by whom and when. */
const Status = ({ row: { status, removed } }: { row: Row }) => {
  const { dateTime } = useFormats();
  return (
    <TwoLines
      first={<HomeworkStatusChip status={status} />}
      second={
        removed && (
          <span title={`Removed ${dateTime(removed.at)} by ${removed.by}`}>{removedWords}</span>
        )
      }
    />
  );
};

/** The due date with the lateness of the submission, or of a missing one. */
const Due = ({ row }: { row: Row }) => {
  const now = useNow();
  const late = latenessOf(row.submitted_on ?? now, row);
  return (
    <TwoLines
      first={<DayOf at={row.due_on} />}
      second={
        latenessWords[late] && (
          <Text span inherit c={late === 'late' ? 'warning' : 'negative'}>
            {latenessWords[late]}
          </Text>
        )
      }
    />
  );
};

const columns: Column<Row>[] = [
  {
    key: 'name',
    header: 'Homework',
    width: 200,
    lead: true,
    text: (row) => `${row.name}, ${row.class.name}`,
    render: (row) => (
      <TwoLines
        first={
          <RecordLink
            to="homework"
            id={row._id}
            classId={row.class._id}
            lessonId={row.lesson._id}
            name={row.name}
          />
        }
        second={<RecordLink to="class" id={row.class._id} name={row.class.name} />}
      />
    ),
  },
  {
    key: 'status',
    header: 'Status',
    width: 180,
    text: (row) => [statusWords(row.status), ...(row.removed ? [removedWords] : [])].join(', '),
    render: (row) => <Status row={row} />,
  },
  {
    key: 'released',
    header: 'Released',
    width: 112,
    figures: true,
    render: (row) => <DayOf at={row.released_on} />,
  },
  { key: 'due', header: 'Due', width: 112, figures: true, render: (row) => <Due row={row} /> },
  {
    key: 'submitted',
    header: 'Submitted',
    width: 112,
    figures: true,
    render: ({ submitted_on }) => (submitted_on ? <DayOf at={submitted_on} /> : '–'),
  },
  {
    key: 'marked',
    header: 'Marked',
    width: 112,
    figures: true,
    render: ({ marked_on }) => (marked_on ? <DayOf at={marked_on} /> : '–'),
  },
];
