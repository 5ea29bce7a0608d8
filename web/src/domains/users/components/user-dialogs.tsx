import { lazy, Suspense, useState } from 'react';
import { useCan } from '../../../lib/use-can.ts';
import type { UserSearch } from '../user-lists.ts';
import { UserDetailDialog } from './detail/user-detail-dialog.tsx';

// The forms are large and rarely needed at first sight of the list.
const EditUserDialog = lazy(async () => ({
  default: (await import('./edit/edit-user-dialog.tsx')).EditUserDialog,
}));
const CreateTutorDialog = lazy(async () => ({
  default: (await import('./edit/create-tutor-dialog.tsx')).CreateTutorDialog,
}));

type Props = { search: UserSearch; onSearch: (search: UserSearch) => void };

/** The dialogs of `/user` whose being open stands in the address. */
export const UserDialogs = ({ search, onSearch }: Props) => {
  const canManage = useCan('user.canManage');
  const edited = (canManage && search.edit) || null;
  const creates = canManage && search.dialog === 'create';
  const [everEdited, setEverEdited] = useState(edited !== null);
  const [everCreated, setEverCreated] = useState(creates);
  if (edited !== null && !everEdited) setEverEdited(true);
  if (creates && !everCreated) setEverCreated(true);
  return (
    <>
      <UserDetailDialog
        userId={search.user ?? null}
        onEdit={(edit) => onSearch({ ...search, user: undefined, edit })}
        onClose={() => onSearch({ ...search, user: undefined })}
      />
      <Suspense>
        {everEdited && (
          <EditUserDialog
            userId={edited}
            onClose={() => onSearch({ ...search, edit: undefined })}
          />
        )}
      </Suspense>
      <Suspense>
        {everCreated && (
          <CreateTutorDialog
            opened={creates}
            onClose={() => onSearch({ ...search, dialog: undefined })}
          />
        )}
      </Suspense>
    </>
  );
};
