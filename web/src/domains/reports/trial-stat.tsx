import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { subjects } from 'staffroom-contract/domains/classes/classes.contract.ts';
import { lastDays } from 'staffroom-contract/domains/reports/report-days.ts';
import {
  listTrialStat,
  mostDaysSorted,
  trialCounts,
  type TrialCount,
  type TrialStat as Stat,
} from 'staffroom-contract/domains/reports/trial-stat.contract.ts';
import { addDays, addMonths, monthOf, weekOf } from 'staffroom-contract/shared/dates.ts';
import { lazyForm } from '../../kit/form/form-dialogs.tsx';
import { defineList, listPageQuery } from '../../kit/list/define-list.ts';
import { choice, days } from '../../kit/list/filters.tsx';
import { ListTab, type Column } from '../../kit/list/list.tsx';
import { RecordLink, RecordLinks } from '../../kit/record/record-link.tsx';
import { optionalInAddress, useAddress } from '../../lib/address-values.ts';
import { useSessionUser } from '../../lib/session.ts';
import { useToday } from '../../lib/settings.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { TwoLines } from '../../ui/data-table.tsx';
import { lessonLabel } from '../lessons/lesson-words.ts';
import type { ReportProps } from './report-page.tsx';
import styles from './reports.module.css';

// Loaded on demand: rarely needed when the list opens.
const StudentsDialog = lazyForm(
  async () => (await import('./trial-students.tsx')).TrialStudentsDialog,
);

/** English and the last 7 days by default (part 2 §9). */
const trialList = defineList({
  operation: listTrialStat,
  nouns: ['lesson', 'lessons'],
  pageSize: 20,
  file: 'trial-stat.csv',
  sort: {
    default: ['scheduled_on', 'desc'],
    columns: ['class', 'scheduled_on', ...trialCounts],
    // Attendance and purchases are computed per trial, so sorting by them is limited.
    bound: {
      columns: trialCounts.filter((of) => of !== 'registered'),
      days: mostDaysSorted,
      note: `Attended and converted sort up to ${mostDaysSorted} days.`,
    },
  },
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

const addressSchema = trialList.address.extend({
  /** The lesson and count whose students are shown. */
  lesson: optionalInAddress(z.uuid()),
  students: optionalInAddress(z.enum(trialCounts)),
});

const countWords: Record<TrialCount, string> = {
  registered: 'registered',
  attended: 'attended',
  converted: 'converted',
  'attended-converted': 'attended and converted',
};

/** Attendance and purchases of the trials of a period, lesson by lesson (part 2 §3, Trial stat row). */
export const TrialStat = ({ search, onSearch }: ReportProps) => {
  const address = useAddress(addressSchema, search);
  const { lesson, students, ...shown } = address;
  const { weekday, time } = useFormats();
  const when = (start: string) => `${weekday(start)}, ${time(start)}`;
  const today = useToday();
  const page = useQuery(listPageQuery(trialList, address, today));
  const row = page.data?.data.find(({ _id }) => _id === lesson);
  return (
    <>
      <ListTab
        list={trialList}
        address={address}
        onAddress={onSearch}
        caption="Trial statistics"
        lines={2}
        columns={columnsOf(when, (row, of) =>
          onSearch({ ...shown, lesson: row._id, students: of }),
        )}
      />
      <StudentsDialog
        open={lesson && students ? { id: lesson, count: students, row } : null}
        onClose={() => onSearch(shown, { replaces: true })}
      />
    </>
  );
};

const columnsOf = (
  when: (start: string) => string,
  onStudents: (row: Stat, of: TrialCount) => void,
): Column<Stat>[] => {
  const count = (
    of: TrialCount,
    header: string,
    width: number,
    figures: (row: Stat) => { count: number; percent?: number | null },
  ): Column<Stat> => ({
    key: of,
    header,
    width,
    align: 'right',
    sortBy: of,
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
            onClick={() => onStudents(row, of)}
          >
            <VisuallyHidden>
              {`${shown} ${countWords[of]} of ${row.class.name}, ${lessonLabel(row.lesson)}`}
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
    count('registered', 'Registered', 116, (row) => ({ count: row.registered_trial_count })),
    count('attended', 'Attended', 124, (row) => ({
      count: row.attendance_count,
      percent: row.attendance_percentage,
    })),
    count('converted', 'Converted', 104, (row) => ({ count: row.converted_count })),
    count('attended-converted', 'Attended and converted', 176, (row) => ({
      count: row.attended_converted_count,
      percent: row.attended_converted_percentage,
    })),
  ];
};

/** A Tutor can open only lessons that they teach; other lessons of their classes are plain text. */
const LessonLink = ({ row: { lesson, class: tuitionClass, tutor } }: { row: Stat }) => {
  const { _id, _type } = useSessionUser();
  const name = lessonLabel(lesson);
  return _type === 'Tutor' && !tutor.some((each) => each._id === _id) ? (
    name
  ) : (
    <RecordLink to="lesson" id={lesson._id} classId={tuitionClass._id} name={name} />
  );
};
