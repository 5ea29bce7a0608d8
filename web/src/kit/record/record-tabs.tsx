import { Stack } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { SkeletonBar } from '../../ui/list-states.tsx';
import { PanelTabs, type PanelTab } from '../../ui/panel-tabs.tsx';
import { Panel } from '../../ui/panel.tsx';

/** The page of a tab's list, kept in the address. */
export type RecordPages = { page: number; onPage: (page: number) => void };

export type RecordTab<Name extends string> = PanelTab<Name> & {
  /** Content at the right of the tabs. */
  end?: ReactNode;
  content: (pages: RecordPages) => ReactNode;
};

/** The tabs' search parameters; missing for the first tab and page 1. */
type TabSearch<Name extends string> = { tab?: Name | undefined; page?: number | undefined };

type Props<Name extends string, Search extends TabSearch<Name>> = {
  /** Only those visible to the user, in order. */
  tabs: readonly RecordTab<Name>[];
  search: Search;
  /** Parameters that another tab keeps: a term that is searched in each of them. */
  keep?: readonly (keyof Search)[];
  onSearch: (search: Search) => void;
};

/** The panel of a record's lists, one per tab; the address contains the tab and its page. */
export const RecordTabs = <Name extends string, Search extends TabSearch<Name>>({
  tabs,
  search,
  keep = [],
  onSearch,
}: Props<Name, Search>) => {
  const [first] = tabs;
  const shown = tabs.find(({ value }) => value === search.tab) ?? first;
  if (!shown) return null;
  const toTab = (tab: Name) =>
    onSearch(withTab(search, tab === first?.value ? undefined : tab, keep));
  return (
    <Panel label="Records">
      <PanelTabs tabs={tabs} value={shown.value} onChange={toTab} end={shown.end}>
        {shown.content({
          page: search.page ?? 1,
          onPage: (page) => onSearch({ ...search, page: page > 1 ? page : undefined }),
        })}
      </PanelTabs>
    </Panel>
  );
};

/** The address of another tab: its first page, with the parameters in `keep`. */
export const withTab = <Search extends TabSearch<string>>(
  search: Search,
  tab: Search['tab'],
  keep: readonly (keyof Search)[],
): Search => {
  const kept: Partial<Search> = {};
  for (const key of keep) kept[key] = search[key];
  return { ...kept, tab } as Search;
};

/** A tab's content whose code is loaded when the tab is first opened. */
export const lazyTab = <TabProps extends object>(
  load: () => Promise<ComponentType<TabProps>>,
): ComponentType<TabProps> => lazyPart(load, { waiting: <TabBars /> });

/** As high as the skeleton rows that follow, so that nothing below moves. */
const TabBars = () => (
  <Stack gap={25} p="lg" data-loading>
    {[40, 55, 35, 50, 45].map((width) => (
      <SkeletonBar key={width} width={width} />
    ))}
  </Stack>
);
