import { Button } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import type { UserSummary } from 'staffroom-contract/domains/users/users.contract.ts';
import { lazyForm } from '../../kit/form/form-dialogs.tsx';
import { firstPage } from '../../kit/list/define-list.ts';
import { ListPage, type Column, type RowActions } from '../../kit/list/list.tsx';
import { formatPhone } from '../../lib/formats.ts';
import { useSettings, type ClientSettings } from '../../lib/settings.ts';
import { useCan, useMayOpen } from '../../lib/use-can.ts';
import { TwoLines } from '../../ui/data-table.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { MissingDialog } from '../../ui/missing-dialog.tsx';
import { Tag } from '../../ui/status-chip.tsx';
import { LastOrders } from '../../domains/orders/order-table.tsx';
import { copyReferralLink } from '../../domains/users/copy-referral-link.tsx';
import { UserDetailDialog } from '../../domains/users/user-detail-dialog.tsx';
import { VerifiedMark } from '../../domains/users/person-facts.tsx';
import { UserCard } from '../../domains/users/user-card.tsx';
import { CardRows, CardSkeletons } from '../../kit/list/card-rows.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { noLinkReason } from '../../domains/users/referral-link.ts';
import {
  EnabledState,
  staffActions,
  staffColumns,
  useToggleStaff,
} from '../../domains/users/staff-accounts.tsx';
import {
  scopeOf,
  staffList,
  tabOf,
  typesOfTab,
  userList,
  userSearchSchema,
  withTab,
  type UserSearch,
  type UserTab,
} from '../../domains/users/user-lists.ts';
import { foundOfTypes } from '../../domains/users/users.api.ts';

// Loaded lazily: rarely needed for the first view of the list.
const UserForm = lazyForm(async () => (await import('../../domains/users/user-form.tsx')).UserForm);
const StaffForm = lazyForm(
  async () => (await import('../../domains/users/staff-form.tsx')).StaffForm,
);
const NextLessons = lazyPart(
  async () => (await import('../../domains/lessons/student-lessons.tsx')).NextLessons,
);
const ServiceTokensDialog = lazyPart(
  async () =>
    (await import('../../domains/identity/service-tokens-dialog.tsx')).ServiceTokensDialog,
  {
    missing: ({ shows, onShow }, retry) => (
      <MissingDialog opened={shows !== null} onClose={() => onShow(null)} retry={retry} />
    ),
  },
);

const tabs = [
  { value: 'all', label: 'All' },
  { value: 'student', label: 'Student' },
  { value: 'tutor', label: 'Tutor' },
] as const;
const staffTab = { value: 'staff', label: 'Staff' } as const;

/** Users: search, view, edit, create a tutor; for an Admin also staff (part 1 §2). */
const UserList = () => {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const seesStaff = useCan('staff.canManage');
  const canManage = useCan('user.canManage');
  const tab = tabOf(search, seesStaff);
  const go = (next: UserSearch, step?: { replaces: boolean }) =>
    void navigate({ search: next, replace: step?.replaces ?? false });
  const replace = (next: UserSearch) => void navigate({ search: next, replace: true });
  const shownTabs = seesStaff ? [...tabs, staffTab] : tabs;
  const page = {
    title: 'Users',
    scope: scopeOf(tab),
    address: search,
    onAddress: go,
    lines: search.search ? (2 as const) : (1 as const),
    whenEmpty: {
      elsewhere: search.search && (
        <OtherTabs tabs={shownTabs} current={tab} search={search} term={search.search} />
      ),
    },
    tabs: {
      all: shownTabs,
      value: tab,
      onChange: (next: string) => go(withTab(search, next as UserTab)),
    },
  };
  const users = useUserActions(canManage && ((edit) => go({ ...search, edit })));
  const { toggle, problem } = useToggleStaff();

  const narrow = useNarrow();
  const staffActs = staffActions({ toggle, edit: (staff) => go({ ...search, staff }) });
  if (tab === 'staff')
    return (
      <ListPage
        {...page}
        list={staffList}
        columns={staffColumns}
        actions={staffActs}
        render={
          narrow
            ? (rows) => (
                <CardRows
                  {...rows}
                  renderRow={(user: UserSummary) => (
                    <UserCard
                      user={user}
                      opens={{ staff: user._id }}
                      beside={<Tag>{user._type}</Tag>}
                      end={<EnabledState enabled={user.enabled} />}
                      actions={staffActs.of(user)}
                    />
                  )}
                  skeleton={<CardSkeletons />}
                />
              )
            : undefined
        }
        problem={problem}
        secondary={
          <>
            <LinkButton to="/user/roles">Roles</LinkButton>
            <Button onClick={() => go({ ...search, tokens: 'list' })}>Service tokens</Button>
          </>
        }
        primary={{
          label: 'Create staff account',
          onClick: () => go({ ...search, staff: 'new' }),
        }}
      >
        <StaffDialogs search={search} onSearch={go} />
      </ListPage>
    );
  return (
    <ListPage
      {...page}
      list={userList}
      columns={userColumns}
      actions={users}
      render={
        narrow
          ? (rows) => (
              <CardRows
                {...rows}
                renderRow={(user: UserSummary) => (
                  <UserCard
                    user={user}
                    opens={{ user: user._id }}
                    beside={<Tag>{user._type}</Tag>}
                    end={<VerifiedMark verified={user.e_verified ?? false} />}
                    actions={users.of(user)}
                  />
                )}
                skeleton={<CardSkeletons />}
              />
            )
          : undefined
      }
      primary={
        canManage && {
          label: 'Create New Tutor',
          onClick: () => go({ ...search, dialog: 'create' }),
        }
      }
    >
      <UserDialogs search={search} onSearch={replace} />
    </ListPage>
  );
};

