import type { ComponentType } from 'react';
import { can } from 'staffroom-contract/domains/identity/permissions.ts';
import { rightsOf, useSessionUser } from '../../lib/session.ts';
import { ListEmpty } from '../../ui/list-states.tsx';
import { LateAsOf } from '../../kit/report/late-as-of.tsx';
import { Page } from '../../ui/page.tsx';
import { PanelTabs } from '../../ui/panel-tabs.tsx';
import { Panel } from '../../ui/panel.tsx';
import { reportNames, type ReportName, type ReportScreen } from './report-names.ts';

/** The report's own search parameters; `replaces` as in lists. */
export type ReportProps = {
  search: object;
  onSearch: (search: object, step?: { replaces: boolean }) => void;
};

/** The components of a report, which may load lazily (`lazyTab`). */
type Shown = {
  Report: ComponentType<ReportProps>;
  /** Panels below; with them the page scrolls instead of the panel. */
  Below?: ComponentType<ReportProps>;
};

export type ReportTab = ReportName & Shown;

/** The tabs of a screen: its reports with their components. */
export const reportTabs = <Screen extends ReportScreen>(
  screen: Screen,
  shown: Record<(typeof reportNames)[Screen][number]['value'], Shown>,
): readonly ReportTab[] =>
  reportNames[screen].map((name: ReportName & { value: keyof typeof shown }) => ({
    ...name,
    ...shown[name.value],
  }));

/** Search parameters of the screen: the report, and the report's own. */
export type ReportSearch = { tab?: string | undefined };

type Props = {
  title: string;
  tabs: readonly ReportTab[];
  search: ReportSearch;
  onSearch: (search: ReportSearch, step?: { replaces: boolean }) => void;
};

/** A screen with one report per tab, starting at the first that the user may see. */
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
            end={<LateAsOf />}
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
