import { lazyForm } from '../../kit/form/form-dialogs.tsx';
import { useCan } from '../../lib/use-can.ts';
import type { UserSearch } from './user-lists.ts';
import { UserDetailDialog } from './detail/user-detail-dialog.tsx';

const UserForm = lazyForm(async () => (await import('./user-form.tsx')).UserForm);

type Props = { search: UserSearch; onSearch: (search: UserSearch) => void };

/** The dialogs of `/user` whose being open stands in the address. */
export const UserDialogs = ({ search, onSearch }: Props) => {
  const canManage = useCan('user.canManage');
  const open = search.dialog === 'create' ? 'new' : (search.edit ?? null);
  return (
    <>
      <UserDetailDialog
        userId={search.user ?? null}
        onEdit={(edit) => onSearch({ ...search, user: undefined, edit })}
        onClose={() => onSearch({ ...search, user: undefined })}
      />
      <UserForm
        open={canManage ? open : null}
        onClose={() => onSearch({ ...search, dialog: undefined, edit: undefined })}
      />
    </>
  );
};
