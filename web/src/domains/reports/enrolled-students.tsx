import { useState } from 'react';
import {
  listEnrolledStudents,
  type EnrolledKind,
} from '@staffroom/contract/domains/reports/class-enrolment.contract.ts';
import type { ResponseOf } from '@staffroom/contract/shared/operation.ts';
import { defineList, type ListAddress } from '../../kit/list/define-list.ts';
import { ListTab, type Column } from '../../kit/list/list.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useShown } from '../../ui/use-shown.ts';
import styles from './reports.module.css';
import { rowsStyle } from './rows-style.ts';

const studentList = defineList({
  operation: listEnrolledStudents,
  nouns: ['student', 'students'],
  pageSize: 15,
  search: { label: 'Name or e-mail' },
  sort: { default: ['name', 'asc'], columns: ['name', 'email'] },
  empty: {
    none: 'There are no students',
    search: 'There are no students matching your search',
  },
});

const titles: Record<EnrolledKind, string> = {
  active: 'Active students',
  aggregate: 'Students ever',
  'next-lesson-trial': 'Next-lesson trials',
};

/** A count of a class; its number and the class's name where they are known. */
type Behind = {
  classId: string;
  kind: EnrolledKind;
  of: string | undefined;
  count: number | undefined;
};

type Props = { open: Behind | null; onClose: () => void };

/** The students behind a count of a class. */
export const EnrolledStudentsDialog = ({ open, onClose }: Props) => {
  const shown = useShown(open);
  const title = shown ? `${titles[shown.kind]}${shown.of ? ` of ${shown.of}` : ''}` : '';
  return (
    <Dialog title={title} opened={open !== null} onClose={onClose} size={620}>
      {shown && <StudentList key={`${shown.classId} ${shown.kind}`} {...shown} />}
    </Dialog>
  );
};

const StudentList = ({ classId, kind, count }: Behind) => {
  const [address, setAddress] = useState<ListAddress>({});
  return (
    <div className={styles.dialogList} style={rowsStyle(count)}>
      <ListTab
        list={studentList}
        scope={{ params: { id: classId, kind } }}
        address={address}
        onAddress={setAddress}
        caption={titles[kind]}
        columns={columns}
      />
    </div>
  );
};

type Student = ResponseOf<typeof listEnrolledStudents>['data'][number];

const columns: readonly Column<Student>[] = [
  {
    key: 'name',
    header: 'Name',
    width: 220,
    lead: true,
    sortBy: 'name',
    text: ({ name, email }) => name || email,
    render: ({ _id, name, email }) => <RecordLink to="student" id={_id} name={name || email} />,
  },
  { key: 'email', header: 'E-mail', width: 280, sortBy: 'email', text: ({ email }) => email },
];
