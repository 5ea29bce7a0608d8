import type { ReactNode } from 'react';
import { RowsLink } from '../../kit/list/rows-link.tsx';
import { Panel, PanelHeader } from '../../ui/panel.tsx';
import { CountPill } from '../../ui/status-chip.tsx';
import type { Rows } from './day-rows.ts';
import styles from './home.module.css';

type Props = {
  title: string;
  count: number;
  /** What is counted, where one list holds all of it. */
  rows?: Rows | undefined;
  /** By which a figure leads here. */
  id?: string;
  about?: ReactNode;
  children: ReactNode;
};

/** A panel of the day: its title, how many there are, and where all of them stand. */
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

/** The last line of a panel that shows a part: the way to all. */
export const MoreRows = ({ rows, children }: MoreProps) => (
  <p className={styles.more}>
    <RowsLink {...rows}>{children}</RowsLink>
  </p>
);
