import type { ClassEnrolment } from 'staffroom-contract/domains/reports/class-enrolment.contract.ts';
import type { Column } from '../../kit/list/list.tsx';
import { RecordLink, RecordLinks } from '../../kit/record/record-link.tsx';
import { TwoLines } from '../../ui/data-table.tsx';
import { nextLessonWords } from './enrolment-words.ts';

type Width = { width: number };

/** A class with its next lesson. */
export const classColumn = ({
  width,
  now,
  zone,
}: Width & { now: string; zone: string }): Column<ClassEnrolment> => ({
  key: 'class',
  header: 'Class',
  width,
  lead: true,
  sortBy: 'name',
  text: (row) => row.class.name,
  render: ({ _id, class: { name, next_lesson: next } }) => (
    <TwoLines
      first={<RecordLink to="class" id={_id} name={name} opensRow />}
      second={nextLessonWords(next, now, zone)}
    />
  ),
});

export const tutorColumn = ({ width }: Width): Column<ClassEnrolment> => ({
  key: 'tutor',
  header: 'Tutor',
  width,
  text: (row) => row.class.tutor.map(({ name }) => name).join(', '),
  render: (row) => <RecordLinks to="tutor" records={row.class.tutor} />,
});
