import { Button } from '@mantine/core';
import type {
  Attendee,
  LessonAttendance,
} from 'staffroom-contract/domains/attendance/attendance.contract.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { ListEmpty, type ListState } from '../../ui/list-states.tsx';
import { Tag } from '../../ui/status-chip.tsx';
import { useUndoMatch } from './attendance-cards.tsx';
import { attendeeName, attendeeWords } from './attendance-words.ts';
import { Stay } from './attending-students.tsx';

type Props = {
  lessonId: string;
  attendance: LessonAttendance | undefined;
  state: ListState;
  onMatch: (attendee: Attendee) => void;
};

/** All attendees of the lesson as reported, with the student each one matches. */
export const AttendeeList = ({ lessonId, attendance, state, onMatch }: Props) => {
  const undo = useUndoMatch(lessonId);
  const columns: Column<Attendee>[] = [
    { key: 'name', header: 'Name', width: 194, lead: true, text: attendeeName },
    { key: 'email', header: 'E-mail', width: 190, text: ({ email }) => email || '–' },
    {
      key: 'as',
      header: 'Who',
      width: 144,
      text: ({ as, person, assigned }) =>
        assigned
          ? `${person?.name ?? attendeeWords[as]}, matched by ${assigned.by}`
          : [attendeeWords[as], person?.name].filter(Boolean).join(', '),
      render: ({ as, name, person, assigned }) => (
        <>
          <Tag warning={as === 'unmatched'}>{attendeeWords[as]}</Tag>{' '}
          {person && person.name !== name && person.name}
          {assigned && ` · by ${assigned.by}`}
        </>
      ),
    },
    {
      key: 'times',
      header: 'Joined – left',
      width: 108,
      figures: true,
      render: (attendee) => <Stay presence={attendee} />,
    },
    ...(attendance?.abilities.correct
      ? [
          {
            key: 'acts',
            header: 'Actions',
            width: 84,
            hiddenHeader: true,
            acts: true,
            render: (attendee: Attendee) =>
              attendee.assigned ? (
                <Button size="xs" variant="subtle" onClick={() => void undo(attendee)}>
                  Undo
                </Button>
              ) : (
                attendee.as === 'unmatched' && (
                  <Button size="xs" onClick={() => onMatch(attendee)}>
                    Match
                  </Button>
                )
              ),
          },
        ]
      : []),
  ];
  return (
    <DataTable
      caption="Attendees"
      columns={columns}
      rows={attendance?.attendees ?? []}
      rowKey={({ _id }) => _id}
      state={state}
      noun="attendees"
      empty={<ListEmpty text="No attendance recorded yet" />}
      skeletonRows={8}
    />
  );
};
