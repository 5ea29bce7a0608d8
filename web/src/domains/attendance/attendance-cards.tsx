import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type {
  Attendee,
  AttendingStudent,
  LessonAttendance,
} from 'staffroom-contract/domains/attendance/attendance.contract.ts';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { ListEmpty, ListStates, SkeletonBar, type ListState } from '../../ui/list-states.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { attendanceTone, attendanceWord, toLookAt } from './attendance-words.ts';
import { asWord, nameOf as nameOfAttendee, useUndoMatch } from './attendee-list.tsx';
import { nameOf, Stay, StudentMenu, type StudentActs } from './attending-students.tsx';
import styles from './live-lesson.module.css';

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
    <ul className={styles.people} aria-label={list.noun}>
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
    <li data-row tabIndex={-1}>
      <span className={styles.who}>
        <strong>
          <RecordLink to="student" id={student._id} name={nameOf(student)} />
        </strong>
        <span>
          {presence ? (
            <>
              <Stay presence={presence} /> · {presence.minutes} min
            </>
          ) : (
            'not joined'
          )}
          {correction && ` · corrected by ${correction.by}`}
        </span>
      </span>
      <StatusChip tone={attendanceTone(status)}>{attendanceWord(status)}</StatusChip>
      {acts && <StudentMenu student={student} {...acts} />}
    </li>
  );
};

type UnmatchedCardProps = { attendee: Attendee; onMatch: (attendee: Attendee) => void };

const UnmatchedCard = ({ attendee, onMatch }: UnmatchedCardProps) => (
  <li data-row tabIndex={-1}>
    <span className={styles.who}>
      <strong>{nameOfAttendee(attendee)}</strong>
      <span>
        Not matched · <Stay presence={attendee} />
      </span>
    </span>
    <Button
      size="xs"
      aria-label={`Match ${nameOfAttendee(attendee)}`}
      onClick={() => onMatch(attendee)}
    >
      Match
    </Button>
  </li>
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
          <li key={attendee._id} data-row tabIndex={-1}>
            <span className={styles.who}>
              <strong>{nameOfAttendee(attendee)}</strong>
              <span>
                {[asWord[attendee.as], otherName(attendee)].filter(Boolean).join(', ')} ·{' '}
                <Stay presence={attendee} />
              </span>
            </span>
            {attendance?.abilities.correct && attendee.assigned && (
              <Button size="xs" variant="subtle" onClick={() => void undo(attendee)}>
                Undo
              </Button>
            )}
          </li>
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
  <div className={styles.people} data-loading>
    {Array.from({ length: 8 }, (_, index) => (
      <div key={index} className={styles.personSkeleton}>
        <SkeletonBar width={60 - ((index * 17) % 30)} height={32} />
      </div>
    ))}
  </div>
);
