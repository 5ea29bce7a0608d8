import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { isStaffType } from '@staffroom/contract/domains/identity/permissions.ts';
import type { User } from '@staffroom/contract/domains/users/user.schema.ts';
import { Banner } from '../../../../ui/banner.tsx';
import { FreshForm } from '../../../../ui/fresh-form.tsx';
import { FullScreenDialog } from '../../../../ui/full-screen-dialog.tsx';
import { listStateOf, ListStates, SkeletonBar } from '../../../../ui/list-states.tsx';
import { showSnackbar } from '../../../../ui/snackbars.tsx';
import { userQuery } from '../../users.api.ts';
import { EditStudentForm } from './edit-student-form.tsx';
import { EditTutorForm } from './edit-tutor-form.tsx';
import styles from './user-form.module.css';

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
      <FullScreenDialog
        title="Edit User"
        opened={opened}
        onClose={onClose}
        dirty={false}
        cancelLabel={null}
        actions={<Button onClick={onClose}>Close</Button>}
      >
        {user ? (
          <Banner tone="warning" title="Only an Admin may change this account." />
        ) : (
          <ListStates
            state={{ ...listStateOf(query), status: query.isError ? 'error' : 'loading' }}
            noun="user"
            isEmpty={false}
            empty={null}
            skeleton={<FormSkeleton />}
          >
            {null}
          </ListStates>
        )}
      </FullScreenDialog>
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

const FormSkeleton = () => (
  <div className={styles.loading}>
    {[40, 60, 60, 30, 50].map((width, index) => (
      <SkeletonBar key={index} width={width} height={24} />
    ))}
  </div>
);
