import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import {
  attendeeRoles,
  type Attendee,
  type AttendingStudent,
  type LessonAttendance,
} from 'staffroom-contract/domains/attendance/attendance.contract.ts';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { sentenceOf } from '../../lib/api-error.ts';
import { ListEmpty, ListStates, SkeletonBar, type ListState } from '../../ui/list-states.tsx';
import { showSnackbar } from '../../ui/snackbars.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import {
  attendanceTone,
  attendanceWord,
  attendeeName,
  attendeeWords,
  toLookAt,
} from './attendance-words.ts';
import { useAssignAttendee } from './attendance.api.ts';
import { nameOf, Stay, StudentMenu, type StudentActs } from './attending-students.tsx';
import { PersonLines } from './person-lines.tsx';
import rows from '../../ui/rows.module.css';

type ListProps = {
  noun: string;
  state: ListState;
  isEmpty: boolean;
  empty: string;
  children: ReactNode;
};

/** A list of people on a phone: name, times, and status. */
const People = ({ empty, children, ...list }: ListProps) => (
  <ListStates {...list} empty={<ListEmpty text={empty} />} skeleton={<PeopleSkeleton />}>
    <ul className={rows.rows} aria-label={list.noun}>
      {children}
    </ul>
  </ListStates>
);

type StudentsProps = StudentActs & {
  attendance: LessonAttendance | undefined;
  kind: AttendingStudent['kind'];
  state: ListState;
};

/** Students of a kind with their attendance, on a phone. */
export const StudentCards = ({ attendance, kind, state, ...acts }: StudentsProps) => {
  const students = attendance?.students.filter((student) => student.kind === kind) ?? [];
  return (
    <People
      noun="students"
      state={state}
      isEmpty={students.length === 0}
      empty="There are no students"
    >
      {students.map((student) => (
        <StudentCard
          key={student._id}
          student={student}
          acts={attendance?.abilities.correct ? acts : undefined}
        />
      ))}
    </People>
  );
};

type StudentCardProps = { student: AttendingStudent; acts: StudentActs | undefined };

const StudentCard = ({ student, acts }: StudentCardProps) => {
  const { presence, status, correction } = student;
  return (
    <Group component="li" className={rows.row} mih={58} data-row tabIndex={-1}>
      <PersonLines
        isLarge
        name={<RecordLink to="student" id={student._id} name={nameOf(student)} />}
      >
        {presence ? (
          <>
            <Stay presence={presence} /> · {presence.minutes} min
          </>
        ) : (
          'not joined'
        )}
        {correction && ` · corrected by ${correction.by}`}
      </PersonLines>
      <StatusChip tone={attendanceTone(status)}>{attendanceWord(status)}</StatusChip>
      {acts && <StudentMenu student={student} {...acts} />}
    </Group>
  );
};

type UnmatchedCardProps = { attendee: Attendee; onMatch: (attendee: Attendee) => void };

const UnmatchedCard = ({ attendee, onMatch }: UnmatchedCardProps) => (
  <Group component="li" className={rows.row} mih={58} data-row tabIndex={-1}>
    <PersonLines isLarge name={attendeeName(attendee)}>
      Not matched · <Stay presence={attendee} />
    </PersonLines>
    <Button
      size="xs"
      aria-label={`Match ${attendeeName(attendee)}`}
      onClick={() => onMatch(attendee)}
    >
      Match
    </Button>
  </Group>
);

type AttendeesProps = {
  lessonId: string;
  attendance: LessonAttendance | undefined;
  state: ListState;
  onMatch: (attendee: Attendee) => void;
};

/** All attendees of the lesson with their matches, on a phone. */
export const AttendeeCards = ({ lessonId, attendance, state, onMatch }: AttendeesProps) => {
  const undo = useUndoMatch(lessonId);
  const attendees = attendance?.attendees ?? [];
  return (
    <People
      noun="attendees"
      state={state}
      isEmpty={attendees.length === 0}
      empty="No attendance recorded yet"
    >
      {attendees.map((attendee) =>
        attendee.as === 'unmatched' ? (
          <UnmatchedCard key={attendee._id} attendee={attendee} onMatch={onMatch} />
        ) : (
          <Group
            key={attendee._id}
            component="li"
            className={rows.row}
            mih={58}
            data-row
            tabIndex={-1}
          >
            <PersonLines isLarge name={attendeeName(attendee)}>
              {[attendeeWords[attendee.as], otherName(attendee)].filter(Boolean).join(', ')} ·{' '}
              <Stay presence={attendee} />
            </PersonLines>
            {attendance?.abilities.correct && attendee.assigned && (
              <Button size="xs" variant="subtle" onClick={() => void undo(attendee)}>
                Undo
              </Button>
            )}
          </Group>
        ),
      )}
    </People>
  );
};

/** The account's name if it differs from the attendee's. */
const otherName = ({ name, person }: Attendee) =>
  person && person.name !== name ? person.name : undefined;

type LookProps = StudentActs & {
  attendance: LessonAttendance;
  state: ListState;
  onMatch: (attendee: Attendee) => void;
};

/** Shown first on a phone: unmatched attendees, and absent or half-attended students (picture 13d). */
export const ToLookAt = ({ attendance, state, onMatch, ...acts }: LookProps) => {
  const { students, unmatched } = toLookAt(attendance);
  return (
    <People noun="people to look at" state={state} isEmpty={false} empty="">
      {unmatched.map((attendee) => (
        <UnmatchedCard key={attendee._id} attendee={attendee} onMatch={onMatch} />
      ))}
      {students.map((student) => (
        <StudentCard
          key={student._id}
          student={student}
          acts={attendance.abilities.correct ? acts : undefined}
        />
      ))}
    </People>
  );
};

const PeopleSkeleton = () => (
  <div className={rows.rows} data-loading>
    {Array.from({ length: 8 }, (_, index) => (
      <Group key={index} className={rows.row} mih={58}>
        <SkeletonBar width={60 - ((index * 17) % 30)} height={32} />
      </Group>
    ))}
  </div>
);

/** Undoes a match made by hand. */
export const useUndoMatch = (lessonId: string) => {
  const { mutateAsync } = useAssignAttendee();
  return async ({ _id, as, person }: Attendee) => {
    const role = attendeeRoles.find((each) => each === as);
    try {
      await mutateAsync({
        params: { id: lessonId, attendeeId: _id },
        body: role
          ? { student: null, before: null, role: null, before_role: role }
          : { student: null, before: person?._id ?? null },
      });
      showSnackbar('No longer matched');
    } catch (error) {
      showSnackbar(sentenceOf(error));
    }
  };
};
