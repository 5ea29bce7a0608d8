import type { ComponentType } from 'react';
import { can } from '@staffroom/contract/domains/identity/permissions.ts';
import { rightsOf, useSessionUser } from '../../lib/session.ts';
import { ListEmpty } from '../../ui/list-states.tsx';
import { Page } from '../../ui/page.tsx';
import { PanelTabs } from '../../ui/panel-tabs.tsx';
import { Panel } from '../../ui/panel.tsx';
import { reportNames, type ReportName, type ReportScreen } from './report-names.ts';

/** What of the address is the chosen report's own, and how it changes; `replaces` as in lists. */
export type ReportProps = {
  search: object;
  onSearch: (search: object, step?: { replaces: boolean }) => void;
};

/** What a report shows, which may load lazily (`lazyTab`). */
type Shown = {
  Report: ComponentType<ReportProps>;
  /** Panels of its own below; the page scrolls then, and not the panel. */
  Below?: ComponentType<ReportProps>;
};

/** One report of a screen. */
export type ReportTab = ReportName & Shown;

/** The tabs of a screen: its reports, each with what it shows. */
export const reportTabs = <Screen extends ReportScreen>(
  screen: Screen,
  shown: Record<(typeof reportNames)[Screen][number]['value'], Shown>,
): readonly ReportTab[] =>
  reportNames[screen].map((name: ReportName & { value: keyof typeof shown }) => ({
    ...name,
    ...shown[name.value],
  }));

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
