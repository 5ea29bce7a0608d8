import { Button } from '@mantine/core';
import {
  attendeeRoles,
  type Attendee,
  type LessonAttendance,
} from 'staffroom-contract/domains/attendance/attendance.contract.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { ListEmpty, type ListState } from '../../ui/list-states.tsx';
import { showSnackbar } from '../../ui/snackbars.tsx';
import { Tag } from '../../ui/status-chip.tsx';
import { useAssignAttendee } from './attendance.api.ts';
import { Stay } from './attending-students.tsx';

type Props = {
  lessonId: string;
  attendance: LessonAttendance | undefined;
  state: ListState;
  onMatch: (attendee: Attendee) => void;
};

export const asWord: Record<Attendee['as'], string> = {
  student: 'Student',
  tutor: 'Tutor',
  ta: 'TA',
  staff: 'Staff',
  host: 'Host',
  other: 'Not a person to match',
  unmatched: 'Not matched',
};

/** All attendees of the lesson as reported, with the student each one matches. */
export const AttendeeList = ({ lessonId, attendance, state, onMatch }: Props) => {
  const undo = useUndoMatch(lessonId);
  const columns: Column<Attendee>[] = [
    { key: 'name', header: 'Name', width: 160, lead: true, text: nameOf },
    { key: 'email', header: 'E-mail', width: 190, text: ({ email }) => email || '–' },
    {
      key: 'as',
      header: 'Who',
      width: 160,
      text: ({ as, person, assigned }) =>
        assigned
          ? `${person?.name ?? asWord[as]}, matched by ${assigned.by}`
          : [asWord[as], person?.name].filter(Boolean).join(', '),
      render: ({ as, name, person, assigned }) => (
        <>
          <Tag warning={as === 'unmatched'}>{asWord[as]}</Tag>{' '}
          {person && person.name !== name && person.name}
          {assigned && ` · by ${assigned.by}`}
        </>
      ),
    },
    {
      key: 'times',
      header: 'Joined – left',
      width: 120,
      figures: true,
      render: (attendee) => <Stay presence={attendee} />,
    },
    ...(attendance?.abilities.correct
      ? [
          {
            key: 'acts',
            header: 'Actions',
            width: 90,
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

export const nameOf = ({ name, email }: Attendee) => name || email || 'No name';

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
