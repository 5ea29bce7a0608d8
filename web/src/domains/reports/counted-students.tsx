import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  listEnrolledStudents,
  listStudentsOfClasses,
  type EnrolledKind,
  type EnrolmentFilter,
} from 'staffroom-contract/domains/reports/class-enrolment.contract.ts';
import { listSalesStudents } from 'staffroom-contract/domains/reports/sales.contract.ts';
import type { AnyOperation, ResponseOf } from 'staffroom-contract/shared/operation.ts';
import {
  defineList,
  listPageQuery,
  type List,
  type ListAddress,
  type ListScope,
  type RowOf,
} from '../../kit/list/define-list.ts';
import { ListTab, type Column } from '../../kit/list/list.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { useToday } from '../../lib/settings.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { UnnamedStudents } from '../../ui/unnamed-students.tsx';
import { useShown } from '../../ui/use-shown.ts';
import styles from './reports.module.css';
import { rowsStyle } from './rows-style.ts';

export const studentWords = {
  nouns: ['student', 'students'],
  pageSize: 15,
  search: { label: 'Name or e-mail' },
  empty: {
    none: 'There are no students',
    search: 'There are no students matching your search',
  },
} as const;
export const studentSort = { default: ['name', 'asc'], columns: ['name', 'email'] } as const;

const enrolledList = defineList({
  ...studentWords,
  operation: listEnrolledStudents,
  sort: studentSort,
});
const enrolledInClassesList = defineList({
  ...studentWords,
  search: { ...studentWords.search, field: 'student' },
  operation: listStudentsOfClasses,
  sort: studentSort,
});
const buyerList = defineList({ ...studentWords, operation: listSalesStudents, sort: studentSort });

const titles: Record<EnrolledKind, string> = {
  active: 'Active students',
  aggregate: 'Students ever',
  'next-lesson-trial': 'Next-lesson trials',
};

/** A count of a class, with its value and the class's name if known; or of all filtered classes. */
type Behind =
  | { classId: string; kind: EnrolledKind; of: string | undefined; count: number | undefined }
  | { filter: EnrolmentFilter; kind: EnrolledKind };

type Props = { open: Behind | null; onClose: () => void };

/** The students behind a count of one class or of all. */
export const EnrolledStudentsDialog = ({ open, onClose }: Props) => {
  const shown = useShown(open);
  const title = shown
    ? `${titles[shown.kind]}${'of' in shown && shown.of ? ` of ${shown.of}` : ''}`
    : '';
  return (
    <Dialog title={title} opened={open !== null} onClose={onClose} size={620}>
      {shown && !('classId' in shown) && (
        <StudentList
          key={shown.kind}
          list={enrolledInClassesList}
          scope={{ params: { kind: shown.kind }, filter: shown.filter }}
          count={undefined}
          caption={titles[shown.kind]}
          columns={columns}
        />
      )}
      {shown && 'classId' in shown && (
        <StudentList
          key={`${shown.classId} ${shown.kind}`}
          list={enrolledList}
          scope={{ params: { id: shown.classId, kind: shown.kind } }}
          count={shown.count}
          caption={titles[shown.kind]}
          columns={columns}
        />
      )}
    </Dialog>
  );
};

/** The sales of a period, and the number of students who made them. */
type Sales = { query: ListScope<typeof listSalesStudents>['query']; students: number };

/** The students who made the sales of a period. */
export const BuyersDialog = ({ open, onClose }: { open: Sales | null; onClose: () => void }) => {
  const shown = useShown(open);
  const title = 'Students who ordered';
  return (
    <Dialog title={title} opened={open !== null} onClose={onClose} size={620}>
      {shown && (
        <StudentList
          list={buyerList}
          scope={{ query: shown.query }}
          count={shown.students}
          caption={title}
          columns={columns}
        />
      )}
    </Dialog>
  );
};

type ListProps<O extends AnyOperation> = {
  list: List<O>;
  scope: ListScope<O>;
  /** Number of students if known, including those without a visible name. */
  count: number | undefined;
  caption: string;
  columns: readonly Column<RowOf<O>>[];
};

/** The students behind a count, in a dialog with search, pages and download. */
export const StudentList = <O extends AnyOperation>({
  list,
  scope,
  count,
  ...table
}: ListProps<O>) => {
  const [address, setAddress] = useState<ListAddress>({});
  const query = useQuery(listPageQuery(list, address, useToday(), scope));
  const named = (query.data as { count: number } | undefined)?.count ?? 0;
  const unnamed = query.isSuccess && !address.search ? (count ?? named) - named : 0;
  return (
    <div className={styles.dialogList} style={rowsStyle(count)}>
      <ListTab
        list={list}
        scope={scope}
        address={address}
        onAddress={setAddress}
        {...table}
        below={<UnnamedStudents count={unnamed} />}
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
