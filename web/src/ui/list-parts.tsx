import type { ReactNode } from 'react';
import { RefetchLine, type ListState } from './list-states.tsx';
import { PanelScroll } from './panel.tsx';

type Props = {
  /** The list's name, for the scrolling region. */
  label: string;
  state: ListState;
  /** `Toolbar`. */
  filters?: ReactNode;
  /** `ListFoot`. */
  footer?: ReactNode;
  /** `DataTable`, or `ListStates` around cards. */
  children: ReactNode;
};

/** The parts of a list in a panel: filters, scrolling rows, sticky pager. */
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
