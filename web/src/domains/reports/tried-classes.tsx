import {
  listClassEnrolment,
  type ClassEnrolment,
  type EnrolmentFilter,
} from 'staffroom-contract/domains/reports/class-enrolment.contract.ts';
import { useState } from 'react';
import { defineList, type ListAddress } from '../../kit/list/define-list.ts';
import { ListTab, type Column } from '../../kit/list/list.tsx';
import { RecordLinks } from '../../kit/record/record-link.tsx';
import { useSettings } from '../../lib/settings.ts';
import { useNow } from '../../lib/use-now.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useShown } from '../../ui/use-shown.ts';
import { classColumn, tutorColumn } from './enrolment-columns.tsx';
import styles from './reports.module.css';
import { rowsStyle } from './rows-style.ts';

const triedList = defineList({
  operation: listClassEnrolment,
  nouns: ['class with trials', 'classes with trials'],
  pageSize: 15,
  file: 'classes-with-trials.csv',
  sort: { default: ['trials', 'desc'], columns: ['name', 'trials'] },
  empty: { none: 'No trials in upcoming lessons' },
});

/** The filtered classes with trials in their next lesson. */
export const TriedClassesDialog = ({
  open,
  onClose,
}: {
  open: EnrolmentFilter | null;
  onClose: () => void;
}) => {
  const shown = useShown(open);
  const title = 'Classes with trials next lesson';
  return (
    <Dialog title={title} opened={open !== null} onClose={onClose} size={860}>
      {shown && <Classes filter={shown} caption={title} />}
    </Dialog>
  );
};

const Classes = ({ filter, caption }: { filter: EnrolmentFilter; caption: string }) => {
  const [address, setAddress] = useState<ListAddress>({});
  const { business_time_zone: zone } = useSettings();
  return (
    <div className={styles.dialogList} style={rowsStyle()}>
      <ListTab
        list={triedList}
        scope={{ filter: { ...filter, next_lesson_trial: true } }}
        address={address}
        onAddress={setAddress}
        caption={caption}
        lines={2}
        columns={columnsOf(useNow(), zone)}
      />
    </div>
  );
};

const columnsOf = (now: string, zone: string): Column<ClassEnrolment>[] => [
  classColumn({ width: 230, now, zone }),
  {
    key: 'trials',
    header: 'Trials',
    width: 96,
    align: 'right',
    sortBy: 'trials',
    text: (row) => String(row.class.next_lesson?.trial_student_count ?? 0),
  },
  {
    key: 'students',
    header: 'Trial students',
    width: 210,
    text: (row) =>
      triedBy(row)
        .map(({ name }) => name)
        .join(', '),
    render: (row) => <RecordLinks to="student" records={triedBy(row)} />,
  },
  tutorColumn({ width: 130 }),
];

const triedBy = ({ class: { next_lesson: next } }: ClassEnrolment) => next?.trial_student ?? [];
