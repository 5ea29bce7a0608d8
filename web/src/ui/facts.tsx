import type { ReactNode } from 'react';
import styles from './facts.module.css';

/** Labels and values of a record as a list: "School  Anderson Secondary School". */
export const Facts = ({ children }: { children: ReactNode }) => (
  <dl className={styles.facts}>{children}</dl>
);

/** One fact; '–' if empty. */
export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={styles.fact}>
    <dt>{label}</dt>
    <dd>{children || '–'}</dd>
  </div>
);

export const FactGroup = ({ title, children }: { title?: string; children: ReactNode }) => (
  <section className={styles.group} aria-label={title}>
    {title && <h3 className={styles.title}>{title}</h3>}
    {children}
  </section>
);
