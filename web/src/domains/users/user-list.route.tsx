import { IconPlus } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { useCan } from '../../lib/use-can.ts';
import { Page } from '../../ui/page.tsx';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import { TermSearch } from '../../ui/term-search.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { useShortcut } from '../../ui/use-shortcut.ts';
import { CreateStaffButton, StaffLinks } from './components/staff/staff-actions.tsx';
import { UserDialogs } from './components/user-dialogs.tsx';
import { UserPanel } from './components/user-panel.tsx';
import styles from './user-list.module.css';
import { userListQuery } from './users.api.ts';
import { tabOf, userQueryOf, userSearchSchema, withTerm, type UserSearch } from './user-search.ts';

/** Users: find them, look at one, edit, create a tutor; for an Admin the staff too (part 1 §2). */
const UserList = () => {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const narrow = useNarrow();
  const tab = tabOf(search, useCan('staff.canManage'));
  const canCreate = useCan('user.canManage') && tab !== 'staff';

  const go = (next: UserSearch) => void navigate({ search: next });
  const create = () => go({ ...search, dialog: 'create' });
  useShortcut('c', 'Create New Tutor', create, { enabled: canCreate });

  const onStaff = { search, onSearchChange: go };
  const tools = (
    <>
      <TermSearch
        label="E-mail, phone or name"
        term={search.search}
        onSearch={(term) => {
          if (term !== search.search) go(withTerm(search, term));
        }}
      />
      {tab === 'staff' && <StaffLinks {...onStaff} />}
    </>
  );
  const createTutor = canCreate && (
    <PrimaryButton icon={<IconPlus size={17} stroke={1.7} />} keys="C" onClick={create}>
      Create New Tutor
    </PrimaryButton>
  );

  return (
    <Page
      title="Users"
      fill
      secondary={narrow ? undefined : tools}
      primary={tab === 'staff' ? <CreateStaffButton {...onStaff} /> : createTutor}
    >
      {narrow && <div className={styles.tools}>{tools}</div>}
      <UserPanel search={search} tab={tab} onSearch={go} />
      <UserDialogs
        search={search}
        onSearch={(next) => void navigate({ search: next, replace: true })}
      />
    </Page>
  );
};

export const Route = createFileRoute('/_signed-in/user')({
  validateSearch: userSearchSchema,
  staticData: {
    // The Staff tab is an Admin's alone.
    prefetch: ({ search }: { search: UserSearch }) =>
      search.tab === 'staff' ? [] : [userListQuery(userQueryOf(search, search.tab ?? 'all'))],
  },
  component: UserList,
});
