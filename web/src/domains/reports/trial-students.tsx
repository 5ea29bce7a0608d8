import {
  listTrialStudents,
  type TrialCount,
  type TrialStat,
  type TrialStudent,
} from 'staffroom-contract/domains/reports/trial-stat.contract.ts';
import { defineList } from '../../kit/list/define-list.ts';
import type { Column } from '../../kit/list/list.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { useFormats } from '../../lib/use-formats.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { useShown } from '../../ui/use-shown.ts';
import { lessonLabel } from '../lessons/lesson-words.ts';
import { StudentList, studentSort, studentWords } from './counted-students.tsx';

const trialStudentList = defineList({
  ...studentWords,
  operation: listTrialStudents,
  file: 'trial-students.csv',
  sort: studentSort,
});

const titles: Record<TrialCount, string> = {
  registered: 'Trial students',
  attended: 'Attended trials',
  converted: 'Converted trials',
  'attended-converted': 'Attended and converted trials',
};

/** A count of a lesson, with its row if it is on the page. */
type Behind = { id: string; count: TrialCount; row: TrialStat | undefined };

/** The students behind a count of a lesson's trials. */
export const TrialStudentsDialog = ({
  open,
  onClose,
}: {
  open: Behind | null;
  onClose: () => void;
}) => {
  const shown = useShown(open);
  const { shortDay } = useFormats();
  const title = shown
    ? `${titles[shown.count]}${shown.row ? ` of ${shown.row.class.name}, ${lessonLabel(shown.row.lesson)}` : ''}`
    : '';
  return (
    <Dialog title={title} opened={open !== null} onClose={onClose} size={720}>
      {shown && (
        <StudentList
          key={`${shown.id} ${shown.count}`}
          list={trialStudentList}
          scope={{ params: { id: shown.id, count: shown.count } }}
          count={shown.row && countOf(shown.row, shown.count)}
          caption={titles[shown.count]}
          columns={columnsOf(shortDay)}
        />
      )}
    </Dialog>
  );
};

const countOf = (row: TrialStat, count: TrialCount): number =>
  ({
    registered: row.registered_trial_count,
    attended: row.attendance_count,
    converted: row.converted_count,
    'attended-converted': row.attended_converted_count,
  })[count];

const columnsOf = (shortDay: (at: string) => string): Column<TrialStudent>[] => [
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
