import { VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { subjects } from '@staffroom/contract/domains/classes/classes.contract.ts';
import { lastDays } from '@staffroom/contract/domains/reports/report-days.ts';
import {
  listTrialStat,
  type TrialStat as Stat,
  type TrialStudent,
} from '@staffroom/contract/domains/reports/trial-stat.contract.ts';
import { addDays, addMonths, monthOf, weekOf } from '@staffroom/contract/shared/dates.ts';
import { defineList, type ListWords } from '../../kit/list/define-list.ts';
import { choice, days } from '../../kit/list/filters.tsx';
import { ListTab, RowsTab, type Column } from '../../kit/list/list.tsx';
import { RecordLink, RecordLinks } from '../../kit/record/record-link.tsx';
import { useAddress } from '../../lib/address-values.ts';
import { useSessionUser } from '../../lib/session.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { TwoLines } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { useShown } from '../../ui/use-shown.ts';
import { lessonLabel } from '../lessons/lesson-words.ts';
import type { ReportProps } from './report-page.tsx';
import styles from './reports.module.css';
import { rowsStyle } from './rows-style.ts';

/** English and the last 7 days, unless somebody asks otherwise (part 2 §9). */
const trialList = defineList({
  operation: listTrialStat,
  nouns: ['lesson', 'lessons'],
  pageSize: 20,
  file: 'trial-stat.csv',
  sort: { default: ['scheduled_on', 'desc'], columns: ['class', 'scheduled_on', 'registered'] },
  days: days({
    label: 'Trials',
    field: 'date_range',
    words: 'tried',
    default: (today) => lastDays(7, today),
    picks: (today) => [
      { label: 'Today', start: today, end: today },
      { label: 'Last 7 days', ...lastDays(7, today) },
      { label: 'Last 30 days', ...lastDays(30, today) },
      { label: 'This week', ...weekOf(today) },
      { label: 'Last week', ...weekOf(addDays(today, -7)) },
      { label: 'This month', ...monthOf(today) },
      { label: 'Last month', ...monthOf(addMonths(monthOf(today).start, -1)) },
    ],
  }),
  filters: {
    subject: choice([...subjects, 'All'], {
      label: 'Subject',
      usual: 'English',
      where: (subject) => (subject === 'All' ? {} : { subject }),
    }),
  },
  empty: { none: 'No record found' },
});

/** Which students of a lesson a count stands for. */
const counts = {
  registered: { title: 'Trial students', holds: () => true },
  attended: {
    title: 'Attended trials',
    holds: ({ attendance }: TrialStudent) => attendance === 'attended',
  },
  converted: {
    title: 'Converted trials',
    holds: (student: TrialStudent) => student.class_purchased,
  },
  'attended and converted': {
    title: 'Attended and converted trials',
    holds: ({ attendance, class_purchased: hasBought }: TrialStudent) =>
      attendance === 'attended' && hasBought,
  },
};
type CountOf = keyof typeof counts;
type Behind = { row: Stat; of: CountOf };

/** What became of the trials of some days, lesson by lesson (part 2 §3, Trial stat row). */
export const TrialStat = ({ search, onSearch }: ReportProps) => {
  const address = useAddress(trialList.address, search);
  const [behind, setBehind] = useState<Behind | null>(null);
  const { weekday, time } = useFormats();
  const when = (start: string) => `${weekday(start)}, ${time(start)}`;
  return (
    <>
      <ListTab
        list={trialList}
        address={address}
        onAddress={onSearch}
        caption="Trial statistics"
        lines={2}
        columns={columnsOf(when, setBehind)}
      />
      <StudentsDialog open={behind} onClose={() => setBehind(null)} />
    </>
  );
};

const columnsOf = (
  when: (start: string) => string,
  onStudents: (behind: Behind) => void,
): Column<Stat>[] => {
  const count = (
    of: CountOf,
    header: string,
    width: number,
    figures: (row: Stat) => { count: number; percent?: number | null },
    sortBy?: string,
  ): Column<Stat> => ({
    key: of,
    header,
    width,
    align: 'right',
    ...(sortBy && { sortBy }),
    render: (row) => {
      const { count: shown, percent } = figures(row);
      const number =
        shown === 0 ? (
          '0'
        ) : (
          <button
            type="button"
            className={styles.press}
            data-end
            onClick={() => onStudents({ row, of })}
          >
            <VisuallyHidden>
              {`${shown} ${of} of ${row.class.name}, ${lessonLabel(row.lesson)}`}
            </VisuallyHidden>
            <span aria-hidden="true">{shown}</span>
          </button>
        );
      return percent === undefined ? (
        number
      ) : (
        <TwoLines first={number} second={percent === null ? '–' : `${percent}%`} />
      );
    },
  });
  return [
    {
      key: 'class',
      header: 'Class',
      width: 220,
      lead: true,
      sortBy: 'class',
      text: (row) => row.class.name,
      render: (row) => <RecordLink to="class" id={row.class._id} name={row.class.name} opensRow />,
    },
    {
      key: 'lesson',
      header: 'Lesson',
      width: 210,
      sortBy: 'scheduled_on',
      text: ({ lesson }) => `${lessonLabel(lesson)}, ${when(lesson.scheduled_on)}`,
      render: (row) => (
        <TwoLines first={<LessonLink row={row} />} second={when(row.lesson.scheduled_on)} />
      ),
    },
    {
      key: 'tutor',
      header: 'Tutor',
      width: 130,
      text: ({ tutor }) => tutor.map(({ name }) => name).join(', '),
      render: ({ tutor }) => <RecordLinks to="tutor" records={tutor} />,
    },
    count(
      'registered',
      'Registered',
      116,
      (row) => ({ count: row.registered_trial_count }),
      'registered',
    ),
    count('attended', 'Attended', 124, (row) => ({
      count: row.attendance_count,
      percent: row.attendance_percentage,
    })),
    count('converted', 'Converted', 104, (row) => ({ count: row.converted_count })),
    count('attended and converted', 'Attended and converted', 176, (row) => ({
      count: row.attended_converted_count,
      percent: row.attended_converted_percentage,
    })),
  ];
};

/** A tutor opens the lessons that they teach, of all those of their classes. */
const LessonLink = ({ row: { lesson, class: tuitionClass, tutor } }: { row: Stat }) => {
  const { _id, _type } = useSessionUser();
  const name = lessonLabel(lesson);
  return _type === 'Tutor' && !tutor.some((each) => each._id === _id) ? (
    name
  ) : (
    <RecordLink to="lesson" id={lesson._id} classId={tuitionClass._id} name={name} />
  );
};

const studentList: ListWords = {
  nouns: ['student', 'students'],
  pageSize: 15,
  search: { label: 'Name or e-mail' },
  empty: {
    none: 'There are no students',
    search: 'There are no students matching your search',
  },
};

type DialogProps = { open: Behind | null; onClose: () => void };

/** The students behind a count of a lesson. */
const StudentsDialog = ({ open, onClose }: DialogProps) => {
  const shown = useShown(open);
  const title = shown
    ? `${counts[shown.of].title} of ${shown.row.class.name}, ${lessonLabel(shown.row.lesson)}`
    : '';
  return (
    <Dialog title={title} opened={open !== null} onClose={onClose} size={720}>
      {shown && <StudentList key={`${shown.row._id} ${shown.of}`} {...shown} caption={title} />}
    </Dialog>
  );
};

const StudentList = ({ row, of, caption }: Behind & { caption: string }) => {
  const [address, setAddress] = useState<{
    search?: string | undefined;
    page?: number | undefined;
  }>({});
  const { shortDay } = useFormats();
  const term = address.search?.trim().toLowerCase() ?? '';
  const all = row.trial_student.filter(counts[of].holds);
  const rows = all.filter(({ name, email }) => `${name}\n${email}`.toLowerCase().includes(term));
  return (
    <div className={styles.dialogList} style={rowsStyle(all.length)}>
      <RowsTab
        list={studentList}
        rows={rows}
        address={address}
        onAddress={setAddress}
        caption={caption}
        columns={studentColumns(shortDay)}
      />
    </div>
  );
};

const studentColumns = (shortDay: (at: string) => string): Column<TrialStudent>[] => [
  {
    key: 'name',
    header: 'Name',
    width: 170,
    lead: true,
    text: ({ name, email }) => name || email,
    render: ({ _id, name, email }) => <RecordLink to="student" id={_id} name={name || email} />,
  },
  { key: 'email', header: 'E-mail', width: 230, text: ({ email }) => email },
  {
    key: 'attendance',
    header: 'Attendance',
    width: 110,
    render: ({ attendance }) =>
      attendance === null ? (
        'N/A'
      ) : (
        <StatusChip tone={attendance === 'attended' ? 'green' : 'red'}>
          {attendance === 'attended' ? 'Attended' : 'Absent'}
        </StatusChip>
      ),
  },
  {
    key: 'purchase',
    header: 'Class purchased',
    width: 150,
    render: ({ purchase }) =>
      purchase === null ? (
        'No'
      ) : (
        <RecordLink to="order" id={purchase._id} name={`Yes, ${shortDay(purchase.on)}`} />
      ),
  },
];
