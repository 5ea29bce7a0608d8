import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../../lib/formats.ts';
import { useCan } from '../../../lib/use-can.ts';
import { DownloadButton } from '../../../ui/download-button.tsx';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { ListPanel } from '../../../ui/list-panel.tsx';
import { listStateOf, NoRows } from '../../../ui/list-states.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { TermSearch } from '../../../ui/term-search.tsx';
import { useNarrow } from '../../../ui/use-narrow.ts';
import {
  changedFilters,
  classFilterOf,
  classQueryOf,
  emptyTextOf,
  pageSize,
  sortingOf,
  withFilter,
  withSorting,
  type ClassSearch,
} from '../class-search.ts';
import { classListQuery, downloadClasses } from '../classes.api.ts';
import { ClassFilters } from './class-filters.tsx';
import { ClassTable } from './class-table.tsx';
import { useToggleClass } from './use-toggle-class.ts';

type Props = { search: ClassSearch; onSearch: (search: ClassSearch) => void };

/** The list of classes with its filters and pages. */
export const ClassPanel = ({ search, onSearch }: Props) => {
  const narrow = useNarrow();
  const canManage = useCan('course.canManage');
  const { toggle, problem } = useToggleClass();
  const list = useQuery(classListQuery(classQueryOf(search)));
  const state = listStateOf(list);
  const classes = list.data?.data ?? [];
  const count = list.data?.count;

  const find = (
    <TermSearch
      label="Class name"
      term={search.search}
      onSearch={(term) => {
        if (term !== search.search) onSearch(withFilter(search, { search: term }));
      }}
      width={220}
    />
  );
  const download = (
    <DownloadButton
      download={() => downloadClasses({ filter: classFilterOf(search), ...sortingOf(search) })}
    />
  );
  return (
    <>
      {problem && <FormProblem text={problem} />}
      <ListPanel
        label="Classes"
        state={state}
        filters={
          <FilterBar
            changed={changedFilters(search)}
            onReset={() => onSearch({})}
            // On phones the filters' drawer has the download; the pager there has no room.
            end={narrow ? download : find}
            {...(narrow && { pinned: find })}
            {...(count !== undefined && { summary: formatCount(count, 'class', 'classes') })}
          >
            <ClassFilters search={search} onSearch={onSearch} />
          </FilterBar>
        }
        footer={
          <Pager
            page={search.page ?? 1}
            pageSize={pageSize}
            count={count}
            noun={['class', 'classes']}
            beside={!narrow && classes.length > 0 && download}
            onPage={(page) => onSearch({ ...search, page: page > 1 ? page : undefined })}
          />
        }
      >
        <ClassTable
          classes={classes}
          state={state}
          sorting={sortingOf(search)}
          onSort={(sorting) => onSearch(withSorting(search, sorting))}
          acts={
            canManage ? { edit: (id) => onSearch({ ...search, class: id }), toggle } : undefined
          }
          empty={
            <NoRows
              text={count ? 'No classes found' : emptyTextOf(search)}
              behind={count ? formatCount(count, 'class', 'classes') : undefined}
              onFirst={() => onSearch({ ...search, page: undefined })}
              narrowed={changedFilters(search) > 0 ? 'No class matches these filters.' : undefined}
              onClear={() => onSearch({})}
            />
          }
        />
      </ListPanel>
    </>
  );
};
