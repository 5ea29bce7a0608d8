import type { ReactNode } from 'react';
import styles from './spoken.module.css';

type Props = {
  as?: 'span' | 'h2' | 'caption';
  role?: 'status';
  children: ReactNode;
};

/** Text that is read out and not shown: a heading or caption whose place already says it to the eye. */
export const Spoken = ({ as: Tag = 'span', role, children }: Props) => (
  <Tag className={styles.spoken} role={role}>
    {children}
  </Tag>
);
