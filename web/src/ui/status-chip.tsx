import type { ReactNode } from 'react';
import styles from './status-chip.module.css';

export type Tone = 'green' | 'red' | 'grey' | 'cyan' | 'orange' | 'blue' | 'purple' | 'pink';

/** A status: a dot and its exact word, so that it never depends on colour alone. */
export const StatusChip = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className={styles.chip}>
    <Dot tone={tone} />
    {children}
  </span>
);

/** The dot alone, beside words with the same meaning; `hollow` for states that have not begun. */
export const Dot = ({ tone, hollow = false }: { tone: Tone; hollow?: boolean }) => (
  <span className={styles.dot} data-tone={tone} data-hollow={hollow || undefined} />
);

/** A square tag: "Renewal", "Student", a discount code (`accent`). */
export const Tag = ({
  accent = false,
  warning = false,
  icon,
  children,
}: {
  accent?: boolean;
  /** A warning: a full lesson, a holiday. */
  warning?: boolean;
  icon?: ReactNode;
  children: ReactNode;
}) => (
  <span
    className={styles.tag}
    data-accent={accent || undefined}
    data-warning={warning || undefined}
  >
    {icon}
    {children}
  </span>
);

export const Tags = ({ words }: { words: readonly string[] }) => (
  <span className={styles.tags}>
    {words.map((word) => (
      <Tag key={word}>{word}</Tag>
    ))}
  </span>
);

/** A count in a pill, beside a tab or heading. */
export const CountPill = ({ count, active = false }: { count: number; active?: boolean }) => (
  <span className={styles.count} data-active={active || undefined}>
    {count.toLocaleString('en-SG')}
  </span>
);
