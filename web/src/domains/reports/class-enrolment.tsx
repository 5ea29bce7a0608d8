import { VisuallyHidden, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { classTypes, subjects } from 'staffroom-contract/domains/classes/classes.contract.ts';
import {
  enrolledKinds,
  listClassEnrolment,
  readEnrolmentFigures,
  recentDays,
  type ClassEnrolment as Enrolment,
  type EnrolledKind,
  type EnrolmentFigures,
} from 'staffroom-contract/domains/reports/class-enrolment.contract.ts';
import { lazyForm } from '../../kit/form/form-dialogs.tsx';
import { defineList, listPageQuery, wholeListInput } from '../../kit/list/define-list.ts';
import { choice } from '../../kit/list/filters.tsx';
import { ListTab, type Column } from '../../kit/list/list.tsx';
import { RowsLink } from '../../kit/list/rows-link.tsx';
import { optionalInAddress, useAddress } from '../../lib/address-values.ts';
import { formatCount } from '../../lib/formats.ts';
import { operationQuery } from '../../lib/queries.ts';
import { useSettings, useToday } from '../../lib/settings.ts';
import { useNow } from '../../lib/use-now.ts';
import { Difference, FigureStrip, type StripFigure } from '../../ui/figure-strip.tsx';
import { listStateOf } from '../../ui/list-states.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { WordButton } from '../../ui/word-button.tsx';
import { classColumn, tutorColumn } from './enrolment-columns.tsx';
import { ordersNote, ordersOfClasses, recentWords } from './enrolment-words.ts';
import { RecentOrders } from './recent-orders.tsx';
import type { ReportProps } from './report-page.tsx';
import styles from './reports.module.css';

// Loaded on demand: rarely needed when the list opens.
const StudentsDialog = lazyForm(
  async () => (await import('./counted-students.tsx')).EnrolledStudentsDialog,
);
const TriedClassesDialog = lazyForm(
  async () => (await import('./tried-classes.tsx')).TriedClassesDialog,
);

/** Regular classes that are active and have not ended, by default. */
const enrolmentList = defineList({
  operation: listClassEnrolment,
  nouns: ['class', 'classes'],
  pageSize: 20,
  file: 'class-enrolment.csv',
  search: { label: 'Class name', field: 'name' },
  sort: {
    default: ['active', 'desc'],
    columns: ['active', 'aggregate', 'name', 'trials', 'orders_1', 'orders_7', 'orders_30'],
  },
  filters: {
    type: choice([...classTypes, 'All'], {
      label: 'Class type',
      usual: 'Regular Classes',
      where: (type) => (type === 'All' ? {} : { class_type: type }),
    }),
    end: choice(['Not ended', 'Ended', 'Any'], {
      label: 'End date',
      usual: 'Not ended',
      where: (end) =>
        end === 'Any' ? {} : { end_date: end === 'Ended' ? { lt: 'now' } : { gt: 'now' } },
    }),
    subject: choice(subjects, { label: 'Subject' }),
    active: choice(['Yes', 'No', 'All'], {
      label: 'Active',
      usual: 'Yes',
      where: (active) => (active === 'All' ? {} : { is_active: active === 'Yes' }),
    }),
    listed: choice(['Yes', 'No'], {
      label: 'Listed',
      where: (listed) => ({ is_listed: listed === 'Yes' }),
    }),
  },
  empty: { none: 'No record found', search: (term) => `No classes found matching ${term}` },
});

const addressSchema = enrolmentList.address.extend({
  /** The class and kind whose students are shown; without a class, the students of all classes. */
  class: optionalInAddress(z.uuid()),
  students: optionalInAddress(z.enum(enrolledKinds)),
  /** Shows the classes with trials in their next lesson. */
  classes: optionalInAddress(z.literal('tried')),
});

type Address = z.output<typeof addressSchema>;

/** Number of students and recent orders by class (part 2 §2, Class enrolment; picture 14). */
export const ClassEnrolment = ({ search, onSearch }: ReportProps) => {
  const address = useAddress(addressSchema, search);
  const { class: classId, students, classes, ...shown } = address;
  const { business_time_zone: zone } = useSettings();
  const columns = columnsOf({
    now: useNow(),
    zone,
    onStudents: (row, kind) => onSearch({ ...shown, class: row._id, students: kind }),
  });
  const today = useToday();
  const page = useQuery(listPageQuery(enrolmentList, address, today));
  const row = page.data?.data.find(({ _id }) => _id === classId);
  const { body: ofFilters } = wholeListInput(enrolmentList, shown, today);
  return (
    <>
      <ListTab
        list={enrolmentList}
        address={address}
        onAddress={onSearch}
        caption="Class enrolment"
        lines={2}
        columns={useNarrow() ? narrowed(columns) : columns}
        summary={
          <Figures
            address={address}
            onStudents={(kind) => onSearch({ ...shown, students: kind })}
            onTried={() => onSearch({ ...shown, classes: 'tried' })}
            onClasses={() => onSearch({ ...shown, sortBy: 'name', order: 'asc', page: undefined })}
          />
        }
      />
      <StudentsDialog
        open={
          students
            ? classId
              ? {
                  classId,
                  kind: students,
                  of: row?.class.name,
                  count: row && countOf(row, students),
                }
              : { filter: ofFilters, kind: students }
            : null
        }
        onClose={() => onSearch(shown, { replaces: true })}
      />
      <TriedClassesDialog
        open={classes && !students ? ofFilters : null}
        onClose={() => onSearch(shown, { replaces: true })}
      />
    </>
  );
};

const countOf = (row: Enrolment, kind: EnrolledKind): number =>
  ({
    active: row.active_student_count,
    aggregate: row.aggregate_student_count,
    'next-lesson-trial': row.class.next_lesson?.trial_student_count ?? 0,
  })[kind];

type FiguresProps = {
  address: Address;
  onStudents: (kind: EnrolledKind) => void;
  onTried: () => void;
  onClasses: () => void;
};

/** Totals of all filtered classes, over all pages; each figure links to its rows. */
const Figures = ({ address, ...opens }: FiguresProps) => {
  const today = useToday();
  const { body } = wholeListInput(enrolmentList, address, today);
  const query = useQuery({
    ...operationQuery(readEnrolmentFigures, { body }),
    placeholderData: keepPreviousData,
  });
  return (
    <FigureStrip
      label="All classes of these filters"
      note={ordersNote}
      state={listStateOf(query)}
      figures={figuresOf(query.data?.data, { address, today, ...opens })}
    />
  );
};

const figuresOf = (
  all: EnrolmentFigures | undefined,
  { address, today, onStudents, onTried, onClasses }: FiguresProps & { today: string },
): StripFigure[] => [
  {
    label: 'Active students',
    value: all?.students.active,
    about: all && (
      <WordButton onClick={() => onStudents('aggregate')}>
        of {all.students.aggregate.toLocaleString('en-SG')} ever
      </WordButton>
    ),
    onOpen: () => onStudents('active'),
  },
  {
    label: 'Trials next lesson',
    value: all?.next_lesson_trials.students,
    about: all && (
      <WordButton onClick={onTried}>
        in {formatCount(all.next_lesson_trials.classes, 'class', 'classes')}
      </WordButton>
    ),
    onOpen: () => onStudents('next-lesson-trial'),
  },
  ...recentDays.map((days): StripFigure => ({
    label: `Orders, ${recentWords[days]}`,
    value: all?.orders[days].total,
    isRare: days !== 7,
    about: all && (
      <Difference
        by={all.orders[days].total - all.orders[days].before}
        than={`than in the ${days === 1 ? 'day' : recentWords[days]} before, by the same time`}
      />
    ),
    link: (value) => (
      <RowsLink screen="/orders" search={ordersOfClasses(address, days, today)}>
        {value}
      </RowsLink>
    ),
  })),
  { label: 'Classes', value: all?.classes, isRare: true, onOpen: onClasses },
];

type ColumnOptions = {
  now: string;
  zone: string;
  onStudents: (row: Enrolment, kind: EnrolledKind) => void;
};

const columnsOf = ({ now, zone, onStudents }: ColumnOptions): Column<Enrolment>[] => [
  classColumn({ width: 212, now, zone }),
  tutorColumn({ width: 146 }),
  {
    key: 'trials',
    header: 'Next-lesson trials',
    width: 150,
    sortBy: 'trials',
    render: (row) => {
      const count = countOf(row, 'next-lesson-trial');
      const students = row.class.next_lesson?.trial_student ?? [];
      return (
        <Students
          count={count}
          label={`${formatCount(count, 'trial student')} of the next lesson of ${row.class.name}`}
          names={students.map(({ name }) => name).join(', ')}
          onOpen={() => onStudents(row, 'next-lesson-trial')}
        />
      );
    },
  },
  {
    key: 'aggregate',
    header: 'Aggregate',
    width: 114,
    align: 'right',
    sortBy: 'aggregate',
    render: (row) => (
      <Students
        isEnd
        count={row.aggregate_student_count}
        label={`${formatCount(row.aggregate_student_count, 'student')} ever in ${row.class.name}`}
        onOpen={() => onStudents(row, 'aggregate')}
      />
    ),
  },
  {
    key: 'active',
    header: 'Active',
    width: 94,
    align: 'right',
    sortBy: 'active',
    render: (row) => (
      <Students
        isEnd
        isStrong
        count={row.active_student_count}
        label={`${formatCount(row.active_student_count, 'active student')} in ${row.class.name}`}
        onOpen={() => onStudents(row, 'active')}
      />
    ),
  },
  ...recentDays.map((days): Column<Enrolment> => ({
    key: `orders_${days}`,
    header: days === 1 ? 'Orders, 1 day' : recentWords[days],
    width: days === 1 ? 116 : 148,
    figures: true,
    sortBy: `orders_${days}`,
    render: (row) => <RecentOrders row={row} days={days} />,
  })),
];

/** On phones the counts are beside the frozen name (picture 14e). */
const narrowed = (columns: readonly Column<Enrolment>[]): Column<Enrolment>[] => {
  const first = ['class', 'active', 'aggregate'];
  const rank = ({ key }: Column<Enrolment>) =>
    first.includes(key) ? first.indexOf(key) : key === 'tutor' ? 9 : 5;
  return columns.toSorted((one, other) => rank(one) - rank(other));
};

type StudentsProps = {
  count: number;
  label: string;
  names?: string;
  isEnd?: boolean;
  isStrong?: boolean;
  onOpen: () => void;
};

/** A count that opens its students; 0 is plain text. */
const Students = ({ count, label, names, isEnd, isStrong, onOpen }: StudentsProps) =>
  count === 0 ? (
    '0'
  ) : (
    <button
      type="button"
      className={styles.press}
      data-end={isEnd || undefined}
      data-strong={isStrong || undefined}
      title={names}
      onClick={onOpen}
    >
      <VisuallyHidden>{label}</VisuallyHidden>
      <span aria-hidden="true">{count.toLocaleString('en-SG')}</span>
      {names && (
        <Text aria-hidden="true" span variant="meta" c="dimmed">
          {names}
        </Text>
      )}
    </button>
  );
