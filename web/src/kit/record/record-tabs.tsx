import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { PanelTabs, type PanelTab } from '../../ui/panel-tabs.tsx';
import { Panel } from '../../ui/panel.tsx';

/** The page of a tab's list, kept in the address. */
export type RecordPages = { page: number; onPage: (page: number) => void };

export type RecordTab<Name extends string> = PanelTab<Name> & {
  /** Buttons and words at the right of the tabs. */
  end?: ReactNode;
  content: (pages: RecordPages) => ReactNode;
};

/** What the tabs keep in the address; the first tab and page 1 are none there. */
type TabSearch<Name extends string> = { tab?: Name | undefined; page?: number | undefined };

type Props<Name extends string, Search extends TabSearch<Name>> = {
  /** Only those that this person sees, in their order. */
  tabs: readonly RecordTab<Name>[];
  search: Search;
  /** What else of the address another tab keeps: a term that searches in each of them. */
  keep?: readonly (keyof Search)[];
  onSearch: (search: Search) => void;
};

/** The panel of a record's lists, one a tab; which one and its page stand in the address. */
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

/** Another tab begins at its first page; of what else the address holds it keeps what is named. */
export const withTab = <Search extends TabSearch<string>>(
  search: Search,
  tab: Search['tab'],
  keep: readonly (keyof Search)[],
): Search => {
  const kept: Partial<Search> = {};
  for (const key of keep) kept[key] = search[key];
  return { ...kept, tab } as Search;
};

/** What a tab holds, whose code is fetched when the tab is first opened: most who open a record never look there. */
export const lazyTab = <TabProps extends object>(
  load: () => Promise<ComponentType<TabProps>>,
): ComponentType<TabProps> => {
  const Loaded = lazy(async () => ({
    default: await load(),
  })) as unknown as ComponentType<TabProps>;
  return function LazyTab(props: TabProps) {
    return (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    );
  };
};
