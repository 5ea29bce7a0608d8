import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { staffTypes } from '@staffroom/contract/domains/identity/permissions.ts';
import { listUsers } from '@staffroom/contract/domains/users/users.contract.ts';
import { downloadList } from '../../../../lib/download.ts';
import { formatCount } from '../../../../lib/formats.ts';
import { Banner } from '../../../../ui/banner.tsx';
import { ChoiceFilter } from '../../../../ui/choice-filter.tsx';
import { DownloadButton } from '../../../../ui/download-button.tsx';
import { FilterBar } from '../../../../ui/filter-bar.tsx';
import { ListParts } from '../../../../ui/list-panel.tsx';
import { ListEmpty, listStateOf, PastLastPage } from '../../../../ui/list-states.tsx';
import { Pager } from '../../../../ui/pager.tsx';
import { SearchLine } from '../../../../ui/search-line.tsx';
import { staffPageSize, type StaffSearch } from '../../staff-search.ts';
import { staffFilterOf, staffListQuery, staffSortingOf } from '../../staff.api.ts';
import { StaffDialogs } from './staff-dialogs.tsx';
import { StaffTable } from './staff-table.tsx';
import styles from './staff-tab.module.css';
import { useToggleStaff } from './use-toggle-staff.ts';

type Props = {
  search: StaffSearch;
  /** Gets the whole of the tab's part, `page` and `search` included; the page keeps its `tab`. */
  onSearchChange: (search: StaffSearch) => void;
};

const all = { value: 'all', label: 'All' } as const;
const roleChoices = [all, ...staffTypes.map((type) => ({ value: type, label: type }))];

/**
 * The parts of a `Panel fill` below its tabs: filters, list, pager and the dialogs (decisions: Roles). Admin only. The
 * page's header shows `StaffLinks` and `CreateStaffButton` (staff-actions.tsx) while this tab is open.
 */
export const StaffTab = ({ search, onSearchChange }: Props) => {
  const list = useQuery(staffListQuery(search));
  const { toggle, busy, problem } = useToggleStaff();
  const count = list.data?.count;
  const found = count === undefined ? undefined : formatCount(count, 'staff account');
  const change = (changes: Partial<StaffSearch>) =>
    onSearchChange({ ...search, page: undefined, ...changes });
  return (
    <>
      <ListParts
        label="Staff accounts"
        state={listStateOf(list)}
        filters={
          <>
            {search.search && (
              <SearchLine
                term={search.search}
                found={found}
                onClear={() => change({ search: undefined })}
              />
            )}
            <FilterBar
              changed={search.role ? 1 : 0}
              onReset={() => change({ role: undefined })}
              {...(found !== undefined && { summary: found })}
            >
              <ChoiceFilter
                label="Role"
                choices={roleChoices}
                value={search.role ?? 'all'}
                defaultValue="all"
                onChange={(role) => change({ role: role === 'all' ? undefined : role })}
              />
            </FilterBar>
            {problem && (
              <div className={styles.problem}>
                <Banner tone="negative" title={problem} />
              </div>
            )}
          </>
        }
        footer={
          <Pager
            page={search.page ?? 1}
            pageSize={staffPageSize}
            count={count}
            noun={['staff account', 'staff accounts']}
            beside={count !== undefined && count > 0 && <Download search={search} />}
            onPage={(page) => change({ page: page > 1 ? page : undefined })}
          />
        }
      >
        <StaffTable
          staff={list.data?.data ?? []}
          state={listStateOf(list)}
          sorting={staffSortingOf(search)}
          onSort={({ sortBy, order }) =>
            change({ sortBy: sortBy === 'email' ? 'email' : 'name', order })
          }
          onEdit={(person) => onSearchChange({ ...search, staff: person._id })}
          onToggle={toggle}
          busy={busy}
          empty={<NoStaff search={search} change={change} count={count ?? 0} />}
        />
      </ListParts>
      {/* Beside the list, not in it: a list that fails to load must not take a form with it. */}
      <StaffDialogs search={search} onSearchChange={onSearchChange} />
    </>
  );
};

const Download = ({ search }: { search: StaffSearch }) => (
  <DownloadButton
    label="Download CSV"
    download={() =>
      downloadList(
        listUsers,
        { query: { filter: staffFilterOf(search), ...staffSortingOf(search) } },
        'staff.csv',
      )
    }
  />
);

const NoStaff = ({
  search,
  change,
  count,
}: {
  search: StaffSearch;
  change: (changes: Partial<StaffSearch>) => void;
  count: number;
}) => {
  const text = 'No staff accounts found';
  if (count > 0)
    return (
      <PastLastPage
        text={text}
        count={formatCount(count, 'staff account')}
        onFirst={() => change({})}
      />
    );
  return (
    <ListEmpty
      text={text}
      {...(search.search && { detail: `No e-mail, phone or name holds “${search.search}”.` })}
      actions={
        <>
          {search.search && (
            <Button onClick={() => change({ search: undefined })}>Clear search</Button>
          )}
          {search.role && (
            <Button onClick={() => change({ role: undefined })}>Show every role</Button>
          )}
        </>
      }
    />
  );
};
