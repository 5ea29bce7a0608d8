import type { ReactNode } from 'react';
import { RefetchLine, type ListState } from './list-states.tsx';
import { Panel, PanelScroll } from './panel.tsx';

type Props = {
  /** The list's name, for the scrolling region. */
  label: string;
  state: ListState;
  /** `FilterBar` or `SearchLine`. */
  filters?: ReactNode;
  /** `Pager`. */
  footer?: ReactNode;
  /** `DataTable`, or `ListStates` around cards. */
  children: ReactNode;
};

/** The one panel of a list screen: filters, the rows that scroll, the pager that stays. */
export const ListPanel = (props: Props) => (
  <Panel fill>
    <ListParts {...props} />
  </Panel>
);

/** The same without the panel, for a list that stands below tabs. */
export const ListParts = ({ label, state, filters, footer, children }: Props) => (
  <>
    {filters}
    <RefetchLine active={state.refetching} />
    <PanelScroll label={label} busy={state.refetching || state.status === 'loading'}>
      {children}
    </PanelScroll>
    {footer}
  </>
);
