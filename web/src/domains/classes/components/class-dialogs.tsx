import { lazy, Suspense, useState } from 'react';
import { useCan } from '../../../lib/use-can.ts';
import type { ClassSearch } from '../class-search.ts';

// The form is large and rarely needed at first sight of the list.
const CreateClassDialog = lazy(async () => ({
  default: (await import('./form/create-class-dialog.tsx')).CreateClassDialog,
}));
const EditClassDialog = lazy(async () => ({
  default: (await import('./form/edit-class-dialog.tsx')).EditClassDialog,
}));

type Props = { search: ClassSearch; onSearch: (search: ClassSearch) => void };

/** The forms of `/course` whose being open stands in the address; for managers alone. */
export const ClassDialogs = ({ search, onSearch }: Props) => {
  const canManage = useCan('course.canManage');
  const creates = canManage && search.dialog === 'create';
  const edited = (canManage && !creates && search.class) || null;
  const [everCreated, setEverCreated] = useState(creates);
  const [everEdited, setEverEdited] = useState(edited !== null);
  if (creates && !everCreated) setEverCreated(true);
  if (edited !== null && !everEdited) setEverEdited(true);
  return (
    <>
      <Suspense>
        {everCreated && (
          <CreateClassDialog
            opened={creates}
            onClose={() => onSearch({ ...search, dialog: undefined })}
          />
        )}
      </Suspense>
      <Suspense>
        {everEdited && (
          <EditClassDialog
            classId={edited}
            onClose={() => onSearch({ ...search, class: undefined })}
          />
        )}
      </Suspense>
    </>
  );
};
