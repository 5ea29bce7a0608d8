import styles from './meter.module.css';
import type { Tone } from './status-chip.tsx';

type Part = { value: number; tone: Tone | 'accent' };

type Props = {
  /** The meter with its figures in words: "18 of 20 places". */
  label: string;
  parts: readonly Part[];
  total: number;
  /** 4 px deliveries, 6 px progress, 8 px capacity. */
  height?: 4 | 6 | 8;
};

/** A bar of parts of a total. The text beside it has the figures; the bar repeats them. */
export const Meter = ({ label, parts, total, height = 6 }: Props) => (
  <div className={styles.meter} style={{ height }} role="img" aria-label={label}>
    {parts
      .filter((part) => part.value > 0)
      .map((part) => (
        <span
          key={part.tone}
          className={styles.part}
          data-tone={part.tone}
          style={{ width: `${total > 0 ? Math.min(100, (100 * part.value) / total) : 0}%` }}
        />
      ))}
  </div>
);

export const Progress = ({
  label,
  value,
  total,
}: {
  label: string;
  value: number;
  total: number;
}) => (
  <div
    className={styles.meter}
    style={{ height: 6 }}
    role="progressbar"
    aria-label={label}
    aria-valuenow={value}
    aria-valuemin={0}
    aria-valuemax={total}
  >
    <span
      className={styles.part}
      data-tone="accent"
      style={{ width: `${total > 0 ? Math.min(100, (100 * value) / total) : 0}%` }}
    />
  </div>
);
