import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listUsers } from '@staffroom/contract/domains/users/users.contract.ts';
import { downloadList } from '../../../lib/download.ts';
import { formatCount } from '../../../lib/formats.ts';
import { useCan } from '../../../lib/use-can.ts';
import type { Sorting } from '../../../ui/data-table.tsx';
import { DownloadButton } from '../../../ui/download-button.tsx';
import { ListParts } from '../../../ui/list-panel.tsx';
import { ListEmpty, listStateOf, PastLastPage } from '../../../ui/list-states.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { PanelTabs, type PanelTab } from '../../../ui/panel-tabs.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { SearchLine } from '../../../ui/search-line.tsx';
import {
  pageSize,
  sortingOf,
  userFilterOf,
  userQueryOf,
  withTab,
  withTerm,
  type UserSearch,
  type UserTab,
} from '../user-search.ts';
import { userListQuery } from '../users.api.ts';
import { StaffTab } from './staff/staff-tab.tsx';
import { UserTable } from './user-table.tsx';

type Props = { search: UserSearch; tab: UserTab; onSearch: (search: UserSearch) => void };

const tabs: readonly PanelTab<UserTab>[] = [
  { value: 'all', label: 'All' },
  { value: 'student', label: 'Student' },
  { value: 'tutor', label: 'Tutor' },
];
const staffTab: PanelTab<UserTab> = { value: 'staff', label: 'Staff' };

/** The panel of `/user`: tabs, the line of a search, the list of the tab. */
export const UserPanel = ({ search, tab, onSearch }: Props) => {
  const seesStaff = useCan('staff.canManage');
  return (
    <Panel fill>
      <PanelTabs
        tabs={seesStaff ? [...tabs, staffTab] : tabs}
        value={tab}
        onChange={(next) => onSearch(withTab(search, next))}
      >
        {tab === 'staff' ? (
          <StaffTab
            search={search}
            onSearchChange={(next) => onSearch({ ...search, ...next, tab: 'staff' })}
          />
        ) : (
          <UserList search={search} tab={tab} onSearch={onSearch} />
        )}
      </PanelTabs>
    </Panel>
  );
};

type ListProps = Props & { tab: Exclude<UserTab, 'staff'> };

const UserList = ({ search, tab, onSearch }: ListProps) => {
  const list = useQuery(userListQuery(userQueryOf(search, tab)));
  const canEdit = useCan('user.canManage');
  const users = list.data?.data ?? [];
  const count = list.data?.count;
  const goTo = (page: number) => onSearch({ ...search, page: page > 1 ? page : undefined });
  return (
    <ListParts
      label="Users"
      state={listStateOf(list)}
      filters={
        search.search && (
          <SearchLine
            term={search.search}
            found={count === undefined ? undefined : formatCount(count, 'user')}
            onClear={() => onSearch(withTerm(search, undefined))}
          />
        )
      }
      footer={
        <Pager
          page={search.page ?? 1}
          pageSize={pageSize}
          count={count}
          noun={['user', 'users']}
          beside={users.length > 0 && <Download search={search} tab={tab} />}
          onPage={goTo}
        />
      }
    >
      <UserTable
        users={users}
        state={listStateOf(list)}
        sorting={sortingOf(search)}
        onSort={(sorting) => onSearch({ ...search, ...toSearch(sorting), page: undefined })}
        onEdit={canEdit ? (edit) => onSearch({ ...search, edit }) : undefined}
        empty={<NoUsers search={search} onSearch={onSearch} count={count ?? 0} />}
      />
    </ListParts>
  );
};

const toSearch = ({ sortBy, order }: Sorting) => ({
  sortBy: sortBy as UserSearch['sortBy'],
  order,
});

const Download = ({ search, tab }: Omit<ListProps, 'onSearch'>) => (
  <DownloadButton
    label="Download CSV"
    download={() => {
      const { sortBy, order } = userQueryOf(search, tab);
      const query = { filter: userFilterOf(search, tab), sortBy, order };
      return downloadList(listUsers, { query }, 'users.csv');
    }}
  />
);

const NoUsers = ({ search, onSearch, count }: Omit<Props, 'tab'> & { count: number }) => {
  const text = 'No users found';
  if (count > 0)
    return (
      <PastLastPage
        text={text}
        count={formatCount(count, 'user')}
        onFirst={() => onSearch({ ...search, page: undefined })}
      />
    );
  if (!search.search) return <ListEmpty text={text} />;
  return (
    <ListEmpty
      text={text}
      detail={`No e-mail, phone or name holds “${search.search}”.`}
      actions={<Button onClick={() => onSearch(withTerm(search, undefined))}>Clear search</Button>}
    />
  );
};
