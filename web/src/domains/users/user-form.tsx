import { Navigate } from '@tanstack/react-router';
import { isStaffType } from '@staffroom/contract/domains/identity/permissions.ts';
import { getUser } from '@staffroom/contract/domains/users/user-record.contract.ts';
import type { User } from '@staffroom/contract/domains/users/user.schema.ts';
import { OpenForm, type FormProps } from '../../kit/form/form-dialogs.tsx';
import { StudentForm } from './student-form.tsx';
import { TutorForm } from './tutor-form.tsx';

type Props = {
  /** The person to edit, 'new' to add a tutor or TA, null while the dialog is closed. */
  open: string | null;
  onClose: () => void;
};

/** Edit User and Add New Tutor (part 1 §2): the form of a student, or of a tutor or TA. */
export const UserForm = (props: Props) => (
  <OpenForm
    {...props}
    noun="user"
    title="Edit User"
    get={getUser}
    refusal={({ abilities }) =>
      abilities.update ? undefined : 'Only an Admin may change this account.'
    }
  >
    {(dialog) => <Form {...dialog} />}
  </OpenForm>
);

const Form = (props: FormProps<User>) => {
  const { record, opened } = props;
  if (record?._type === 'Student') return <StudentForm {...props} record={record} />;
  // Staff accounts have a form of their own, on their tab.
  if (record && isStaffType(record._type))
    return opened && <Navigate to="/user" search={{ tab: 'staff', staff: record._id }} replace />;
  return <TutorForm {...props} />;
};
