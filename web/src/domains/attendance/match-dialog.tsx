import { Select } from '@mantine/core';
import {
  assignAttendee,
  type Attendee,
  type AttendingStudent,
} from '@staffroom/contract/domains/attendance/attendance.contract.ts';
import { defineForm } from '../../kit/form/define-form.ts';
import { choice } from '../../kit/form/field.ts';
import { ActDialog } from '../../kit/form/form-dialogs.tsx';
import { useFormState } from '../../kit/form/use-form-state.ts';
import { FreshForm } from '../../ui/fresh-form.tsx';

/** Matching asks which student somebody is, by the id. */
const matchForm = defineForm({
  noun: 'attendee',
  create: assignAttendee,
  refreshes: ['lessons', 'polls'],
  fields: { student: choice<string>([], { label: 'Student', required: true }) },
});

type Props = {
  open: Attendee | null;
  lessonId: string;
  students: readonly AttendingStudent[];
  onClose: () => void;
};

/** Says by hand which student of the lesson somebody is whom no e-mail says. */
export const MatchDialog = ({ open, ...props }: Props) => (
  <FreshForm record={open}>
    {(shown, opened) => <Form {...props} attendee={shown} opened={opened} />}
  </FreshForm>
);

type FormProps = Omit<Props, 'open'> & { attendee: Attendee; opened: boolean };

const Form = ({ lessonId, attendee, students, ...dialog }: FormProps) => {
  const form = useFormState(matchForm, {
    ...dialog,
    params: { id: lessonId, attendeeId: attendee._id },
    also: { before: null },
    done: 'Attendee matched',
    gone: 'This attendee is no longer there',
  });
  return (
    <ActDialog title="Match attendee" form={form} actLabel="Match">
      <p>
        Which student is <strong>{attendee.name || attendee.email || 'this attendee'}</strong>?
        Their times become the student’s; it can be undone in the Attendees tab.
      </p>
      <Select
        {...form.field('student')}
        searchable
        data-autofocus
        placeholder="Choose a student"
        nothingFoundMessage="No student found"
        data={students
          .toSorted((one, other) => Number(one.presence !== null) - Number(other.presence !== null))
          .map(({ _id, name, email }) => ({ value: _id, label: `${name || email} (${email})` }))}
      />
    </ActDialog>
  );
};
