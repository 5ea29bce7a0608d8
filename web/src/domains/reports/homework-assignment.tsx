import { z } from 'zod';
import {
  listStudentsWithoutHomework,
  type HomeworkAssignment,
} from 'staffroom-contract/domains/reports/homework-assignment.contract.ts';
import { useState } from 'react';
import { defineList } from '../../kit/list/define-list.ts';
import { ListTab, type Column } from '../../kit/list/list.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { optionalInAddress, useAddress } from '../../lib/address-values.ts';
import { formatCount } from '../../lib/formats.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TimeRange } from '../../ui/moment.tsx';
import { useShown } from '../../ui/use-shown.ts';
import { lessonLabel } from '../lessons/lesson-words.ts';
import { assignmentList } from './assignment-list.ts';
import styles from './reports.module.css';
import type { ReportProps } from './report-page.tsx';

const addressSchema = assignmentList.address.extend({
  /** The lesson whose students are shown. */
  lesson: optionalInAddress(z.uuid()),
});

/** Lessons that have begun and whose paying students have no homework for them (part 2 §2, §3). */
export const HomeworkAssignmentStat = ({ search, onSearch }: ReportProps) => {
  const { lesson, ...address } = useAddress(addressSchema, search);
  const { weekday } = useFormats();
  return (
    <>
      <ListTab
        list={assignmentList}
        address={address}
        onAddress={onSearch}
        caption="Lessons without homework"
        columns={columnsOf(weekday, (id) => onSearch({ ...address, lesson: id }))}
      />
      <StudentsDialog open={lesson ?? null} onClose={() => onSearch(address, { replaces: true })} />
    </>
  );
};

const columnsOf = (
  day: (instant: string) => string,
  onStudents: (lessonId: string) => void,
): Column<HomeworkAssignment>[] => [
  {
    key: 'class',
    header: 'Class',
    width: 260,
    lead: true,
    text: (row) => row.class.name,
    render: (row) => <RecordLink to="class" id={row.class._id} name={row.class.name} />,
  },
  {
    key: 'lesson',
    header: 'Lesson',
    width: 300,
    text: (row) => lessonLabel(row.lesson),
    render: (row) => (
      <RecordLink
        to="lesson"
        id={row._id}
        classId={row.class._id}
        name={lessonLabel(row.lesson)}
        opensRow
      />
    ),
  },
  {
    key: 'when',
    header: 'When',
    width: 190,
    sortBy: 'scheduled_on',
    figures: true,
    text: (row) => day(row.scheduled_on),
    render: (row) => (
      <>
        {day(row.scheduled_on)}, <TimeRange from={row.scheduled_on} to={row.ended_on} />
      </>
    ),
  },
  {
    key: 'count',
    header: 'Students without homework',
    width: 200,
    sortBy: 'count',
    align: 'right',
    text: (row) => String(row.student_without_homework_count),
    render: (row) => (
      <button
        type="button"
        className={styles.count}
        aria-label={`${formatCount(row.student_without_homework_count, 'student')} of ${row.class.name}, ${lessonLabel(row.lesson)}, without homework`}
        onClick={() => onStudents(row._id)}
      >
        {row.student_without_homework_count}
      </button>
    ),
  },
];

const studentList = defineList({
  operation: listStudentsWithoutHomework,
  nouns: ['student', 'students'],
  pageSize: 20,
  file: 'students-without-homework.csv',
  empty: { none: 'All student get their own homework' },
});

const StudentsDialog = ({ open, onClose }: { open: string | null; onClose: () => void }) => {
  const shown = useShown(open);
  return (
    <Dialog
      title="Students without homework"
      opened={open !== null}
      onClose={onClose}
      cancelLabel="Close"
      size={560}
    >
      {shown && <Students lessonId={shown} />}
    </Dialog>
  );
};

const Students = ({ lessonId }: { lessonId: string }) => {
  const [address, setAddress] = useState<{ page?: number | undefined }>({});
  return (
    <ListTab
      list={studentList}
      scope={{ params: { id: lessonId } }}
      address={address}
      onAddress={setAddress}
      caption="List of students without homework"
      columns={[
        {
          key: 'name',
          header: 'Name',
          width: 240,
          lead: true,
          text: ({ name }) => name || '–',
          render: ({ _id, name }) => (
            <RecordLink to="student" id={_id} name={name || '–'} opensRow />
          ),
        },
        { key: 'email', header: 'E-mail', width: 240, text: ({ email }) => email },
      ]}
    />
  );
};
