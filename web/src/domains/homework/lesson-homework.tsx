import {
  listHomework,
  type Homework,
} from '@staffroom/contract/domains/homework/homework.contract.ts';
import { defineList } from '../../kit/list/define-list.ts';
import { ListTab, type Column } from '../../kit/list/list.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { DayOf } from '../../ui/moment.tsx';
import { Attachments, HomeworkDate, SubmissionMeter } from './homework-parts.tsx';
import { handedInWords } from './homework-words.ts';

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

/** The homework of a lesson with the counts of its submissions, latest due first (picture 14c). */
export const LessonHomework = ({ lessonId, page, onPage }: Props) => (
  <ListTab
    list={lessonHomeworkList}
    scope={{ filter: { lesson: lessonId } }}
    address={{ page }}
    onAddress={(address) => onPage(address.page ?? 1)}
    caption="Homework"
    columns={columns}
  />
);

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
      <RecordLink
        to="homework"
        id={row._id}
        classId={row.class._id}
        lessonId={row.lesson._id}
        name={row.name}
      />
    ),
  },
  {
    key: 'released',
    header: 'Released',
    width: 100,
    figures: true,
    render: (row) => <DayOf at={row.released_on} />,
  },
  {
    key: 'due',
    header: 'Due',
    width: 100,
    figures: true,
    render: (row) => <HomeworkDate homework={row} of="due" />,
  },
  {
    key: 'return',
    header: 'Return',
    width: 100,
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
