import type { ComponentType } from 'react';
import { can, type Flag } from '@staffroom/contract/domains/identity/permissions.ts';
import { rightsOf, useSessionUser } from '../../lib/session.ts';
import { ListEmpty } from '../../ui/list-states.tsx';
import { Page } from '../../ui/page.tsx';
import { PanelTabs } from '../../ui/panel-tabs.tsx';
import { Panel } from '../../ui/panel.tsx';

/** What of the address is the chosen report's own, and how it changes; `replaces` as in lists. */
export type ReportProps = {
  search: object;
  onSearch: (search: object, step?: { replaces: boolean }) => void;
};

/** One report of a screen: its name in the address, and what it shows, which may load lazily (`lazyTab`). */
export type ReportTab = {
  value: string;
  label: string;
  /** Who sees it; whoever opens the screen unless told. */
  flag?: Flag;
  Report: ComponentType<ReportProps>;
  /** Panels of its own below; the page scrolls then, and not the panel. */
  Below?: ComponentType<ReportProps>;
};

/** What the address of such a screen holds: which report, and what that one reads by itself. */
export type ReportSearch = { tab?: string | undefined };

type Props = {
  title: string;
  tabs: readonly ReportTab[];
  search: ReportSearch;
  onSearch: (search: ReportSearch, step?: { replaces: boolean }) => void;
};

/** A screen of reports, one a tab; the first that a person may see is where it starts. */
export const ReportPage = ({ title, tabs, search: { tab, ...own }, onSearch }: Props) => {
  const rights = rightsOf(useSessionUser());
  const seen = tabs.filter(({ flag }) => !flag || can(rights, flag));
  const [first] = seen;
  const shown = seen.find(({ value }) => value === tab) ?? first;
  const inAddress = (value?: string) => (value === first?.value ? undefined : value);
  const props = shown && {
    search: own,
    onSearch: (next: object, step?: { replaces: boolean }) =>
      onSearch({ tab: inAddress(shown.value), ...next }, step),
  };
  const fill = !shown?.Below;
  return (
    <Page title={title} fill={fill}>
      <Panel fill={fill}>
        {shown && props ? (
          <PanelTabs
            tabs={seen}
            value={shown.value}
            onChange={(next) => onSearch({ tab: inAddress(next) })}
          >
            <shown.Report key={shown.value} {...props} />
          </PanelTabs>
        ) : (
          <ListEmpty text="There are no reports that you may see." />
        )}
      </Panel>
      {shown?.Below && props && <shown.Below {...props} />}
    </Page>
  );
};
