import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ClassSummary } from '@staffroom/contract/domains/classes/classes.contract.ts';
import { businessDayOf } from '@staffroom/contract/shared/dates.ts';
import { formatMoney } from '@staffroom/contract/shared/money.ts';
import { formatDay } from '../../../lib/formats.ts';
import { useSettings } from '../../../lib/settings.ts';
import { DataTable, type Column, type Sorting } from '../../../ui/data-table.tsx';
import type { ListState } from '../../../ui/list-states.tsx';
import { Tag } from '../../../ui/status-chip.tsx';
import { datesWords, flagWords, levelAndSubjectWords, scheduleWords } from '../class-words.ts';
import { ClassActions, type ClassActs } from './class-actions.tsx';
import styles from './class-table.module.css';

type Props = {
  classes: readonly ClassSummary[];
  state: ListState;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  /** Left out for those who may not manage classes. */
  acts: ClassActs | undefined;
  empty: ReactNode;
};

/** The classes with their terms (part 1 §2, Class list). */
export const ClassTable = ({ classes, acts, ...rest }: Props) => {
  const { business_time_zone: zone } = useSettings();
  return (
    <DataTable
      caption="List of classes"
      columns={columnsOf(acts, zone)}
      rows={classes}
      rowKey={(row) => row._id}
      noun="classes"
      skeletonRows={10}
      {...rest}
    />
  );
};

const columnsOf = (acts: Props['acts'], zone: string): Column<ClassSummary>[] => [
  {
    key: 'name',
    header: 'Class',
    sortBy: 'name',
    lead: true,
    width: '220px',
    render: (row) => (
      <>
        <Link to="/course/$classId" params={{ classId: row._id }} className={styles.name}>
          {row.name}
        </Link>
        <span className={styles.detail}>{levelAndSubjectWords(row)}</span>
      </>
    ),
  },
  { key: 'type', header: 'Type', render: ({ class_type: type }) => type },
  {
    key: 'schedule',
    header: 'Schedule',
    render: ({ schedule }) => <span className={styles.line}>{scheduleWords(schedule)}</span>,
  },
  {
    key: 'dates',
    header: 'Dates',
    sortBy: 'start_date',
    render: (row) => <Dates words={datesWords(row, zone)} />,
  },
  {
    key: 'tutors',
    header: 'Tutors',
    render: ({ tutor }) => tutor.map(({ name }) => name || '---').join(', ') || '---',
  },
  {
    key: 'rate',
    header: 'Rate',
    align: 'right',
    render: ({ rate, currency }) => (
      <span className={styles.line}>{formatMoney(rate, currency)}</span>
    ),
  },
  {
    key: 'max_cap',
    header: 'Seats',
    align: 'right',
    render: ({ max_cap: seats }) => seats.toLocaleString('en-SG'),
  },
  {
    key: 'flags',
    header: 'Flags',
    render: (row) => (
      <span className={styles.flags}>
        {flagWords(row).map((flag) => (
          <Tag key={flag}>{flag}</Tag>
        ))}
      </span>
    ),
  },
  {
    key: 'updated',
    header: 'Updated',
    sortBy: 'updated',
    render: ({ updated }) => (
      <time className={styles.line} dateTime={updated}>
        {formatDay(businessDayOf(updated, zone))}
      </time>
    ),
  },
  {
    key: 'actions',
    header: 'Actions',
    hiddenHeader: true,
    render: (row) => <ClassActions tuitionClass={row} acts={acts} />,
  },
];

/** Breaks between the two days, never inside one. */
const Dates = ({ words }: { words: string }) => {
  const [start = '', end] = words.split(' – ');
  return (
    <>
      <span className={styles.line}>{end ? `${start} –` : start}</span>{' '}
      <span className={styles.line}>{end}</span>
    </>
  );
};
