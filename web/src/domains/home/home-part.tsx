import type { ReactNode } from 'react';
import { Panel, PanelHeader } from '../../ui/panel.tsx';
import { CountPill } from '../../ui/status-chip.tsx';
import styles from './home.module.css';

type Props = {
  title: string;
  count: number;
  /** By which a figure leads here. */
  id?: string;
  about?: ReactNode;
  children: ReactNode;
};

/** A panel of the day: its title, how many there are, and where all of them stand. */
export const HomePart = ({ title, count, id, about, children }: Props) => (
  <Panel>
    <PanelHeader>
      <h2 className={styles.heading} id={id}>
        {title} <CountPill count={count} />
      </h2>
      {about && <span className={styles.about}>{about}</span>}
    </PanelHeader>
    {children}
  </Panel>
);
