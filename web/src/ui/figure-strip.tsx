import { Button, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { sentenceOf } from '../lib/api-error.ts';
import styles from './figure-strip.module.css';
import { SkeletonBar, type ListState } from './list-states.tsx';

export type StripFigure = {
  label: string;
  /** Undefined while loading. */
  value: number | undefined;
  /** A word beside the figure. */
  about?: ReactNode;
  /** Opens the rows behind the figure, in place or by a link around the value. */
  onOpen?: () => void;
  link?: (value: ReactNode) => ReactNode;
  /** Left out on phones, which have space for three. */
  isRare?: boolean;
};

type Props = {
  label: string;
  figures: readonly StripFigure[];
  state: ListState;
  /** Explains figures whose label is not sufficient. */
  note?: string;
};

/** Figures side by side between hairlines: totals of a list. */
export const FigureStrip = ({ label, figures, state, note }: Props) =>
  state.status === 'error' ? (
    <div className={styles.failed} role="alert">
      <p>The figures could not be loaded. {sentenceOf(state.error)}</p>
      <Button size="xs" onClick={state.retry}>
        Load the figures again
      </Button>
    </div>
  ) : (
    <div className={styles.box}>
      <dl
        className={styles.strip}
        aria-label={label}
        aria-busy={state.status === 'loading' || state.refetching}
      >
        {figures.map((figure) => (
          <div key={figure.label} className={styles.cell} data-rare={figure.isRare || undefined}>
            <dt>{figure.label}</dt>
            <dd>
              {figure.value === undefined ? (
                <SkeletonBar width={60} height={18} />
              ) : (
                <>
                  <Value figure={figure} value={figure.value} /> <span>{figure.about}</span>
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {note && <p className={styles.note}>{note}</p>}
    </div>
  );

const Value = ({ figure, value }: { figure: StripFigure; value: number }) => {
  const words = value.toLocaleString('en-SG');
  if (figure.link) return figure.link(<strong>{words}</strong>);
  if (!figure.onOpen) return <strong>{words}</strong>;
  return (
    <button
      type="button"
      className={styles.open}
      aria-label={`${words}, ${figure.label}: show details`}
      onClick={figure.onOpen}
    >
      <strong>{words}</strong>
    </button>
  );
};

/** "+4", with the comparison in the title and for screen readers. */
export const Difference = ({ by, than }: { by: number; than: string }) => (
  <span title={`${signed(by)} ${than}`}>
    {signed(by)}
    <VisuallyHidden> {than}</VisuallyHidden>
  </span>
);

const signed = (count: number): string => {
  const digits = Math.abs(count).toLocaleString('en-SG');
  if (count === 0) return '±0';
  return count > 0 ? `+${digits}` : `−${digits}`;
};
