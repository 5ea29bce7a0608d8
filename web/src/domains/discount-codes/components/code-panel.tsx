import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DiscountCode } from '@staffroom/contract/domains/discount-codes/discount-codes.contract.ts';
import { formatCount } from '../../../lib/formats.ts';
import { DownloadButton } from '../../../ui/download-button.tsx';
import { FilterBar } from '../../../ui/filter-bar.tsx';
import { ListPanel } from '../../../ui/list-panel.tsx';
import { listStateOf, NoRows } from '../../../ui/list-states.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { TermSearch } from '../../../ui/term-search.tsx';
import { useNarrow } from '../../../ui/use-narrow.ts';
import {
  changedFilters,
  codeFilterOf,
  codeQueryOf,
  pageSize,
  sortingOf,
  withFilter,
  withSorting,
  type DiscountCodeSearch,
} from '../discount-code-search.ts';
import { discountCodeListQuery, downloadDiscountCodes } from '../discount-codes.api.ts';
import { CodeFilters } from './code-filters.tsx';
import { CodeTable } from './code-table.tsx';
import { ToggleCodeDialog } from './toggle-code-dialog.tsx';

type Props = { search: DiscountCodeSearch; onSearch: (search: DiscountCodeSearch) => void };

/** The list of codes with its filters and pages. */
export const CodePanel = ({ search, onSearch }: Props) => {
  const narrow = useNarrow();
  const [toggled, setToggled] = useState<DiscountCode | null>(null);
  const list = useQuery(discountCodeListQuery(codeQueryOf(search)));
  const state = listStateOf(list);
  const codes = list.data?.data ?? [];
  const count = list.data?.count;

  const find = (
    <TermSearch
      label="Code or description"
      term={search.search}
      onSearch={(term) => {
        if (term !== search.search) onSearch(withFilter(search, { search: term }));
      }}
      width={220}
    />
  );
  const download = (
    <DownloadButton
      download={() => downloadDiscountCodes({ filter: codeFilterOf(search), ...sortingOf(search) })}
    />
  );
  return (
    <ListPanel
      label="Discount codes"
      state={state}
      filters={
        <FilterBar
          changed={changedFilters(search)}
          onReset={() => onSearch({})}
          // On phones the filters' drawer has the download; the pager there has no room.
          end={narrow ? download : find}
          {...(narrow && { pinned: find })}
          {...(count !== undefined && { summary: formatCount(count, 'code') })}
        >
          <CodeFilters search={search} onSearch={onSearch} />
        </FilterBar>
      }
      footer={
        <Pager
          page={search.page ?? 1}
          pageSize={pageSize}
          count={count}
          noun={['discount code', 'discount codes']}
          beside={!narrow && codes.length > 0 && download}
          onPage={(page) => onSearch({ ...search, page: page > 1 ? page : undefined })}
        />
      }
    >
      <CodeTable
        codes={codes}
        state={state}
        sorting={sortingOf(search)}
        onSort={(sorting) => onSearch(withSorting(search, sorting))}
        onToggle={setToggled}
        empty={
          <NoRows
            text="There are no discount codes to display"
            behind={count ? formatCount(count, 'discount code') : undefined}
            onFirst={() => onSearch({ ...search, page: undefined })}
            narrowed={
              changedFilters(search) > 0 ? 'No discount code matches these filters.' : undefined
            }
            onClear={() => onSearch({})}
          />
        }
      />
      {/* Beside the rows, not in one: a list that is read again must not take the question with it. */}
      <ToggleCodeDialog code={toggled} onClose={() => setToggled(null)} />
    </ListPanel>
  );
};
