import type { ReactNode } from 'react';
import { RowsLink } from '../../kit/list/rows-link.tsx';
import { Panel, PanelHeader } from '../../ui/panel.tsx';
import { CountPill } from '../../ui/status-chip.tsx';
import type { Rows } from './day-rows.ts';
import styles from './home.module.css';

type Props = {
  title: string;
  count: number;
  /** The counted rows, if a single list contains them. */
  rows?: Rows | undefined;
  /** Target of the figures' links. */
  id?: string;
  about?: ReactNode;
  children: ReactNode;
};

/** A panel of the day: title, count, and a link to all rows. */
export const HomePart = ({ title, count, rows, id, about, children }: Props) => (
  <Panel>
    <PanelHeader>
      <h2 className={styles.heading} id={id}>
        {title}{' '}
        {rows ? (
          <RowsLink {...rows} className={styles.pill}>
            <CountPill count={count} />
          </RowsLink>
        ) : (
          <CountPill count={count} />
        )}
      </h2>
      {about && <span className={styles.about}>{about}</span>}
    </PanelHeader>
    {children}
  </Panel>
);

type MoreProps = { rows: Rows; children: ReactNode };

/** The last line of a panel that shows only some rows: a link to all. */
export const MoreRows = ({ rows, children }: MoreProps) => (
  <p className={styles.more}>
    <RowsLink {...rows}>{children}</RowsLink>
  </p>
);
