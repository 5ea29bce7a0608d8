import { Select } from '@mantine/core';
import {
  assignAttendee,
  attendeeRoles,
  type Attendee,
  type AttendingStudent,
} from 'staffroom-contract/domains/attendance/attendance.contract.ts';
import type { Lesson } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { defineForm } from '../../kit/form/define-form.ts';
import { field } from '../../kit/form/field-kind.ts';
import { ActDialog } from '../../kit/form/form-dialogs.tsx';
import { useFormState } from '../../kit/form/use-form-state.ts';
import { FreshForm } from '../../ui/fresh-form.tsx';

type Choice = string | null;

/** Request body of an option: a student's id, "tutor:id", "ta:id", or a role alone. */
export const bodyOfMatch = (value: string) => {
  const [role, user = null] = value.split(':');
  const given = attendeeRoles.find((each) => each === role);
  return given ? { student: null, role: given, user } : { student: value };
};

const matchForm = defineForm({
  noun: 'attendee',
  create: assignAttendee,
  refreshes: ['lessons', 'polls'],
  fields: {
    who: field<Choice, object>({
      label: 'Who is it?',
      required: true,
      initial: null,
      at: ['student', 'role', 'user'],
      input: {},
      read: () => null,
      write: (value) => (value === null ? {} : bodyOfMatch(value)),
      isEmpty: (value) => value === null,
      words: (value) => value ?? '',
    }),
  },
});

type Props = {
  open: Attendee | null;
  lesson: Lesson;
  students: readonly AttendingStudent[];
  onClose: () => void;
};

/** Matches an unmatched attendee to a student, tutor or TA of the lesson, the host, or no person. */
export const MatchDialog = ({ open, ...props }: Props) => (
  <FreshForm record={open}>
    {(shown, opened) => <Form {...props} attendee={shown} opened={opened} />}
  </FreshForm>
);

type FormProps = Omit<Props, 'open'> & { attendee: Attendee; opened: boolean };

const Form = ({ lesson, attendee, students, ...dialog }: FormProps) => {
  const form = useFormState(matchForm, {
    ...dialog,
    params: { id: lesson._id, attendeeId: attendee._id },
    also: { before: null },
    done: 'Attendee matched',
    gone: 'This attendee no longer exists',
  });
  return (
    <ActDialog title="Match attendee" form={form} actLabel="Match">
      <p>
        Who is <strong>{attendee.name || attendee.email || 'this attendee'}</strong>? A student gets
        their times, in this lesson only. Any other match is remembered for their e-mail. It can be
        undone in the Attendees tab.
      </p>
      <Select
        {...form.field('who')}
        searchable
        data-autofocus
        placeholder="Choose a student, tutor, TA or host"
        nothingFoundMessage="No match found"
        data={matchChoices(lesson, students)}
      />
    </ActDialog>
  );
};

/** The people that an attendee can be matched to; students without attendance first. */
export const matchChoices = ({ tutor, ta }: Lesson, students: readonly AttendingStudent[]) => [
  {
    group: 'Students',
    items: students
      .toSorted((one, other) => Number(one.presence !== null) - Number(other.presence !== null))
      .map(({ _id, name, email }) => ({ value: _id, label: `${name || email} (${email})` })),
  },
  {
    group: 'Tutors and TAs',
    items: [
      ...tutor.map(({ _id, name }) => ({ value: `tutor:${_id}`, label: `${name} (tutor)` })),
      ...ta.map(({ _id, name }) => ({ value: `ta:${_id}`, label: `${name} (TA)` })),
    ],
  },
  {
    group: 'Others',
    items: [
      { value: 'host', label: 'Host' },
      { value: 'other', label: 'Not a person to match' },
    ],
  },
];
