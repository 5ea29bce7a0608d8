import { Button, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { sentenceOf } from '../lib/api-error.ts';
import styles from './figure-strip.module.css';
import { SkeletonBar, type ListState } from './list-states.tsx';

export type StripFigure = {
  label: string;
  /** Undefined while it is read. */
  value: number | undefined;
  /** A word that stands beside it. */
  about?: ReactNode;
  /** Leads to the rows that the figure is made of, here or by a link around the value. */
  onOpen?: () => void;
  link?: (value: ReactNode) => ReactNode;
  /** On phones, where three have room, it is left out. */
  isRare?: boolean;
};

type Props = {
  label: string;
  figures: readonly StripFigure[];
  state: ListState;
};

/** Figures side by side between hairlines: what all rows of a list come to. */
export const FigureStrip = ({ label, figures, state }: Props) =>
  state.status === 'error' ? (
    <div className={styles.failed} role="alert">
      <p>The figures could not be loaded. {sentenceOf(state.error)}</p>
      <Button size="xs" onClick={state.retry}>
        Load the figures again
      </Button>
    </div>
  ) : (
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
  );

const Value = ({ figure, value }: { figure: StripFigure; value: number }) => {
  const words = value.toLocaleString('en-SG');
  if (figure.link) return figure.link(<strong>{words}</strong>);
  if (!figure.onOpen) return <strong>{words}</strong>;
  return (
    <button
      type="button"
      className={styles.open}
      aria-label={`${words}, ${figure.label}: what it is made of`}
      onClick={figure.onOpen}
    >
      <strong>{words}</strong>
    </button>
  );
};

/** "+4", and in full for who does not see what it is compared with. */
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
