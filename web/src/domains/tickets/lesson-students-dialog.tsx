import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AttendingStudent } from 'staffroom-contract/domains/attendance/attendance.contract.ts';
import type { TicketDetail } from 'staffroom-contract/domains/tickets/ticket.schema.ts';
import type { ListAddress } from '../../kit/list/define-list.ts';
import { ListSearch } from '../../kit/list/list-filters.tsx';
import { RowsTab, type Column } from '../../kit/list/list.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Moment } from '../../ui/moment.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { UnnamedStudents } from '../../ui/unnamed-students.tsx';
import { useShown } from '../../ui/use-shown.ts';
import { attendanceTone, attendanceWord, countsOf } from '../attendance/attendance-words.ts';
import { attendanceQuery } from '../attendance/attendance.api.ts';
import { nameOf, Stay } from '../attendance/attending-students.tsx';
import { lessonLabel } from '../lessons/lesson-words.ts';
import styles from './ticket-panel.module.css';

type Props = {
  /** The ticket whose lesson is shown. */
  open: TicketDetail | null;
  onClose: () => void;
};

const nouns = ['student', 'students'] as const;

/** Students of a ticket's lesson with their attendance (part 2 §2, Tickets). */
export const LessonStudentsDialog = ({ open, onClose }: Props) => {
  const ticket = useShown(open);
  const lesson = ticket?.lesson;
  const title = `Students of ${lesson ? lessonLabel(lesson) : ''}`;
  return (
    <Dialog title={title} opened={open !== null} onClose={onClose} size={720}>
      {ticket && lesson && (
        <>
          <Box component="p" mb="md">
            <RecordLink to="class" id={ticket.class._id} name={ticket.class.name} />,{' '}
            <RecordLink
              to="lesson"
              id={lesson._id}
              classId={ticket.class._id}
              name={<Moment at={lesson.scheduled_on} />}
            />
          </Box>
          <Students key={lesson._id} lessonId={lesson._id} studentId={ticket.student._id} />
        </>
      )}
    </Dialog>
  );
};

const Students = ({ lessonId, studentId }: { lessonId: string; studentId: string }) => {
  const [address, setAddress] = useState<ListAddress>({});
  const query = useQuery(attendanceQuery(lessonId));
  const attendance = query.data?.data;
  const counts = attendance && countsOf(attendance);
  const sought = (address.search ?? '').trim().toLowerCase();
  const rows = attendance?.students.filter(({ name, email }) =>
    [name, email].some((text) => text.toLowerCase().includes(sought)),
  );
  const list = {
    nouns,
    pageSize: 15,
    search: { label: 'Name or e-mail' },
    empty: {
      none: attendance?.unnamed ? 'Names are hidden for your role' : 'There are no students',
      search: 'There are no students matching your search',
    },
  };
  const place = { address, onAddress: setAddress };
  return (
    <>
      <ListSearch list={list} {...place} />
      <div className={styles.students}>
        <RowsTab
          list={list}
          query={query}
          rows={rows}
          {...place}
          searchedAbove
          caption="Students with attendance"
          columns={columns}
          isOpen={({ _id }) => _id === studentId}
          skeletonRows={6}
          beside={
            counts && (
              <span>
                {counts.attended} attended, {counts.half} half attended, {counts.absent} absent
              </span>
            )
          }
          below={<UnnamedStudents count={attendance?.unnamed} />}
        />
      </div>
    </>
  );
};

const kindWords: Record<AttendingStudent['kind'], string> = {
  PAYMENT: 'Payment',
  TRIAL: 'Trial',
  PAYMENT_VIDEO: 'Video',
};

const columns: readonly Column<AttendingStudent>[] = [
  {
    key: 'student',
    header: 'Student',
    width: 150,
    lead: true,
    text: nameOf,
    render: (student) => <RecordLink to="student" id={student._id} name={nameOf(student)} />,
  },
  {
    key: 'attendance',
    header: 'Attendance',
    width: 140,
    text: ({ status }) => attendanceWord(status),
    render: ({ status }) => (
      <StatusChip tone={attendanceTone(status)}>{attendanceWord(status)}</StatusChip>
    ),
  },
  { key: 'kind', header: 'Kind', width: 90, text: ({ kind }) => kindWords[kind] },
  {
    key: 'times',
    header: 'Joined – left',
    width: 130,
    figures: true,
    render: ({ presence }) => <Stay presence={presence} />,
  },
];