type OtherTabsProps = {
  tabs: readonly { value: UserTab; label: string }[];
  current: UserTab;
  search: UserSearch;
  term: string;
};

/** " · 3 in Tutor": other tabs with matches. All is listed only for users who are in no other tab. */
const OtherTabs = ({ tabs: all, current, search, term }: OtherTabsProps) => {
  const others = all.filter(({ value }) => value !== current);
  const counts = useQueries({
    queries: others.map(({ value }) => foundOfTypes(typesOfTab[value], term)),
  }).map(({ data }) => data?.count ?? 0);
  const found = others.map((tab, index) => ({ ...tab, count: counts[index] ?? 0 }));
  const inOwnTabs = found
    .filter(({ value }) => value === 'student' || value === 'tutor')
    .reduce((sum, { count }) => sum + count, 0);
  return found
    .filter(({ value, count }) => count > (value === 'all' ? inOwnTabs : 0))
    .map(({ value, label, count }) => (
      <Fragment key={value}>
        {' · '}
        <Link from="/user" to="." search={withTab(search, value)}>
          {count} in {label}
        </Link>
      </Fragment>
    ));
};

/** Students, tutors and TAs (part 1 §2, User management). */
const userColumns: Column<UserSummary>[] = [
  {
    key: 'email',
    header: 'Email',
    width: 280,
    sortBy: 'email',
    lead: true,
    text: ({ email }) => email,
    render: ({ _id, email }) => (
      <Link from="/user" to="." search={(search) => ({ ...search, user: _id })}>
        {email}
      </Link>
    ),
  },
  {
    key: 'name',
    header: 'Name',
    width: 220,
    sortBy: 'name',
    text: ({ name, parent_match: parent }) =>
      parent === undefined ? name || '–' : `${name || '–'}, parent: ${parent}`,
    render: ({ name, parent_match: parent }) =>
      parent === undefined ? (
        name || '–'
      ) : (
        <TwoLines first={name || '–'} second={`Parent: ${parent}`} />
      ),
  },
  {
    key: 'phone',
    header: 'Phone',
    width: 150,
    figures: true,
    text: (user) => formatPhone(user) || '–',
  },
  { key: 'type', header: 'Type', width: 90, text: ({ _type }) => _type },
  {
    key: 'verified',
    header: 'Email Verified',
    width: 130,
    render: ({ e_verified: verified }) => <VerifiedMark verified={verified ?? false} />,
  },
];

/** Row actions: Edit for users with the permission, the referral link for all. */
const useUserActions = (edit: ((id: string) => void) | false): RowActions<UserSummary> => {
  const { signup_url: signup } = useSettings();
  return {
    header: 'Actions',
    width: 130,
    nameOf: ({ name, email }) => name || email,
    of: (user) => {
      const reason = noLinkReason(signup, user.referral_code);
      return [
        ...(edit ? [{ label: 'Edit', primary: true, onClick: () => edit(user._id) }] : []),
        {
          label: reason ? 'No referral link' : 'Copy Referral Link',
          icon: IconLink,
          disabled: reason !== undefined,
          ...(reason && { title: reason }),
          onClick: () => void copyReferralLink(signup, user),
        },
      ];
    },
  };
};

type DialogsProps = { search: UserSearch; onSearch: (search: UserSearch) => void };

/** The dialogs of `/user`, whose open state is in the URL. */
const UserDialogs = ({ search, onSearch }: DialogsProps) => {
  const canManage = useCan('user.canManage');
  const seesOrders = useMayOpen()('/orders');
  const open = search.dialog === 'create' ? 'new' : (search.edit ?? null);
  return (
    <>
      <UserDetailDialog
        userId={search.user ?? null}
        records={(studentId) => (
          <>
            {seesOrders && <LastOrders studentId={studentId} />}
            <NextLessons studentId={studentId} />
          </>
        )}
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

/** The Staff tab's dialogs, whose open state is in the URL. */
const StaffDialogs = ({ search, onSearch }: DialogsProps) => {
  const { staff = null, tokens = null } = search;
  const [everTokens, setEverTokens] = useState(tokens !== null);
  if (tokens !== null && !everTokens) setEverTokens(true);
  return (
    <>
      <StaffForm open={staff} onClose={() => onSearch({ ...search, staff: undefined })} />
      {everTokens && (
        <ServiceTokensDialog
          shows={tokens}
          onShow={(next) => onSearch({ ...search, tokens: next ?? undefined })}
        />
      )}
    </>
  );
};

export const Route = createFileRoute('/_signed-in/user')({
  validateSearch: userSearchSchema,
  staticData: {
    // Only an Admin has the Staff tab.
    prefetch: (address: { search: UserSearch; settings: ClientSettings }) =>
      address.search.tab === 'staff'
        ? []
        : firstPage(userList, scopeOf(address.search.tab ?? 'all'))(address),
  },
  component: UserList,
});
