import { Text, Flex } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { z } from 'zod';
import {
  countNames,
  expectedKinds,
  listLessonAttendance,
  sumLessonAttendance,
  countSorts,
  type AttendanceCounts,
  type AttendanceTotal,
  type ReportedLesson,
} from 'staffroom-contract/domains/attendance/lesson-attendance.contract.ts';
import {
  addCounts,
  attendanceRate,
  knownOf,
  mostDaysSummed,
  reportDays,
  usualReportDays,
} from 'staffroom-contract/domains/attendance/lesson-attendance.rules.ts';
import { subjects } from 'staffroom-contract/domains/classes/classes.contract.ts';
import { lazyForm } from '../../kit/form/form-dialogs.tsx';
import { countDays } from 'staffroom-contract/shared/dates.ts';
import { daysOf, defineList, firstPage, wholeListInput } from '../../kit/list/define-list.ts';
import { choice, days, typed } from '../../kit/list/filters.tsx';
import { ListTab, type Column } from '../../kit/list/list.tsx';
import { RecordLink, RecordLinks } from '../../kit/record/record-link.tsx';
import { optionalInAddress, textInAddress, useAddress } from '../../lib/address-values.ts';
import { formatCount } from '../../lib/formats.ts';
import { operationQuery } from '../../lib/queries.ts';
import { useSessionUser } from '../../lib/session.ts';
import { useToday, type ClientSettings } from '../../lib/settings.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { TwoLines } from '../../ui/data-table.tsx';
import { SkeletonBar } from '../../ui/list-states.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Dot } from '../../ui/status-chip.tsx';
import { WordButton } from '../../ui/word-button.tsx';
import { lessonLabel } from '../lessons/lesson-words.ts';
import styles from './lesson-attendance.module.css';
import {
  countTones,
  countWords,
  partsOf,
  type CountKind,
  type StudentKind,
} from './lesson-attendance-words.ts';

// Loaded lazily: rarely needed for the first view of the list.
const StudentsDialog = lazyForm(
  async () => (await import('./lesson-attendance-students.tsx')).StudentsDialog,
);
const AllStudentsDialog = lazyForm(
  async () => (await import('./attendance-of-students.tsx')).AllStudentsDialog,
);

const lessonList = defineList({
  operation: listLessonAttendance,
  nouns: ['lesson', 'lessons'],
  pageSize: 15,
  file: 'lesson-attendance.csv',
  search: { label: 'Class name', field: 'class_name' },
  sort: {
    default: ['scheduled_on', 'desc'],
    columns: countSorts,
    bound: {
      columns: countSorts,
      days: mostDaysSummed,
      note: `Counts sort up to ${mostDaysSummed} days.`,
    },
  },
  days: days({
    label: 'Held',
    field: 'date_range',
    default: usualReportDays,
    picks: reportDays,
  }),
  filters: {
    subject: choice(subjects, { label: 'Subject' }),
    tutor: typed(textInAddress, {
      label: 'Tutor',
      maxLength: 200,
      where: (tutor) => ({ tutor_name: { regex: tutor } }),
      useShown: () => useSessionUser()._type !== 'Tutor',
    }),
    missing: choice(['only'], {
      label: 'Attendance',
      words: () => 'Missing only',
      where: () => ({ missing: true }),
    }),
  },
  empty: {
    none: 'There are no lessons to display',
    search: (term) => `No classes found matching ${term}`,
  },
});

/** URL search of the report. */
const addressSchema = lessonList.address.extend({
  /** The lesson whose students are shown, filtered by attendance and kind. */
  lesson: optionalInAddress(z.uuid()),
  attended: optionalInAddress(z.enum(countNames)),
  kind: optionalInAddress(z.enum(expectedKinds)),
  /** Opens the students of all lessons, filtered by attendance. */
  how: optionalInAddress(z.array(z.enum(countNames))),
});
type Address = z.output<typeof addressSchema>;

/** The queries to preload for the report. */
export const firstLessons = ({ search, settings }: { search: object; settings: ClientSettings }) =>
  firstPage(lessonList)({ search: addressSchema.parse(search), settings });

type Props = {
  search: object;
  onSearch: (search: object, step?: { replaces: boolean }) => void;
};

