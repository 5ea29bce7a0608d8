import type { ReactNode } from 'react';
import { useFormats } from '../lib/use-formats.ts';
import { Dot, type Tone } from './status-chip.tsx';
import styles from './timeline.module.css';

/** What happened to something, newest first: dots on a line (design note, Timeline). */
export const Timeline = ({ label, children }: { label: string; children: ReactNode }) => (
  <ol className={styles.timeline} aria-label={label}>
    {children}
  </ol>
);

type StepProps = {
  /** What happened: "Cancelled". */
  title: string;
  tone: Tone;
  /** Who did it. */
  by: string;
  /** When, an instant. */
  at: string;
  /** The remark, the changed fields. */
  children?: ReactNode;
};

/** One step: what, who and when, with more beneath. */
export const TimelineStep = ({ title, tone, by, at, children }: StepProps) => {
  const { dateTime } = useFormats();
  return (
    <li className={styles.step}>
      <span className={styles.dot}>
        <Dot tone={tone} />
      </span>
      <div className={styles.head}>
        <strong>{title}</strong>
        <span>
          {by}, <time dateTime={at}>{dateTime(at)}</time>
        </span>
      </div>
      {children}
    </li>
  );
};

type ChangeProps = {
  /** The field in staff's words. */
  field: string;
  /** Values as staff read them; null or empty is "nothing". */
  from: string | null;
  to: string | null;
};

/** Longer values are folded, so that one long text does not push the other steps away. */
const longValue = 120;

/** A changed field beneath a step: "End Date: 1 Apr 2026 → 30 Apr 2026". */
export const TimelineChange = ({ field, from, to }: ChangeProps) => {
  const isLong = Math.max(from?.length ?? 0, to?.length ?? 0) > longValue;
  if (!isLong)
    return (
      <p className={styles.change}>
        {field}: {from || 'nothing'} → {to || 'nothing'}
      </p>
    );
  return (
    <details className={styles.change}>
      <summary>{field} changed</summary>
      <p>Before: {from || 'nothing'}</p>
      <p>After: {to || 'nothing'}</p>
    </details>
  );
};
