import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { isStaffType } from '@staffroom/contract/domains/identity/permissions.ts';
import type { User } from '@staffroom/contract/domains/users/user.schema.ts';
import { FreshForm } from '../../../../ui/fresh-form.tsx';
import { showSnackbar } from '../../../../ui/snackbars.tsx';
import { WaitingForm } from '../../../../ui/waiting-form.tsx';
import { userQuery } from '../../users.api.ts';
import { EditStudentForm } from './edit-student-form.tsx';
import { EditTutorForm } from './edit-tutor-form.tsx';

type Props = { userId: string | null; onClose: () => void };
type LoadedProps = { userId: string; opened: boolean; onClose: () => void };

/** Edit User (part 1 §2): the form of a student, tutor or TA. */
export const EditUserDialog = ({ userId, onClose }: Props) => (
  <FreshForm record={userId}>
    {(id, opened) => <Loaded userId={id} opened={opened} onClose={onClose} />}
  </FreshForm>
);

const Loaded = ({ userId, opened, onClose }: LoadedProps) => {
  // Read anew at each opening: a form based on what was known before would be refused as stale.
  const query = useQuery({ ...userQuery(userId), staleTime: 0 });
  const user = query.isFetchedAfterMount ? query.data?.data : undefined;
  if (!user || !user.abilities.update)
    return (
      <WaitingForm
        title="Edit User"
        noun="user"
        query={user ? undefined : query}
        refusal="Only an Admin may change this account."
        opened={opened}
        onClose={onClose}
      />
    );
  return <Form user={user} opened={opened} onClose={onClose} />;
};

const Form = ({ user, ...rest }: { user: User } & Omit<LoadedProps, 'userId'>) => {
  const onSaved = (saved: User) => showSnackbar(`${saved.name} saved`);
  if (user._type === 'Student') return <EditStudentForm user={user} onSaved={onSaved} {...rest} />;
  // Staff accounts have a form of their own, on their tab.
  if (isStaffType(user._type))
    return (
      rest.opened && <Navigate to="/user" search={{ tab: 'staff', staff: user._id }} replace />
    );
  return <EditTutorForm user={user} onSaved={onSaved} {...rest} />;
};