/** Attendance of each lesson of a period (part 2 §2, Reports page and Dashboard). */
export const LessonAttendanceReport = ({ search, onSearch }: Props) => {
  const address = useAddress(addressSchema, search);
  const { lesson, attended, kind, how, ...shown } = address;
  const today = useToday();
  return (
    <>
      <ListTab
        list={lessonList}
        address={address}
        onAddress={onSearch}
        caption="Lesson attendance"
        lines={2}
        columns={columnsOf(useFormats())}
        summary={<Widget address={address} onSearch={onSearch} />}
      />
      <StudentsDialog
        open={lesson ?? null}
        attended={attended}
        kind={kind}
        onChange={(changes) => onSearch({ ...address, ...changes }, { replaces: true })}
        onClose={() => onSearch(shown, { replaces: true })}
      />
      <AllStudentsDialog
        open={how && !lesson ? wholeListInput(lessonList, shown, today).body : null}
        how={how}
        kind={kind}
        onChange={(changes) => onSearch({ ...shown, ...changes }, { replaces: true })}
        onClose={() => onSearch(shown, { replaces: true })}
      />
    </>
  );
};

/** Totals of the period (part 2 §2, the attendance widget). */
const Widget = ({ address, onSearch }: { address: Address; onSearch: Props['onSearch'] }) => {
  const today = useToday();
  const { body } = wholeListInput(lessonList, address, today);
  const range = lessonList.days && daysOf(lessonList.days, address, today);
  const isLong = range !== undefined && countDays(range) > mostDaysSummed;
  const query = useQuery({
    ...operationQuery(sumLessonAttendance, { body }),
    placeholderData: (before) => before,
    enabled: !isLong,
  });
  const total = isLong ? undefined : query.data?.data;
  return (
    <dl className={styles.widget} aria-label="Attendance" aria-busy={query.isFetching}>
      <Cell label="Lessons">
        {total ? (
          <Lessons total={total} onMissing={() => onSearch({ ...address, missing: 'only' })} />
        ) : (
          <Waiting isLong={isLong} isFailed={query.isError} />
        )}
      </Cell>
      {expectedKinds.map((kind) => (
        <Cell key={kind} label={kind === 'paying' ? 'Paying students' : 'Trial students'}>
          {total ? (
            <Attendance
              counts={total[kind]}
              kind={kind}
              onStudents={(how) => onSearch({ ...address, kind, how })}
            />
          ) : (
            <Waiting isLong={isLong} isFailed={query.isError} />
          )}
        </Cell>
      ))}
    </dl>
  );
};

const Cell = ({ label, children }: { label: string; children: ReactNode }) => (
  <Text className={styles.cell} component="div" miw={0} variant="meta" c="secondary">
    <dt>{label}</dt>
    <dd>{children}</dd>
  </Text>
);

const Waiting = ({ isLong, isFailed }: { isLong: boolean; isFailed: boolean }) => {
  if (isLong) return <span>Counted together for up to {mostDaysSummed} days.</span>;
  return isFailed ? <span>Could not be counted.</span> : <SkeletonBar width={70} height={20} />;
};

const Lessons = ({ total, onMissing }: { total: AttendanceTotal; onMissing: () => void }) => (
  <>
    <Text component="strong" variant="h1" c="bright" data-figures>
      {total.lessons.toLocaleString('en-SG')}
    </Text>{' '}
    <span>
      {total.missing === 0 ? (
        'all with attendance'
      ) : (
        <WordButton className={styles.missing} onClick={onMissing}>
          {total.missing.toLocaleString('en-SG')} without attendance
        </WordButton>
      )}
    </span>
  </>
);

/** Counts with known attendance. */
const known = countNames.filter((name) => name !== 'unknown');

type AttendanceProps = {
  counts: AttendanceCounts;
  kind: StudentKind;
  /** Opens the students with these kinds of attendance. */
  onStudents: (how: readonly CountKind[]) => void;
};

/** A meter with its counts; the rate is relative to students with known attendance. */
const Attendance = ({ counts, kind, onStudents }: AttendanceProps) => (
  <>
    <Flex component="span" gap="sm" align="baseline">
      <Text component="strong" variant="h1" c="bright" data-figures>
        {percent(counts)}
      </Text>{' '}
      <span>
        of{' '}
        <WordButton onClick={() => onStudents(known)}>
          {formatCount(knownOf(counts), 'student')}
        </WordButton>{' '}
        attended
      </span>
    </Flex>
    <Meter
      label={wordsOf(counts)}
      height={8}
      total={knownOf(counts) + counts.unknown}
      parts={partsOf(counts)}
    />
    <Flex className={styles.legend} component="span" rowGap={2} columnGap="lg" wrap="wrap">
      {countNames.map((each) => (
        <WordButton
          key={each}
          aria-label={`${countWords[each]} ${counts[each].toLocaleString('en-SG')}, ${kind} students`}
          onClick={() => onStudents([each])}
        >
          <Dot tone={countTones[each]} />
          {countWords[each]} <strong>{counts[each].toLocaleString('en-SG')}</strong>
        </WordButton>
      ))}
    </Flex>
  </>
);

