import {
  listStudentHomework,
  type StudentHomework as Row,
} from '@staffroom/contract/domains/homework/homework.contract.ts';
import { latenessOf } from '@staffroom/contract/domains/homework/homework.rules.ts';
import { defineList } from '../../kit/list/define-list.ts';
import { ListTab, type Column } from '../../kit/list/list.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { useNow } from '../../lib/use-now.ts';
import { TwoLines } from '../../ui/data-table.tsx';
import { DayOf } from '../../ui/moment.tsx';
import { HomeworkStatusChip } from './homework-parts.tsx';
import { latenessWords } from './homework-words.ts';
import styles from './homework.module.css';

const studentHomeworkList = defineList({
  operation: listStudentHomework,
  nouns: ['homework', 'homework'],
  file: 'student-homework.csv',
  pageSize: 20,
  sort: { default: ['due_on', 'desc'] },
  empty: { none: 'No homework found!' },
});

type Props = { studentId: string; page: number; onPage: (page: number) => void };

/** The homework of a student and how each stands, latest due first. */
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

/** When it was due, and how late what was handed in is, or what was not. */
const Due = ({ row }: { row: Row }) => {
  const now = useNow();
  const late = latenessOf(row.submitted_on ?? now, row);
  return (
    <TwoLines
      first={<DayOf at={row.due_on} />}
      second={
        latenessWords[late] && (
          <span className={styles.late} data-late={late}>
            {latenessWords[late]}
          </span>
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
    render: ({ status }) => <HomeworkStatusChip status={status} />,
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