const wordsOf = (counts: AttendanceCounts) =>
  countNames.map((each) => `${counts[each]} ${countWords[each].toLowerCase()}`).join(', ');

const percent = (counts: AttendanceCounts) => {
  const rate = attendanceRate(counts);
  return rate === null ? '–' : `${rate}%`;
};

const bothOf = ({ paying, trial }: ReportedLesson) => addCounts(paying, trial);
const studentsIn = (counts: AttendanceCounts) => knownOf(counts) + counts.unknown;

const countColumn = (of: keyof AttendanceCounts, width: number): Column<ReportedLesson> => ({
  key: of,
  header: countWords[of],
  width,
  align: 'right',
  sortBy: of,
  text: (row) => `${bothOf(row)[of]}, of these ${row.trial[of]} on trial`,
  render: (row) => (
    <TwoLines
      first={<StudentsLink row={row} of={of} />}
      second={row.trial[of] > 0 && <StudentsLink row={row} of={of} kind="trial" />}
    />
  ),
});

/** A count as a link to its students; without `of`, to all students of the lesson. */
const StudentsLink = ({
  row,
  of,
  kind,
}: {
  row: ReportedLesson;
  of?: keyof AttendanceCounts;
  kind?: 'trial';
}) => {
  const counts = kind ? row[kind] : bothOf(row);
  const count = (of ? counts[of] : studentsIn(counts)).toLocaleString('en-SG');
  const words = of
    ? `${count}${kind ? ' trial students' : ''} ${countWords[of].toLowerCase()}`
    : formatCount(studentsIn(counts), 'student');
  return (
    <Link
      to="."
      search={((search: object) => ({ ...search, lesson: row._id, attended: of, kind })) as never}
      aria-label={`${words} in ${lessonLabel(row)} of ${row.class.name}`}
    >
      {of ? (kind ? `${count} trial` : count) : words}
    </Link>
  );
};

const columnsOf = (formats: ReturnType<typeof useFormats>): Column<ReportedLesson>[] => [
  {
    key: 'lesson',
    header: 'Lesson',
    width: 238,
    lead: true,
    text: (row) => `${lessonLabel(row)}, ${row.class.name}`,
    render: (row) => (
      <TwoLines
        first={
          <RecordLink to="lesson" id={row._id} classId={row.class._id} name={lessonLabel(row)} />
        }
        second={<RecordLink to="class" id={row.class._id} name={row.class.name} />}
      />
    ),
  },
  {
    key: 'tutor',
    header: 'Tutor',
    width: 132,
    text: ({ tutor }) => tutor.map(({ name }) => name).join(', ') || '–',
    render: ({ tutor }) => <RecordLinks to="tutor" records={tutor} />,
  },
  {
    key: 'when',
    header: 'When',
    width: 132,
    figures: true,
    text: (row) =>
      `${formats.longDay(row.scheduled_on)}, ${formats.timeRange(row.scheduled_on, row.ended_on)}`,
    render: (row) => (
      <TwoLines
        first={<time dateTime={row.scheduled_on}>{formats.longDay(row.scheduled_on)}</time>}
        second={formats.timeRange(row.scheduled_on, row.ended_on)}
      />
    ),
  },
  {
    key: 'meter',
    header: 'Students',
    width: 120,
    text: (row) => `${formatCount(studentsIn(bothOf(row)), 'student')}: ${wordsOf(bothOf(row))}`,
    render: (row) => {
      const counts = bothOf(row);
      return (
        <TwoLines
          first={<StudentsLink row={row} />}
          second={
            <Meter
              label={wordsOf(counts)}
              height={6}
              total={studentsIn(counts)}
              parts={partsOf(counts)}
            />
          }
        />
      );
    },
  },
  countColumn('attended', 92),
  countColumn('half', 112),
  countColumn('absent', 84),
  countColumn('unknown', 78),
  {
    key: 'rate',
    header: 'Attended %',
    width: 106,
    align: 'right',
    sortBy: 'rate',
    text: (row) => `${percent(bothOf(row))}, on trial ${percent(row.trial)}`,
    render: (row) => (
      <TwoLines
        first={percent(bothOf(row))}
        second={studentsIn(row.trial) > 0 && `${percent(row.trial)} trial`}
      />
    ),
  },
];
